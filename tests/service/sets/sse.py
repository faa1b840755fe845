"""Reading an event stream plainly, as any HTTP client would."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass
class Stream:
    """What one connection to an event stream gave."""

    ids: list[int]
    types: list[str]
    data: list[dict[str, Any]]


def parse(lines: Any, stop_after: int | None = None) -> Stream:
    found = Stream([], [], [])
    for line in lines:
        if line.startswith("id: "):
            found.ids.append(int(line[4:]))
        elif line.startswith("event: "):
            found.types.append(line[7:])
        elif line.startswith("data: "):
            found.data.append(json.loads(line[6:]))
            if stop_after is not None and len(found.data) >= stop_after:
                break
    return found


def follow(
    client: httpx.Client,
    set_id: str,
    last: int | None = None,
    stop_after: int | None = None,
    base_url: str = "",
    **options: Any,
) -> Stream:
    """Follow a Set to its end, or for `stop_after` events."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    url = f"{base_url}/v1/sets/{set_id}/events"
    with client.stream("GET", url, headers=headers, **options) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        return parse(answer.iter_lines(), stop_after)
