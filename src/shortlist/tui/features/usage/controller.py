"""The controller of the account: what is left to spend, also while others spend it, and the key
that is asked for when one is refused."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import Trouble

READ_SECONDS: Final = 60.0
"""Between two readings of what is left; a key of ten requests a minute can spare one."""
_AGAIN_SECONDS: Final = 0.25
_REFUSED: Final = "The service refuses this API key. Press esc, or ask, and give another."
_BUDGETS: Final = ("daily_budget_exceeded", "monthly_budget_exceeded", "insufficient_acu")


class UsageController(Controller):
    """Credits, budgets and receipts."""

    def __init__(self, context: AppContext, key_given: Callable[[], None]) -> None:
        """`key_given`: asks again for what the key before was refused."""
        super().__init__(context)
        self._key_given = key_given
        self._is_told = False

    def fill(self, codes: Sequence[str]) -> bool:
        work = self.state.usage
        lacks = work.trouble is not None and work.trouble.code in codes
        if lacks and not work.loading:
            work.loading = True
            self.tracker.read_usage()
        return lacks

    def on_search_answered(self, event: messages.SearchAnswered) -> None:
        self._note_left(getattr(event.answer, "meta", None), event.trouble)

    def on_fields_resolved(self, event: messages.FieldsResolved) -> None:
        self._note_left(getattr(event.answer, "meta", None), event.trouble)

    def ask_for_key(self, trouble: Trouble, acted: bool) -> None:
        """One prompt for another key, however many requests were refused. Where none was given,
        the next comes with what a person asks for that has to be paid. One that nobody `acted` for
        waits until no field has the focus: it would take what is typed there for a key."""
        self._is_told = self._is_told and self.state.refusal is not None
        self.state.refusal = trouble
        self._ask_for_key(trouble, acted)

    def _ask_for_key(self, trouble: Trouble, acted: bool) -> None:
        from shortlist.tui.features.usage.key_prompt import KeyPrompt

        asked = self.state.key_asked or isinstance(self.screen, KeyPrompt)
        if asked or trouble is not self.state.refusal:
            return  # answered meanwhile, or of another profile
        if self.context.is_typing() or (not acted and self.context.takes_letters()):
            if not (acted or self._is_told):
                self._is_told = True
                self.say(_REFUSED, "error")
            self.context.after(_AGAIN_SECONDS, partial(self._ask_for_key, trouble, acted))
            return
        self.state.key_asked = True

        def given(key: str | None) -> None:
            if key is None:
                return
            self.state.key_asked, self.state.refusal = False, None
            self.tracker.use_key(key)
            self.tracker.read_usage()
            self.tracker.list_sets()
            self._key_given()

        self.show(KeyPrompt(trouble, self.state.link.profile), given)

    def watch_balance(self) -> None:
        """Read what is left every now and then, for as long as the app runs."""
        self.context.every(READ_SECONDS, self.read_balance)

    def read_balance(self) -> None:
        """Ask what is left, where the service is there to be asked."""
        link, usage = self.state.link, self.state.usage
        free = link.offline is None and not link.standing.held_seconds
        if free and not usage.loading and self.tracker.ready:
            usage.loading = True
            self.tracker.read_usage()

    def _note_left(self, meta: Any, trouble: Trouble | None = None) -> None:
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

    def on_usage_read(self, event: messages.UsageRead) -> None:
        work = self.state.usage
        work.loading, work.trouble = False, event.trouble
        if event.usage is not None:
            self.state.refusal = None
            work.usage, work.read_at = event.usage, self.context.clock()
            if event.usage.credits.available is not None:
                self.state.credits = event.usage.credits.available
            self._note_synthetic(event.synthetic)
        self.tracker.read_receipts()
        self.tell("usage", "credits")

    def _note_synthetic(self, synthetic: bool | None) -> None:
        """The sample may have made room for people whom another program imported."""
        if synthetic is None or synthetic == self.state.synthetic:
            return
        if self.state.synthetic:
            self.say("People were imported: the synthetic sample is searched no more.")
            self.state.retire_sample()
            # An import that was stopped could not have it forgotten.
            self.tracker.ledger.keep(lambda store: store.forget_sample())
            self.tell("search")
        self.state.synthetic = synthetic

    def on_receipts_read(self, event: messages.ReceiptsRead) -> None:
        self.state.usage.receipts = event.receipts
        self.tell("usage")
