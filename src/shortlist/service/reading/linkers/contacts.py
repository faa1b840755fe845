"""How people can be reached: `with a published e-mail`, `but no phone`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches
from shortlist.service.reading.vocabulary.words import pattern, patterns, words_for

_CONTACTS: Final = tuple(name for name in patterns() if name.startswith("contact_"))
_HAVING: Final = words_for("having_a_contact")
_LACKING: Final = words_for("lacking")
_UNLISTED: Final = words_for("unlisted")
_AFTER: Final = _UNLISTED | words_for("after_a_contact")


def link(words: Sequence[Token], _: Gazetteer) -> Iterator[Span]:
    """The ways to be reached that `words` ask for or deny."""
    found = []
    for way in _CONTACTS:
        for start, end, _found in matches(words, pattern(way)):
            before = {word.text for word in words[max(0, start - 2) : start]}
            if not {"of", "on", "about", "for"} & before:  # not `in charge of telephones`
                found.append((start, end, way.removeprefix("contact_"), patterns()[way]["as_in"]))
    denied, last = False, 0
    for start, end, value, label in sorted(found):
        first = start
        while first > last and words[first - 1].text in _HAVING:
            first -= 1
        between = {word.text for word in words[first:start]}
        own = bool(between & _LACKING)
        turned = own or not last or "but" in {word.text for word in words[last:start]}
        denied = own if turned or (between & {"with", "and"} and "and" not in between) else denied
        to = end
        while to < len(words) and words[to].text in _AFTER:
            to += 1
        after = {word.text for word in words[end:to]}
        no = denied ^ bool(after & _UNLISTED)
        says = f"Has no {label.split(' ', 1)[1]}" if no else f"Has {label}"
        yield Span(
            first, to if after else end, "not_contact" if no else "contact", (f"has={value}",),
            label, 1.3, says=says,
        )  # fmt: skip
        last = end
