"""What is left to spend, kept true while others spend it too: another app, a command, a colleague
with the same workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from textual.app import App
    from textual.events import AppFocus

    from shortlist.tui.live.state import AppState, Trouble
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker

        def tell(self, *topics: str) -> None: ...
else:
    _Base = object

READ_SECONDS: Final = 60.0
"""Between two readings of what is left; a key of ten requests a minute can spare one."""
_BUDGETS: Final = ("daily_budget_exceeded", "monthly_budget_exceeded", "insufficient_acu")


class Balance(_Base):
    """Mixed into the app."""

    def watch_balance(self) -> None:
        """Read what is left every now and then, for as long as the app runs."""
        self.set_interval(READ_SECONDS, self.read_balance)

    def on_app_focus(self, _event: AppFocus) -> None:
        """Somebody comes back to this terminal, maybe from another that spent something."""
        if self.state.usage.read_at is not None:
            self.read_balance()

    def read_balance(self) -> None:
        """Ask what is left, where the service is there to be asked."""
        link, usage = self.state.link, self.state.usage
        free = link.offline is None and not link.standing.held_seconds
        if free and not usage.loading and self.tracker.ready:
            usage.loading = True
            self.tracker.read_usage()

    def note_left(self, meta: Any, trouble: Trouble | None = None) -> None:
        """An answer told what the workspace has left. What the key's own budgets have, it does
        not tell: that is asked for, as it is after a refusal for want of either."""
        left = getattr(meta, "remaining_credits", None)
        if left is not None:
            self.state.credits = left
            self.tell("credits")
        usage = self.state.usage.usage
        budgets = (usage.api_key.daily, usage.api_key.monthly) if usage is not None else ()
        spent = getattr(meta, "credits_charged", None)
        refused = trouble is not None and trouble.code in _BUDGETS
        if refused or (spent and any(budget.budget is not None for budget in budgets)):
            self.read_balance()
