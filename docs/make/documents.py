"""What `--json` prints and what a Set's events carry, from the models of the wire."""

from __future__ import annotations

from docs.make.own_documents import OWN
from docs.make.told import called, cell, first_text, in_json, texts

from shortlist.contract import account, enrich, envelope, events, network, person, search, sets
from shortlist.contract.base import Wire

MODELS: dict[str, type[Wire]] = {
    "search": search.SearchResponse,
    "sets create": sets.CreatedSet,
    "sets again": sets.CreatedSet,
    "sets list": sets.SetList,
    "sets show": sets.PeopleSet,
    "sets cancel": sets.PeopleSet,
    "sets items": sets.ItemList,
    "sets watch": events.SetEvent,
    "enrich": enrich.EnrichResponse,
    "person": person.PersonResponse,
    "socials": network.SocialsResponse,
    "network": network.NetworkProfileResponse,
    "usage": account.UsageResponse,
}
"""Commands that print an answer of the deployment."""

KINDS = {
    events.SEARCH_QUEUED: "The search waits for its turn.",
    events.SEARCH_STARTED: "It has begun.",
    events.SEARCH_PROGRESS: "How far it is; `data` is the search as it stands.",
    events.ITEM_ADMITTED: "Somebody was admitted; `data` is the item, with the evidence.",
    events.SEARCH_COMPLETED: "It ended: enough was found, everybody likely was checked, or, with "
    "`stop_reason` `budget`, the budget is used up.",
    events.SEARCH_FAILED: "It failed; who was admitted stays.",
    events.SEARCH_CANCELED: "It was canceled; who was admitted stays.",
    events.IDLE: "Nothing is left to do; the stream ends. `data` has `item_count` and "
    "`spent_credits`.",
}

_EVENTS = """# Events

`GET /v1/sets/{id}/events` is a stream of server-sent events. Each has an `id` that only grows
within its Set, a kind, and `data`; `Last-Event-ID` goes on after the one that is named, with none
lost and none twice. A comment comes at least every 10 seconds. `shortlist sets watch ID --json`
prints the same, one event a line, and makes them itself where a deployment has no stream.

```json title="SetEvent"
{"id": 7, "type": "set.search.progress", "created_at": "2026-11-21T14:39:00.000Z", "data": {}}
```

| kind | what it tells |
|---|---|
"""

_JSON = """# What `--json` prints

Every command takes `--json`: one document on standard output, or one object a line where it
streams (`sets watch`, `--watch`, `--all`). Whatever dialect a deployment speaks, the shape is the
same: what it did not give is null or absent and never 0, and what it added stands under `extra`.
Times are RFC 3339, in UTC, with milliseconds; amounts are credits, which the interface calls ACU.

## Answers of a deployment

| command | prints |
|---|---|
"""

_JSON_ROWS = """
`sets create --watch` prints the Set and then events, one object a line. `sets list --all` prints a
[PeopleSet](#peopleset) and `sets items --all` a [SetItem](#setitem) a line.

## Documents of this machine
"""


def events_page() -> str:
    assert set(KINDS) == set(events.KINDS)
    rows = [f"| `{kind}` | {KINDS[kind]} |" for kind in events.KINDS]
    tail = "\nThe fields of searches and items are in [What `--json` prints](json.md#setsearch).\n"
    return _EVENTS + "\n".join(rows) + "\n" + tail


def json_page() -> str:
    rows = [f"| `{command}` | {_link(model)} |" for command, model in MODELS.items()]
    parts = [_JSON + "\n".join(rows), _JSON_ROWS]
    for command, fields in OWN.items():
        parts += [f"### {command}\n", "| field | what it is |", "|---|---|"]
        parts += [f"| `{name}` | {text} |" for name, text in fields.items()]
        parts.append("")
    parts.append("## Models of the answers\n")
    told: dict[str, type[Wire]] = {}
    for model in dict.fromkeys(MODELS.values()):
        _with_parts(model, told)
    for name, model in told.items():
        parts.append(_fields(name, model))
    return "\n".join(parts).rstrip() + "\n"


def _link(model: type[Wire]) -> str:
    name = called(model.__name__)
    return f"[{name}](#{name.lower()})"


def _with_parts(model: type[Wire], told: dict[str, type[Wire]]) -> None:
    """`model`, then the models of its fields, each once."""
    told.setdefault(called(model.__name__), model)
    known = {each.__name__: each for each in _all_models()}
    for name in model.model_json_schema(mode="serialization").get("$defs", {}):
        told.setdefault(called(name), known[name])


def _all_models() -> list[type[Wire]]:
    modules = (account, enrich, envelope, events, network, person, search, sets)
    found = [value for module in modules for value in vars(module).values()]
    return [value for value in found if isinstance(value, type) and issubclass(value, Wire)]


def _fields(name: str, model: type[Wire]) -> str:
    schema, told = model.model_json_schema(mode="serialization"), texts(model)
    parts = [f"### {name}\n"]
    text = first_text(model)
    if text:
        parts.append(f"{text}\n")
    parts += ["| field | value | what it is |", "|---|---|---|"]
    for field, described in schema["properties"].items():
        parts.append(f"| `{field}` | {in_json(described)} | {cell(told.get(field, ''))} |")
    return "\n".join(parts) + "\n"
