"""Every request that the service answers, and its limits, from the endpoints and the contract."""

from __future__ import annotations

import inspect

from shortlist.contract import limits

HEAD = """# HTTP

The service speaks JSON over HTTP. Every request carries `Authorization: Bearer KEY`, or
`x-api-key: KEY`, but for `/healthz`, `/readyz`, `/openapi.json` and `/proof`. Bodies and answers
are the models in [Contract](contract.md); [Errors](errors.md) has what is refused, and how.

A running service describes all but the Sets, which are a preview, at `/openapi.json`;
[openapi.json](../openapi.json) is that document as this version serves it.

## Requests
"""

TAIL = """
## What every request has

A POST may carry an `Idempotency-Key`, of at most {key_chars} visible ASCII characters. Repeating
the same request with it, within {keep_hours} hours, replays the answer
(`Idempotency-Replayed: true`) and bills once.

Every answer has an `X-Request-Id`; those to a valid key have `RateLimit-Limit`,
`RateLimit-Remaining` and `RateLimit-Reset`; a 429 has `Retry-After`.

## Limits

| what | limit |
|---|---|
| people of a search | {SEARCH_RESULTS_MAX}; default {SEARCH_RESULTS_DEFAULT} |
| people of a Set | {SET_COUNT_MAX}; default {SET_COUNT_DEFAULT} |
| criteria of a Set | {CRITERIA_MAX}, of {CRITERION_MAX_CHARS} characters each |
| a query; a filter | {QUERY_MAX_CHARS:,} characters; {FILTER_MAX_CHARS} |
| Sets of a page; items | {SETS_PAGE_MAX}; {ITEMS_PAGE_MAX} |
| a body | {body_kib} KiB |
| an enrichment | {ENRICH_DEADLINE_SECONDS} seconds |
| requests a minute, by plan | {plans} |
| of those, socials; network | {ROUTE_FAMILY_PER_MINUTE} each; {ROUTE_FAMILY_PER_HOUR} an hour |
"""


def page() -> str:
    # Only this page and openapi.json need the service to be installed.
    from shortlist.service.runtime.app import ROUTERS

    parts = [HEAD]
    for router in ROUTERS:
        for route in router.routes:
            (method,) = route.methods  # type: ignore[attr-defined]
            endpoint = route.endpoint  # type: ignore[attr-defined]
            needed = [" and ".join(f"`{s}`" for s in sorted(each)) for each in endpoint.scopes]
            about = inspect.cleandoc(endpoint.__doc__).split("\n\n")[0].replace("\n", " ")
            parts.append(f"### {method} {route.path}\n")  # type: ignore[attr-defined]
            parts.append(f"{about} Scope: {', or '.join(needed)}.\n")
    plans = [f"{name} {rate:,}" for name, rate in limits.PLAN_REQUESTS_PER_MINUTE.items()]
    told = TAIL.format(
        **{name: value for name, value in vars(limits).items() if name.isupper()},
        key_chars=limits.IDEMPOTENCY_KEY_MAX_CHARS,
        keep_hours=limits.IDEMPOTENCY_KEEP_HOURS,
        body_kib=limits.REQUEST_BODY_MAX_BYTES // 1024,
        plans=", ".join(plans),
    )
    return "\n".join(parts) + told
