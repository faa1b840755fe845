"""Events as server-sent frames: `id:`, `event:`, `data:` (section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Row

from shortlist.contract.events import IDLE, ITEM_ADMITTED, SetEvent
from shortlist.service.clock import moment
from shortlist.service.sets import repository
from shortlist.service.sets.repository import ItemRow
from shortlist.service.sets.views import item_wire
from shortlist.service.sets.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Frame:
    """One event, ready to send."""

    seq: int
    content: bytes
    """Empty where the event is of a person who may no longer be shown."""
    idle: bool = False
    """It says that nothing is left to do."""


def read_frames(
    connection: Connection, visible: Visibility, set_id: str, seq: int, limit: int
) -> list[Frame]:
    """At most `limit` frames of the Set after event `seq`."""
    rows = repository.events_after(connection, set_id, seq, limit)
    wanted = [row.data["item"] for row in rows if row.type == ITEM_ADMITTED]
    admitted = repository.admitted_by_id(connection, wanted) if wanted else {}
    shown = {item.id: item for item in visible(connection, list(admitted.values()))}
    return [_frame(row, shown, visible) for row in rows]


def _frame(row: Row[Any], shown: dict[str, ItemRow], visible: Visibility) -> Frame:
    data = row.data
    if row.type == ITEM_ADMITTED:
        item = shown.get(data["item"])
        if item is None:
            return Frame(row.seq, b"")
        data = item_wire(item, visible.same_as(item))
    event = SetEvent(id=row.seq, type=row.type, created_at=moment(row.created_at), data=data)
    body = orjson.dumps(event.to_wire())
    content = b"id: %d\nevent: %s\ndata: %s\n\n" % (row.seq, row.type.encode(), body)
    return Frame(row.seq, content, idle=row.type == IDLE)
