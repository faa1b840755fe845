"""The interface of the people index to the rest of the service.

One embedded implementation (Qdrant Edge, in process) and one for a Qdrant cluster. Everything
here is synchronous and thread-safe: callers run it in a worker thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from shortlist.service.index.retrieval import Ids

Record = dict[str, Any]
"""A person as imported. Keys, any of which may be absent or None: `id` (always), `name`,
`first_name`, `last_name`, `title`, `seniority`, `function`, `company`, `department`,
`company_domain`, `industry`, `sub_industry`, `location`, `city`, `region`, `country`,
`profile_url`, `links` ([{type, url}]), `summary`, `history` ([{title, company, start, end} and
perhaps location, summary], newest first: past employers are among it), `education` ([{school,
degree, field, start, end}]), `skills`, `languages`, `certifications` (each entry a text, or
{name} with level, issuer, start or end), `company_size` (as a source has it: `51-200`),
`company_industry`, `contacts` ({work_email | personal_email | phone: {value, source, last_seen}
or None}), `facts` (free-form), `status` (`current`, `former`, `unverified`), `as_of`, `sources`
([url]), `licence`, `dataset`.

Dates are `2019`, `2019-04` or `2019-04-30`, as much as is known."""


ANCHOR_PEOPLE_MAX = 100
"""An anchor that fits more people than this, such as the page of a whole register, gives so many
of them."""


class IndexUnavailable(Exception):
    """The index cannot answer: not open yet, damaged, or only partly reachable."""


class IndexTimeout(Exception):
    """The index did not answer whole within the deadline."""


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters that the index enforces (interface, section 4.1); None is not given."""

    title: str | None = None
    seniority: str | None = None
    company: str | None = None
    industry: str | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class IndexStats:
    """What the index holds."""

    people: int
    searchable_by_meaning: int
    """How many of them have their vector."""
    synthetic: bool
    """Only the synthetic sample directory is in it."""
    datasets: dict[str, int] = field(default_factory=dict)


class PeopleIndex(Protocol):
    """The index as search, Sets, enrichment and person research see it.

    No method ever returns a suppressed person.
    """

    @property
    def followed(self) -> int:
        """The number of the last change of the database that it sees."""
        ...

    def get(self, person_ids: Sequence[str]) -> dict[str, Record]:
        """The records of `person_ids`; unknown, removed and suppressed ids are left out."""
        ...

    def find_by_anchor(self, kind: str, value: str) -> list[Record]:
        """People whose `kind` (`email`, `profile` or `name_domain`) is `value`, normalised by
        `contract.anchors.normalise`; at most `ANCHOR_PEOPLE_MAX`."""
        ...

    def suppressed(self, kind: str, values: Sequence[str]) -> set[str]:
        """Those of `values` that asked to be left out, as of now; `kind`: `person_id`, `email`,
        `profile_url`, or `name_domain` (`name|domain`)."""
        ...

    def named_on_web(self, name: str) -> list[Record]:
        """People of no import, of this name, whom public pages told of in an earlier search."""
        ...

    def same_as(self, person_id: str) -> tuple[str, ...]:
        """The ids of the other records of the same person; of most people none. Cheap: it is
        decided when records come and go (`index.same`)."""
        ...

    @property
    def of_several_records(self) -> Ids | None:
        """Everyone of whom there is more than one record, each record; None where nobody is."""
        ...

    @property
    def synthetic(self) -> bool:
        """As `IndexStats.synthetic`; costs nothing."""
        ...

    def stats(self) -> IndexStats:
        """Counts, made anew after every change: a tenth of a second in a million people."""
        ...

    def close(self) -> None:
        """Let go of everything; a second call does nothing."""
        ...
