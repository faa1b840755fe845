"""The tables of the service. Times are epoch milliseconds (UTC): they compare the same on SQLite
and PostgreSQL, and the wire formats them. ACU are whole numbers."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# --- account ---------------------------------------------------------------------------------

workspaces = Table(
    "workspaces",
    metadata,
    Column("id", Text, primary_key=True),
    Column("plan", Text, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("granted", BigInteger, nullable=False),  # ACU ever given
    Column("balance", BigInteger, nullable=False),  # granted less what the ledger charged
    Column("reserved", BigInteger, nullable=False),  # held for searches that have not settled
    Column("created_at", BigInteger, nullable=False),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("workspace_id", Text, ForeignKey("workspaces.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("secret_hash", Text, nullable=False),
    Column("scopes", JSON, nullable=False),
    Column("daily_budget", BigInteger),
    Column("monthly_budget", BigInteger),
    Column("rate_limit", Integer),  # requests a minute
    Column("expires_at", BigInteger),
    Column("revoked_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
)

# What a key used and reserved in one UTC day ("2026-11-21") or month ("2026-11").
key_windows = Table(
    "key_windows",
    metadata,
    Column("key_id", Text, ForeignKey("api_keys.id"), primary_key=True),
    Column("window", Text, primary_key=True),
    Column("used", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
)

rate_windows = Table(
    "rate_windows",
    metadata,
    Column("bucket", Text, primary_key=True),  # "org:{id}", "key:{id}", "family:{id}:{family}"
    Column("window_start", BigInteger, primary_key=True),
    Column("hits", Integer, nullable=False),
)

# --- money -----------------------------------------------------------------------------------

ledger = Table(
    "ledger",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("workspace_id", Text, ForeignKey("workspaces.id"), nullable=False),
    Column("key_id", Text, ForeignKey("api_keys.id"), nullable=False),
    Column("kind", Text, nullable=False),  # search | sets | enrich | person
    # One charge each: "search:{id}" for a Set's search, "request:{idempotency or request id}".
    Column("ref", Text, nullable=False, unique=True),
    Column("amount", BigInteger, nullable=False),
    Column("request_id", Text),
    Column("detail", JSON),  # what it was for: Set, person, fields; never a contact value
    Column("created_at", BigInteger, nullable=False),
    Index("ix_ledger_workspace_created", "workspace_id", "created_at"),
)

reservations = Table(
    "reservations",
    metadata,
    Column("ref", Text, primary_key=True),  # "search:{id}"
    Column("workspace_id", Text, ForeignKey("workspaces.id"), nullable=False),
    Column("key_id", Text, ForeignKey("api_keys.id"), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("day", Text, nullable=False),  # the windows it was held against
    Column("month", Text, nullable=False),
    Column("settled_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("workspace_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("request_id", Text, nullable=False),
    Column("lease_until", BigInteger),  # in flight until then; null once answered
    Column("status", Integer),
    Column("headers", JSON),
    Column("body", LargeBinary),
    Column("created_at", BigInteger, nullable=False),
    Column("path", Text),  # where it was asked for
    Column("about", JSON),  # whom it is about, as `suppressions.value_hash` has them
    Index("ix_idempotency_created_at", "created_at"),
)

# --- Sets ------------------------------------------------------------------------------------

sets = Table(
    "sets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("workspace_id", Text, ForeignKey("workspaces.id"), nullable=False),
    Column("key_id", Text, ForeignKey("api_keys.id"), nullable=False),
    Column("budget_credits", BigInteger),
    Column("item_count", Integer, nullable=False),
    Column("spent_credits", BigInteger, nullable=False),
    Column("event_seq", Integer, nullable=False),  # the last event's number
    Column("synthetic", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("ix_sets_workspace_created", "workspace_id", "created_at", "id"),
)

searches = Table(
    "searches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("set_id", Text, ForeignKey("sets.id"), nullable=False, index=True),
    Column("query", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("cap", Integer, nullable=False),  # min(count, what the budget pays for)
    Column("criteria", JSON, nullable=False),  # [{id, description, spec}], frozen
    Column(
        "criteria_counts", JSON, nullable=False
    ),  # {id: {checked, satisfied, unclear, rejected}}
    Column("plan", JSON),  # what was understood, frozen with the candidates
    Column("candidate_ids", JSON),  # in checking order, frozen when it starts
    Column("position", Integer, nullable=False),  # candidates checked so far
    Column("status", Text, nullable=False),
    Column("stop_reason", Text),
    Column("message", Text),
    Column("cancel_requested_at", BigInteger),
    Column("admitted", Integer, nullable=False),
    Column("review", Integer, nullable=False),
    Column("rejected", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("finished_at", BigInteger),
    Index("ix_searches_status", "status"),
)

items = Table(
    "items",
    metadata,
    Column("id", Text, primary_key=True),
    Column("set_id", Text, ForeignKey("sets.id"), nullable=False),
    Column("search_id", Text, ForeignKey("searches.id"), nullable=False),
    Column("seq", Integer, nullable=False),  # grows within the Set: the paging order
    Column("person_id", Text, nullable=False),
    Column("status", Text, nullable=False),  # admitted | review
    Column("person", JSON, nullable=False),
    Column("verification", JSON, nullable=False),
    Column("score", Integer),  # millionths
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("set_id", "seq"),
    UniqueConstraint("set_id", "person_id"),
)

events = Table(
    "events",
    metadata,
    Column("set_id", Text, ForeignKey("sets.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # gapless, allocated with what it tells
    Column("type", Text, nullable=False),
    Column("data", JSON, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# --- people ----------------------------------------------------------------------------------

datasets = Table(
    "datasets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("synthetic", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
)

# The record of each person; the search index is derived from it by following `seq`.
people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("dataset", Text, ForeignKey("datasets.name"), nullable=False),
    Column("seq", BigInteger, nullable=False, unique=True),  # grows with every change
    Column("hash", Text, nullable=False),  # of the record: an unchanged row changes nothing
    Column("record", JSON, nullable=False),
    Column("removed_at", BigInteger),  # kept as a tombstone for indexes that follow
    # People are counted in it alone: the rows of a million are gigabytes.
    Index("ix_people_dataset_removed", "dataset", "removed_at"),
)

# Exact look-ups of enrichment and suppression: ("email" | "profile" | "name_domain", value).
people_anchors = Table(
    "people_anchors",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("value", Text, primary_key=True),  # normalised
    Index("ix_people_anchors_value", "kind", "value"),
)

# The row of a file that somebody was last read from (`imports.rows.row_mark`): they keep their id
# when the file is read another way.
imported_rows = Table(
    "imported_rows",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("mark", BigInteger, nullable=False, index=True),
)

# What two records of one person share at least one of (`index.same.marks`).
people_marks = Table(
    "people_marks",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("mark", BigInteger, primary_key=True),
    Index("ix_people_marks_mark", "mark"),
)

# Named in a search, in no import, and told by public pages that agree (section 4.1).
web_people = Table(
    "web_people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name_key", Text, nullable=False, index=True),
    Column("record", JSON, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

# People who have several records: each of those, and the one that stands for the person.
same_people = Table(
    "same_people",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("same_as", Text, nullable=False, index=True),
)

vectors = Table(
    "vectors",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("model", Text, nullable=False, index=True),
    Column("text_hash", Text, nullable=False),  # of the text that was embedded
    Column("seq", BigInteger, nullable=False, unique=True),  # grows with every change
    Column("vector", LargeBinary, nullable=False),  # float16, little-endian
)

# Asked to be left out. Values are normalised and hashed: the list is no list of addresses.
suppressions = Table(
    "suppressions",
    metadata,
    # person_id | email | profile_url | name_domain | phone | same (`index.same.lasting_keys`)
    Column("kind", Text, primary_key=True),
    Column("value_hash", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
)

# Numbers that only grow, such as "people": one row a counter.
counters = Table(
    "counters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

# --- durable work ----------------------------------------------------------------------------

executors = Table(
    "executors",
    metadata,
    Column("id", Text, primary_key=True),
    Column("lease_until", BigInteger, nullable=False),
)

person_runs = Table(
    "person_runs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("workspace_id", Text, ForeignKey("workspaces.id"), nullable=False),
    Column("key_id", Text, ForeignKey("api_keys.id"), nullable=False),
    Column("person_id", Text),  # whom it is about, where that is one person
    Column("identifier", JSON, nullable=False),
    Column("status", Text, nullable=False),
    Column("result", JSON),  # {dossier | null, unsure | null}, once completed
    Column("created_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger),
    Index("ix_person_runs_workspace_person", "workspace_id", "person_id"),
    Index("ix_person_runs_status", "status"),
)
