"""The check of the list of those left out, as it is now: another program may have changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shortlist.contract.enrich import EnrichResponse
    from shortlist.desk.left_out import LeftOut
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.session import Session


class LeftOutCheck:
    """What is asked of the list before anything is asked of the service."""

    def __init__(self, context: AppContext, session: Session) -> None:
        self._context, self._session = context, session

    def holds(self, *known: Any) -> bool:
        """Whether any of `known`, people or mappings of their anchors, is on the list."""
        self.read()
        return any(each in self._context.state.left_out for each in known)

    def mentions(self, values: Iterable[tuple[str, str]]) -> bool:
        """Whether any of `values`, each under its name, belongs to somebody on the list."""
        read = self.read()
        return read is not None and read.mentioned_in(values)

    def without(self, answer: EnrichResponse) -> EnrichResponse:
        """`answer`, or a clean miss where anything of it belongs to somebody on the list. What was
        charged stays."""
        from shortlist.contract.enrich import NOT_FOUND, FieldResult

        if not self.mentions((n, str(found.value)) for n, found in answer.data.items()):
            return answer
        missed = {name: FieldResult(status=NOT_FOUND) for name in answer.data}
        return answer.model_copy(update={"data": missed})

    def read(self) -> LeftOut | None:
        """The list as it is now, for the whole app; None where it cannot be read."""
        from shortlist.desk.places import DeskError

        if (store := self._session.store) is None:
            return None
        try:
            self._context.state.left_out = read = store.left_out()
        except DeskError:
            return None  # What was read before holds.
        return read
