"""Deeds: what people are called who do something, `people who tune pianos` are piano tuners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stem
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.uncovered_words import LISTING, OR
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import past_forms, rows, words_for

_OBJECT_LONGEST: Final = 4
_NAMES_MOST: Final = 3
_BETWEEN_MOST: Final = 3
"""Words between a verb and what is done: `cleans your kids' teeth`."""
_BEFORE: Final = words_for("who") | words_for("before_dealing")
_ANYBODY: Final = STOPWORDS | words_for("people") | words_for("anybody")
_RUNNING: Final = words_for("running") | words_for("handling") | {"do", "does", "doing"}
_OWN: Final = words_for("article") | words_for("their") | {"my", "our"}
_PEOPLE: Final = words_for("people")
_INSIDE: Final = " '’-"
"""What stands inside what is done."""

Phrase = tuple[str, ...]


def title_of_doer(words: Sequence[Token], at: int) -> tuple[int, str]:
    """Where the deed ends whose verb stands at `at`, and the titles of who does it, joined by
    `or`; `at` and nothing where no table lists any."""
    end, found = _listed(words, at)
    return end, " or ".join(found)


def is_deed(text: str) -> bool:
    """Whether a text that was read as a title says what somebody does: `fixes lifts`."""
    first, *rest = text.lower().split()
    return bool(rest) and _stem_of(first) in _deeds()


def is_past(text: str) -> bool:
    """Whether a deed is told of the past: `wrote software`."""
    verb = text.lower().split()[0]
    return verb in past_forms() or verb.endswith("ed")


def _stem_of(word: str) -> str:
    """The stem of a verb, whatever its form."""
    return stem(past_forms().get(word, word))


def _verbs_at(words: Sequence[Token], at: int) -> list[int]:
    """Where the verbs stand of a list that begins at `at`: `sells or lets houses`."""
    found = [at]
    while [each.text in OR for each in words[found[-1] + 1 : found[-1] + 3]] == [True, False]:
        if _stem_of(words[found[-1] + 2].text) not in _deeds():
            break
        found.append(found[-1] + 2)
    return found


def _listed(words: Sequence[Token], at: int) -> tuple[int, Sequence[str]]:
    """Who does what a line of the table says: `cleaning people's teeth`, `sells or lets houses`."""
    if words[at].meant or not (_is_clause(words, at) or _is_of_nobody(words, at)):
        return at, ()
    verbs = _verbs_at(words, at)
    reached, found = 0, list[str]()
    for verb in verbs:
        rest = words[verbs[-1] + 1 :]
        end, titles = _done_by((*words[: verbs[-1]], words[verb], *rest), verbs[-1])
        reached = max(reached, end if titles else 0)
        found += titles
    return (reached, list(dict.fromkeys(found))) if found else (at, ())


def _done_by(words: Sequence[Token], at: int) -> tuple[int, Sequence[str]]:
    own = _stem_of(words[at].text)
    known = _deeds().get(own, {})
    stems = (own, *(stem(word.text) for word in words[at + 1 : at + _OBJECT_LONGEST + 1]))
    for verb in sorted(known, key=lambda verb: (-len(verb), verb)):
        if stems[: len(verb)] != verb:
            continue
        first = at + len(verb)
        for begin in range(first, min(len(words), first + _BETWEEN_MOST + 1)):
            if (begin > first and _is_apart(words[begin - 1])) or words[begin].gap.strip(_INSIDE):
                break
            for end in range(min(len(words), begin + _OBJECT_LONGEST), begin, -1):
                done = phrase(words, begin, end)
                titles = known[verb].get(done)
                led = _is_led(words[at:first], done) and not _is_in_list(words, end)
                if titles and not (led or _is_what_they_are(words, at, end)):
                    return _with_more(words, end, known[verb], titles)
    return at, ()


def _is_in_list(words: Sequence[Token], end: int) -> bool:
    """Whether more of the same follows: `runs a hotel, guest house or lodge`."""
    return end < len(words) and (words[end].text in OR or words[end].gap.strip() == ",")


def _with_more(
    words: Sequence[Token], end: int, known: Mapping[str, Sequence[str]], titles: Sequence[str]
) -> tuple[int, Sequence[str]]:
    """With who does the same to what is listed behind `end`: `makes beer, cheese or wine`."""
    found = [list(dict.fromkeys(titles))[:_NAMES_MOST]]
    at = end
    while at < len(words) and (words[at].text in LISTING or words[at].gap.strip() == ","):
        at += words[at].text in LISTING
        ends = range(min(len(words), at + _OBJECT_LONGEST), at, -1)
        after = next((each for each in ends if phrase(words, at, each) in known), 0)
        if not after:
            break
        found.append(list(dict.fromkeys(known[phrase(words, at, after)]))[:1])
        at = end = after
    return end, list(dict.fromkeys(chain.from_iterable(found)))


def _is_led(verb: Sequence[Token], done: str) -> bool:
    """Whether who does it is told by their post or their employer: `run hospitals`, `do payroll`,
    `worked at a bank`."""
    runs = "_".join(word.text for word in verb) in _RUNNING or _stem_of(verb[0].text) == "work"
    return runs and (done in tables.subjects() or done in tables.industry_terms())


def _is_apart(word: Token) -> bool:
    """Whether what stands behind it is done by no verb before it: `drives from home to buses`."""
    return word.text in SMALL and word.text not in _OWN | _PEOPLE


def _is_of_nobody(words: Sequence[Token], at: int) -> bool:
    """Whether no title stands before: of `engineers fixing lifts` it says which ones."""
    before = (word for word in words[:at] if word.text not in _ANYBODY)
    return not any(word.base in tables.head_nouns() for word in before)


def _is_what_they_are(words: Sequence[Token], at: int, end: int) -> bool:
    """Whether a title goes on behind what looks like a deed: `drive train technicians`."""
    if end == len(words) or words[end].gap.strip():
        return False
    named = words[end].base in tables.head_nouns()
    return named and words[end].base not in _ANYBODY and not _is_clause(words, at)


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
