"""Deeds: what people are called who do something, `people who tune pianos` are piano tuners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stem
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.uncovered_words import LISTING
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import past_forms, rows, words_for

_OBJECT_LONGEST: Final = 4
_NAMES_MOST: Final = 3
_BETWEEN_MOST: Final = 3
"""Words between a verb and what is done: `cleans your kids' teeth`."""
_BEFORE: Final = words_for("who") | words_for("before_dealing")
_ANYBODY: Final = STOPWORDS | words_for("people") | words_for("anybody")
_RUNNING: Final = words_for("running") | words_for("handling") | {"do", "does", "doing"}
_APART: Final = SMALL - words_for("article") - words_for("their") - words_for("people")
"""What stands behind these is done by no verb before it: `drives from home to buses`."""

Phrase = tuple[str, ...]


def title_of_doer(words: Sequence[Token], at: int) -> tuple[int, str]:
    """Where the deed ends whose verb stands at `at`, and the titles of who does it, joined by
    `or`; `at` and nothing where no table lists any."""
    if not (_is_clause(words, at) or _is_of_nobody(words, at)):
        return at, ""
    stems = (_stem_of(words[at].text), *(stem(w.text) for w in words[at + 1 : at + 4]))
    known = _deeds().get(stems[0], {})
    for verb in sorted(known, key=lambda verb: (-len(verb), verb)):
        first = at + len(verb)
        led = stems[0] == "work" or "_".join(w.text for w in words[at:first]) in _RUNNING
        for begin, end in _objects(words, first) if stems[: len(verb)] == verb else ():
            done = phrase(words, begin, end)
            titles = known[verb].get(done)
            # Of who runs hospitals, or worked at a bank, their post and their employer say it.
            if titles and not (
                led and (done in tables.subjects() or done in tables.industry_terms())
            ):
                last, several = _with_more(words, end, known[verb], titles)
                return last, " or ".join(several)
    return at, ""


def is_deed(text: str) -> bool:
    """Whether a text that was read as a title says what somebody does: `fixes lifts`."""
    return _stem_of(text.lower().split()[0]) in _deeds()


def is_past(text: str) -> bool:
    """Whether a deed is told of the past: `wrote software`."""
    verb = text.lower().split()[0]
    return verb in past_forms() or verb.endswith("ed")


def _stem_of(word: str) -> str:
    """The stem of a verb, whatever its form."""
    return stem(past_forms().get(word, word))


def _objects(words: Sequence[Token], first: int) -> Iterator[tuple[int, int]]:
    """Where what is done may stand behind a verb that ends before `first`, longest first."""
    for begin in range(first, min(len(words), first + _BETWEEN_MOST + 1)):
        apart = begin > first and words[begin - 1].text in _APART
        if apart or words[begin].gap.strip(" '’-"):
            return
        for end in range(min(len(words), begin + _OBJECT_LONGEST), begin, -1):
            yield begin, end


def _with_more(
    words: Sequence[Token], end: int, known: Mapping[str, Sequence[str]], titles: Sequence[str]
) -> tuple[int, Sequence[str]]:
    """With who does the same to what is listed behind `end`: `makes beer, cheese or wine`."""
    found = list(dict.fromkeys(titles))[:_NAMES_MOST]
    at = end
    while at < len(words) and (words[at].text in LISTING or words[at].gap.strip() == ","):
        at += words[at].text in LISTING
        ends = range(min(len(words), at + _OBJECT_LONGEST), at, -1)
        after = next((each for each in ends if phrase(words, at, each) in known), 0)
        if not after:
            break
        found.append(known[phrase(words, at, after)][0])
        at = end = after
    return end, list(dict.fromkeys(found))


def _is_of_nobody(words: Sequence[Token], at: int) -> bool:
    """Whether no title stands before: of `engineers fixing lifts` it says which ones."""
    before = (word for word in words[:at] if word.text not in _ANYBODY)
    return not any(word.base in tables.head_nouns() for word in before)


def _is_clause(words: Sequence[Token], at: int) -> bool:
    return at > 0 and words[at - 1].text in _BEFORE


@cache
def _deeds() -> dict[str, dict[Phrase, dict[str, list[str]]]]:
    """The stem of a verb's first word, to the stems of each that begins so, to the key of what is
    done, to the titles of who does it."""
    found: dict[str, dict[Phrase, dict[str, list[str]]]] = {}
    for row in rows("deeds.tsv"):
        for said, done in product(row["verbs"].split(";"), row["objects"].split(";")):
            *own, last = said.split()
            pairs = [([*own, last], done)]
            if own:
                pairs.append((own, f"{done} {last}"))  # `puts up houses`, `puts houses up`
            for verb, thing in pairs:
                stems = tuple(map(stem, verb))
                titles = found.setdefault(stems[0], {}).setdefault(stems, {})
                titles.setdefault(tables.key(thing), []).extend(row["titles"].split(";"))
    return found
