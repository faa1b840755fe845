"""How people can be reached: `with a published e-mail`, `but no phone`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches
from shortlist.service.reading.uncovered_words import OR
from shortlist.service.reading.vocabulary.words import pattern, patterns, words_for

_CONTACTS: Final = tuple(name for name in patterns() if name.startswith("contact_"))
_LISTED: Final = OR | {"both", "either"}
_INTO: Final = words_for("into_an_organisation") | words_for("former")
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
            # Not `in charge of telephones`, nor `worked at Google and Facebook`.
            if not ({"of", "on", "about", "for"} & before or _is_an_employer(words, start)):
                found.append((start, end, way.removeprefix("contact_"), patterns()[way]["as_in"]))
    denied, last = False, 0
    for start, end, value, label in sorted(found):
        first, to = start, end
        while first > last and words[first - 1].text in _HAVING:
            first -= 1
        while to < len(words) and words[to].text in _AFTER:
            to += 1
        # `Without an e-mail or a phone` denies both, `but with a phone` no more.
        turned = any(word.text in ("but", "with") for word in words[last:start])
        lacks = any(word.text in _LACKING for word in words[first:start])
        denied = lacks or (denied and not turned)
        no = denied ^ any(word.text in _UNLISTED for word in words[end:to])
        kind, says = "contact", f"Has {label}"
        if no:
            kind, says = "not_contact", f"Has no {label.split(' ', 1)[1]}"
        yield Span(first, to, kind, (f"has={value}",), label, 1.3, says=says)
        last = end


def _is_an_employer(words: Sequence[Token], at: int) -> bool:
    """Whether names in a list lead back from `at` to a word before an employer."""
    while at > 0 and (words[at - 1].raw[:1].isupper() or words[at - 1].text in _LISTED):
        at -= 1
    return at > 0 and words[at - 1].text in _INTO
