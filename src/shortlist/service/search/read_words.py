"""Reading subjects that no thesaurus has: by the index's own words, or by likeness of meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shortlist.service.lexicon.organisations import is_legal_form
from shortlist.service.lexicon.text import COMPANY_NOUNS, GENERIC
from shortlist.service.lexicon.topics import Phrase, Topic
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.nearest import Nearest, is_readable
from shortlist.service.search.reading import Reading
from shortlist.service.search.subjects import FILLER, Scope, clause_of, clauses_of, describe
from shortlist.service.search.telling import EMPTY
from shortlist.service.search.vocabulary import Vocabulary

_RANKS: Final = frozenset({"execut", "exec", "leadership"})
"""Stems of words for people of a rank, whatever they deal with: `executives at GM`."""


def own_words(
    reading: Reading,
    vocabulary: Vocabulary,
    scope: Scope,
    core: dict[Clause, None],
    said: list[tuple[int, int]],
) -> None:
    """Words that only the index knows: runs of them as one phrase, then each alone. Grows `core`
    by what they demand and `said` by where they are."""
    telling = [at for at in reading.content() if reading.words[at].stem not in GENERIC]
    # `supply chain` as it is, before `chain` counts as a word that companies are called by.
    whole = [run for run in _runs(telling) if _is_known(reading, run, vocabulary, scope)]
    rest = [at for at in telling if reading.words[at].stem not in FILLER]
    few = len(scope.facets) <= 2
    unknown: list[list[int]] = []
    for run in whole or _runs(rest):
        phrase = tuple(reading.words[at].stem for at in run)
        named = [f for f in scope.facets if few or f not in ("title", "subject")]
        options = [c for c in (clause_of(f, (phrase,), vocabulary) for f in named) if c]
        if not options:
            unknown.append(run)
        elif (not core or _beside(reading, run, said)) and (few or len(run) > 1):
            core.update(dict.fromkeys(options))
            _take(reading, run, said)
    for run in unknown if scope.kinds == ("subject",) else ():
        if _beside(reading, run, said):
            # `hurricanes and storms`: what no record says is said in other words beside it.
            _take(reading, run, said)


def _take(reading: Reading, run: list[int], said: list[tuple[int, int]]) -> None:
    reading.take(run[0], run[-1] + 1)
    said.append((run[0], run[-1] + 1))


def _beside(reading: Reading, run: list[int], said: list[tuple[int, int]]) -> bool:
    """Whether no more than `and` or the like lies between these words and some that were read."""
    first, last = run[0], run[-1] + 1
    return any(
        (0 < at - last <= 2 and reading.joined(last, at))
        or (0 < first - to <= 2 and reading.joined(to, first))
        for at, to in said
    )


def _runs(places: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for at in places:
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _is_known(reading: Reading, run: list[int], vocabulary: Vocabulary, scope: Scope) -> bool:
    """Whether titles, skills, functions or, alone, subjects of the index say all of these words."""
    phrase = tuple(reading.words[at].stem for at in run)
    named = [f for f in scope.facets if f in ("title_word", "skill", "function")]
    if scope.facets == ("subject",):
        named = ["subject"]
    return (
        len(run) > 1
        and not set(phrase) <= FILLER
        and any(clause_of(facet, (phrase,), vocabulary) for facet in named)
    )


def alike(
    reading: Reading, vocabulary: Vocabulary, scope: Scope, nearest: Nearest
) -> list[Condition]:
    """What the words that nobody has understood are most like."""
    span = _span(reading, reading.content())
    if span is None:
        return []
    start, end = span
    phrase = reading.said(start, end)
    topic = nearest(phrase, scope.kinds)
    core = _asked(topic, topic.core, scope, vocabulary) if topic else []
    if topic is None or not core:
        return []
    reading.take(start, end)
    return [
        Condition(
            kind="topic",
            label=topic.name,
            description=describe(phrase, scope),
            clauses=tuple(core),
            near=tuple(_asked(topic, topic.near, scope, vocabulary)),
            text=phrase,
            negated=reading.negated[start],
            weight=1.8,
            guessed=True,
        )
    ]


def absorb(
    reading: Reading, scope: Scope, found: Sequence[tuple[int, int, Topic]], nearest: Nearest
) -> bool:
    """Takes the words beside a subject with which it still means the same: `betting shops`.
    Whether it took a noun that the subject stands before, which is then no more than likely."""
    guessed = False
    for start, end, topic in found:
        content = set(reading.content())
        first, last = start, end
        while (
            first - 1 in content
            and reading.words[first - 1].stem != "chair"
            and is_readable(reading.words[first - 1].raw)
        ):
            first -= 1
        while (
            last in content
            and not reading.words[last - 1].comma
            and is_readable(reading.words[last].raw)
        ):
            last += 1
        if (first, last) != (start, end):
            whole = nearest(reading.said(first, last), scope.kinds)
            if whole is not None and whole.name == topic.name:
                reading.take(first, last)
                noun = reading.words[last - 1].stem
                guessed = guessed or (last > end and noun not in FILLER | EMPTY)
    return guessed


def _asked(
    topic: Topic, phrases: tuple[Phrase, ...], scope: Scope, vocabulary: Vocabulary
) -> list[Clause]:
    return [c for f in scope.facets for c in clauses_of(f, topic, phrases, vocabulary)]


def _span(reading: Reading, content: list[int]) -> tuple[int, int] | None:
    """From the first to the last of the words that say something; None where something else lies
    between them."""
    telling = [
        at
        for at in content
        # `Corp.` after a name is none of a subject.
        if reading.words[at].stem not in FILLER and not is_legal_form(reading.words[at].text)
    ]
    if {reading.words[at].stem for at in telling} <= _RANKS:
        return None
    start, end = telling[0], telling[-1] + 1
    while start and not reading.taken[start - 1] and _leads_on(reading, start - 1, content):
        start -= 1  # `makers of pills`, `policy enforcement`
    if not reading.free(start, end) or any(word.comma for word in reading.words[start : end - 1]):
        return None
    return start, end


def _leads_on(reading: Reading, at: int, content: list[int]) -> bool:
    word = reading.words[at]
    if word.stem in COMPANY_NOUNS or (at in content and at + 1 in content):
        return True
    follows = word.text in ("of", "that", "who", "which") and at > 0
    return follows and reading.words[at - 1].stem in COMPANY_NOUNS
