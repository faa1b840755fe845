"""Graded queries in other people's words: many wordings of each class, half of them held out.

As in `compose.py`, the grades come from the raw fields with rules of this file's own. Wordings at
even places serve development, those at odd places are for measuring alone: whoever mends a class
looks at `--reworded develop`, and reports `--reworded held-out`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from benchmarks.quality.compose import Query
from benchmarks.quality.reworded_forms import FORMS
from benchmarks.quality.reworded_lawmakers import Lawmakers
from benchmarks.quality.reworded_others import Others
from benchmarks.quality.reworded_source import Case

PER_CLASS: Final = 8
EXACT_MOST: Final = 150


class Reworder(Lawmakers, Others):
    """Queries of many classes from one corpus. `held_out`: the wordings that nobody looked at."""

    def queries(self) -> list[Query]:
        """All of them, numbered; `class` says what they try."""
        made: list[Query] = []
        for name, (kind, forms) in FORMS.items():
            maker: Callable[[], Iterator[Case]] = getattr(self, name)
            mine = forms[int(self.held_out) :: 2]
            kept: set[str] = set()
            for at, (slots, exact, near) in enumerate(maker()):
                text = mine[at % len(mine)].format(**slots)
                if 0 < len(exact) <= EXACT_MOST and text not in kept:
                    kept.add(text)
                    relevant = {p["id"]: 1 for p in near} | {p["id"]: 3 for p in exact}
                    query = {"query": text, "type": kind, "class": name, "relevant": relevant}
                    made.append({"qid": f"re-{len(made) + 1:03}", **query})
                if len(kept) == PER_CLASS or at > 400:
                    break
        return made
