"""Deeds: what people are called who do something, `people who tune pianos` are piano tuners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import rows, words_for

_OBJECT_LONGEST: Final = 3
_NAMES_MOST: Final = 3
_BEFORE: Final = words_for("who") | words_for("before_dealing")
_ANYBODY: Final = STOPWORDS | words_for("people") | words_for("anybody")
_RUNNING: Final = words_for("running")
_OWN: Final = words_for("article") | words_for("their") | {"my", "our"}


def title_of_doer(words: Sequence[Token], at: int) -> tuple[int, str]:
    """Where the deed ends whose verb stands at `at`, and the listed titles of who does it, joined
    by `or`; `at` and nothing where no table lists any."""
    led = words[at].text in SMALL or words[at].text in _RUNNING  # what they lead, others say
    if led or at + 1 == len(words) or not _is_of_anybody(words, at):
        return at, ""
    start = at + 1
    while start < len(words) and words[start].text in _OWN:
        start += 1
    for end in range(min(len(words), start + _OBJECT_LONGEST), start, -1):
        if any(word.gap.strip(" -") for word in words[at + 1 : end]):
            continue
        done = phrase(words, start, end)
        agents = dict.fromkeys(agent for verb in _verbs(words[at].text) for agent in _agents(verb))
        if not at:
            agents.pop(words[at].base, None)  # `operations managers` are not who operates them
        titles = (f"{done} {agent}" for agent in agents)
        if found := [each for each in titles if tables.is_title(each)][:_NAMES_MOST]:
            return end, " or ".join(found)
    return at, ""


def _is_of_anybody(words: Sequence[Token], at: int) -> bool:
    """Whether `people who`, `someone to` or nothing stands before: engineers who fix lifts are
    engineers."""
    first = at
    while first and words[first - 1].text in _BEFORE:
        first -= 1
    if not at:
        # `Teaches maths`, and no `train drivers`; who `plays the theremin` does so in words.
        return words[0].text.endswith("s") and words[1].text not in _OWN
    return first < at and (not first or words[first - 1].text in _ANYBODY)


def _verbs(word: str) -> Iterator[str]:
    """What a form of a verb may be one of: `teaches` of `teach`."""
    yield word
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    elif word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]


def _agents(verb: str) -> tuple[str, ...]:
    """What who does it is called, the likeliest first; a title must have it to be one."""
    plain = (f"{verb}er", f"{verb}r", f"{verb}{verb[-1:]}er", f"{verb}or", f"{verb[:-1]}or", verb)
    return (*_others().get(verb, ()), *plain)


@cache
def _others() -> dict[str, tuple[str, ...]]:
    return {row["verb"]: tuple(row["agents"].split(";")) for row in rows("deeds.tsv")}
