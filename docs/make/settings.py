"""`config.toml` and `service.toml`, from what reads them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from docs.make.told import cell, first_text, in_json, texts

from shortlist.desk.config import BOUNDS, CHOICES, Settings
from shortlist.service.config import SECTIONS, Config

_APP = """# config.toml

What a person sets, in `config.toml` of the configuration folder: the one that `SHORTLIST_HOME`
names, under `config`, else the platform's own. Every field has a default. A misspelt field or a bad
value is told with its line, and nothing that costs is sent until it is mended.

```toml title="config.toml"
theme = "paper"
mask_contacts = true
keep_contacts_days = 180

[profiles.archive]
read_only = true

[keys]
"do.new" = "n,f6"
```

| field | value | default | what it is |
|---|---|---|---|
"""

_SERVICE = """# service.toml

How a service is configured: `service.toml` in its data folder, or the file that
`shortlist serve --config FILE` names. Every section may be left out, and so may every field that
has a default; an unknown field or a bad value stops the start with the line and the reason. Keys of
other services are given in the [environment](environment.md) and in no file. Amounts are credits,
which the interface calls ACU. [Run a service](../how-to/service.md) says what to set when.
"""

_SERVICE_WHOLE = """
## All of it

```toml title="service.toml"
[workspace]
plan = "pro"
balance = 10000

[search]
timeout_seconds = 10

[index]
qdrant_url = "http://qdrant:6333"

[enrichment]
deadline_seconds = 80

[[enrichment.providers]]
name = "directory"
type = "directory"

[[enrichment.providers]]
name = "acme"
type = "http"
url = "http://127.0.0.1:9000/lookup"
fields = ["work_email", "phone"]

[web]
type = "searxng"
url = "http://127.0.0.1:8888"

[model]
base_url = "http://127.0.0.1:11434/v1"
name = "qwen3:8b"

[prices]
work_email = 1

[http]
hosts = ["people.example.com"]

[metrics]
enabled = true
```
"""


def configuration_page() -> str:
    told, defaults = texts(Settings), Settings()
    rows = []
    for field in fields(Settings):
        default = getattr(defaults, field.name)
        rows.append(
            f"| `{field.name}` | {_value(field.name, default)} | {_shown(default)} "
            f"| {cell(told[field.name])} |"
        )
    return _APP + "\n".join(rows) + "\n\nThe names of keys are in [Keys](keys.md).\n"


def _value(name: str, default: Any) -> str:
    if name in CHOICES:
        return ", ".join(f"`{choice}`" for choice in CHOICES[name])
    if name in BOUNDS:
        low, high = BOUNDS[name]
        return f"{low} to {high}"
    if isinstance(default, bool):
        return "true or false"
    return "table" if isinstance(default, dict) else "text"


def _shown(default: Any) -> str:
    if default is None or default == "" or default == {}:
        return ""
    if isinstance(default, bool):
        return str(default).lower()
    return f"`{default}`" if isinstance(default, str) else str(default)


def service_page() -> str:
    parts = [_SERVICE]
    for name, section in SECTIONS.items():
        header = "`[[enrichment.providers]]`" if name == "providers" else f"`[{name}]`"
        parts.append(f"\n## {header}\n")
        text = first_text(section)
        if text:
            text = text.partition(": ")[2] if text.startswith("`[") else text
            parts.append(f"{text[0].upper()}{text[1:]}\n")
        parts += ["| field | value | default | what it is |", "|---|---|---|---|"]
        schema, told = section.model_json_schema(), texts(section)
        for field, described in schema["properties"].items():
            if field == "providers":
                continue
            default = described.get("default")
            needed = section.model_fields[field].is_required() and not told.get(field, "").endswith(
                "absent: all of them."
            )
            need = "must be given" if needed else _shown(default)
            parts.append(
                f"| `{field}` | {_within(described)} | {need} | {cell(told.get(field, ''))} |"
            )
    assert set(Config.model_fields) <= {*SECTIONS}
    return "\n".join(parts) + "\n" + _SERVICE_WHOLE


def _within(schema: dict[str, Any]) -> str:
    """The type with its bounds."""
    kinds = [each for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
    told = in_json(kinds[0])
    low = kinds[0].get("minimum", kinds[0].get("exclusiveMinimum"))
    high = kinds[0].get("maximum")
    if low is not None and high is not None:
        above = "above " if "exclusiveMinimum" in kinds[0] else ""
        told = f"{above}{low:,} to {high:,}"
    return told
