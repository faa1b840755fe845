"""Exit codes and errors, from the catalogue that the service answers from."""

from __future__ import annotations

import re

from docs.make.told import cell

from shortlist.cli.main import EXIT_CODES
from shortlist.client import errors
from shortlist.contract.errors import CATALOGUE, KeyFate

_EXIT = """# Exit codes

An error is one line on standard error: what happened, what to do, the code and the request id.

| code | meaning | errors that end a command with it |
|---|---|---|
"""

_EXIT_TAIL = """
`sets watch` and `sets create --watch` end with 0 when the Set was completed, stopped at its budget
or was canceled, and with 1 when it failed. `sets diff` ends with 0 where nothing changed and with 1
where something did; `audit` and `doctor` end with 1 where something does not agree or is wrong. A
`Retry-After` of more than 120 seconds ends a command at once, with 5 and the time to come back.
"""

_ERRORS = """# Errors

Every error of the service is one JSON object, `{"error": {"code", "message", "request_id"}}`, with
`retryable`, `retry_after_seconds`, `unavailable_fields`, `required_credits`, `available_credits` or
`field` where they say something. The client raises a class of its own for each kind.

## Of the service

What becomes of the request's `Idempotency-Key`:

- **consumed**: the answer is kept and the key replays it; another attempt needs a new key;
- **reusable**: nothing was kept; the corrected request, or the same later, may use the key again;
- **quarantined**: the key belongs to another request and is not used again.

| code | status | what it says, and what to do | again? | its key | exit |
|---|---|---|---|---|---|
"""

_CLASSES = """
## Of the client

All are `ShortlistError` and have `code`, `message`, `status`, `request_id`, `retryable`,
`retry_after`, `advice` and `exit_code`. [Client](client.md) has each in full.

| class | when | usual code | exit code |
|---|---|---|---|
"""

FATES = {
    KeyFate.CONSUMED: "consumed",
    KeyFate.REUSABLE: "reusable",
    KeyFate.QUARANTINED: "quarantined",
}


def exit_codes_page() -> str:
    rows = []
    for code, meaning in EXIT_CODES.items():
        known = [f"`{spec.code}`" for spec in CATALOGUE.values() if spec.exit_code == code]
        rows.append(f"| {code} | {meaning} | {', '.join(known)} |")
    return _EXIT + "\n".join(rows) + "\n" + _EXIT_TAIL


def errors_page() -> str:
    rows = [
        f"| `{spec.code}` | {spec.status} | {spec.message} {cell(spec.advice)} "
        f"| {'yes' if spec.retryable else 'no'} | {FATES[spec.key]} | {spec.exit_code} |"
        for spec in CATALOGUE.values()
    ]
    classes = []
    for name in errors.__all__:
        error = getattr(errors, name)
        if error is errors.ShortlistError:
            continue
        first = " ".join(re.split(r"\n\n", error.__doc__ or "")[0].split())
        classes.append(f"| `{name}` | {first} | `{error.default_code}` | {error.default_exit} |")
    return _ERRORS + "\n".join(rows) + "\n" + _CLASSES + "\n".join(classes) + "\n"
