"""What `--json` prints of commands that are no answer of a deployment; `tests/docs/test_run.py`
holds each against what is printed."""

from __future__ import annotations

OWN: dict[str, dict[str, str]] = {
    "facets": {
        "name": "Of what: a filter, `skill`, `language` or `school`.",
        "begins": "What was typed of it.",
        "values": "Each: `value`, how many `people` it finds (null where nobody counted), and "
        "`also`, other words for it.",
        "closed": "Whether nothing else finds anybody.",
        "more": "Whether further values begin so.",
        "people": "How many people meet the other filters; null where nobody counted.",
        "counted": "Whether the deployment counted; else these are what its answers held.",
    },
    "sets create --estimate": {
        "query": "What the Set would ask for.",
        "count": "How many people.",
        "criteria": "What would be checked.",
        "understood": "How the query was read when it was last searched for; absent otherwise.",
        "found": "How many of the people found when it was last searched for pass each criterion, "
        "and all; absent where that is not known.",
        "budget": "As it was given, or null.",
        "estimated_credits": "What it can cost at most.",
        "again": "With `sets again`: the Set that would be made anew; absent otherwise.",
    },
    "sets export -o FILE": {
        "set_id": "Whose people.",
        "format": "`csv`, `json`, `jsonl`, `xlsx` or `parquet`.",
        "path": "Where they are now.",
        "people": "How many.",
        "left_out": "How many are not there, because they are left out on this machine.",
    },
    "sets bundle": {
        "set_id": "Whose evidence.",
        "path": "Where it is now.",
        "people": "How many.",
        "left_out": "How many are not there, because they are left out on this machine.",
        "fingerprint": "Of the key that sealed it.",
    },
    "sets diff": {
        "before": "The first Set.",
        "after": "The second.",
        "same": "Whether nobody came, left or changed.",
        "came": "Items of the second that the first had not, with `why`.",
        "left": "Items of the first that the second has not, with `why`.",
        "changed": "People in both, with what changed.",
        "unchanged": "How many did not change.",
        "notes": "What is to be known beside it.",
    },
    "sets review": {
        "set_id": "Whose.",
        "in_review": "How many people are in review.",
        "criteria": "By criterion, who is, and what would decide it.",
    },
    "enrich --from FILE": {
        "line": "The line of the file; one object a person.",
        "anchor": "By what they were asked for.",
        "data": "A [FieldResult](#fieldresult) for each field, or null.",
        "meta": "An [EnrichMeta](#enrichmeta), or null.",
        "error": "What went wrong with this one, or null.",
    },
    "verify": {
        "file": "The file.",
        "kind": "`shortlist-evidence` or `shortlist-erasure`.",
        "whole": "Whether nothing was changed, added or taken out.",
        "signed": "Whether the signature is of what is there.",
        "changed": "Which parts were changed.",
        "added": "Which parts were added.",
        "removed": "Which parts were taken out.",
        "told": "The same, in words.",
        "fingerprint": "Of the key that sealed it.",
        "own_key": "Whether that is the key of this machine.",
        "key": "Whether it is the one that `--key` names; true without.",
        "about": "Whether it is about the person that `--about` names; true without.",
    },
    "who": {
        "people": "How many people it may be.",
        "names": "What they are called.",
        "known_by": "Ids, pages, addresses and numbers that they are known by.",
        "found": "Each place: `kind`, `where`, `what`, `at`, `purpose`.",
    },
    "who --erase": {
        "erased": "In how many places.",
        "left": "Where something is still there.",
        "exported_files": "Files that they were exported into; not touched.",
        "proof": "Where the proof is.",
    },
    "audit": {
        "agrees": "Whether every credit that the service tells is accounted for.",
        "days": "By day and kind: what the service tells, receipts, and the difference.",
        "keys": "The same by key.",
        "unknown_outcomes": "Requests whose outcome is not known.",
        "receipts_without_request": "Receipts that no request is known of.",
        "cannot_know": "What cannot be known from this machine.",
    },
    "profiles list": {"data": "Each profile: `name`, `base_url`, `kept_in`, `current`."},
    "journal list": {
        "data": "Each request: `key`, `method`, `path`, `deployment`, `state`, `age_seconds`, "
        "`stale`, `request_id`, `note`. `journal resume` prints one a line, with `outcome`, "
        "`answer`, `reason` and `error`.",
    },
    "index import": {
        "added": "How many people are new.",
        "updated": "How many changed.",
        "unchanged": "How many are as they were.",
        "repeated": "How many stood there twice.",
        "suppressed": "How many asked to be left out, and are not there.",
        "empty": "How many rows say nothing.",
        "skipped": "How many rows could not be read.",
        "sample_retired": "How many people of the synthetic sample made room.",
        "vectors": "How many vectors were made.",
        "vector_seconds": "How long that took.",
        "seconds": "How long all took.",
        "files": "The same of each file, with `format`, `error`, `lines`, `not_used` and "
        "`kept_as_facts`.",
    },
    "index preview": {
        "file": "Its name.",
        "format": "What it is read as.",
        "error": "Why it cannot be read.",
        "columns": "Each column: `name`, and the `field` it becomes.",
        "fields": "What a column can be.",
        "people": "The first people: `line`, and their fields.",
        "skipped": "Who is left out of these: `line`, `reason`, `empty`.",
    },
    "index stats": {
        "people": "How many people there are.",
        "searchable_by_meaning": "How many have their vectors.",
        "synthetic": "Whether they are the sample.",
        "datasets": "What they were imported as.",
        "suppressed": "How many are on the list of those left out.",
    },
    "index remove": {"removed": "How many people were taken out."},
    "index suppress": {
        "removed": "How many records were erased.",
        "listed": "Whether they are on the list now.",
    },
    "keys create": {
        "id": "What `keys revoke` takes.",
        "key": "The key, this once.",
        "name": "What it is for.",
        "scopes": "What it may do.",
    },
    "keys list": {
        "data": "Each key: `id`, `name`, `scopes`, `state`, `daily_budget`, `monthly_budget`, "
        "`rate_limit`, `expires_at`, `created_at`.",
    },
    "backup": {
        "file": "Where it is.",
        "made_at": "The moment it is of.",
        "people": "How many people are in it.",
        "database_bytes": "How large its database is.",
    },
    "restore": {
        "data_dir": "Where it was restored to.",
        "made_at": "The moment it is of.",
        "people": "How many people were in it.",
        "left_out_since": "How many asked to be left out since, and were erased again.",
        "left_out_list_read": "Whether the list of the database that was replaced could be read.",
    },
    "doctor": {
        "ok": "Whether nothing fails.",
        "checks": "Each: `name`, `state` (`ok`, `warn`, `fail`), `told`, `advice`.",
    },
    "completion": {"shell": "Which shell.", "script": "What to load."},
}
"""Each command with the fields of its document."""
