"""The chooser: of all spans of a question, those that fit together and are worth most."""

from __future__ import annotations

from collections.abc import Iterable

from shortlist.service.reading.spans import Span


def choose(spans: Iterable[Span], length: int) -> list[Span]:
    """The cover of most weight of a text of `length` words, in order.

    Of two worth the same, the first by kind and ids: the order of linkers changes nothing.
    """
    ending: dict[int, list[Span]] = {}
    for span in sorted(set(spans), key=lambda s: (s.end, s.start, s.kind, s.values, s.label)):
        ending.setdefault(span.end, []).append(span)
    best: list[tuple[float, tuple[Span, ...]]] = [(0.0, ())]
    for end in range(1, length + 1):
        top = best[end - 1]
        for span in ending.get(end, ()):
            weight, before = best[span.start]
            total = weight + span.weight
            if total > top[0] + 1e-9:
                top = total, (*before, span)
        best.append(top)
    return list(best[length][1])
