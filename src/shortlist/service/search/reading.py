"""A query being read: its words, and which of them have been understood."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, TypeVar

from shortlist.service.lexicon.text import GENERIC, STOPWORDS, listed, stem, words

T = TypeVar("T")


@lru_cache(maxsize=2_000)
def _from_a_word_on(pattern: str) -> re.Pattern[str]:
    """`and serving` is not said by `island serving`."""
    return re.compile(rf"(?<!\S)(?:{pattern})")


CONNECTORS: Final = frozenset(
    {"or", "and", "either", "both", "nor", "any", "of", "the", "a", "an"} | {"as", "well", "plus"}
)
ARTICLES: Final = frozenset({"the", "a", "an", "those"})
NEGATIONS: Final = frozenset(
    {
        "not",
        "without",
        "except",
        "excluding",
        "never",
        "no",
        "nor",
        "neither",
        "minus",
        "besides",
        "outside",
    }
    | {"arent", "isnt", "dont", "doesnt", "didnt", "wasnt", "werent", "havent", "hasnt", "lacking"}
)
_LEAVING_OUT: Final = frozenset(
    {("apart", "from"), ("aside", "from"), ("leaving", "out"), ("leave", "out"), ("rather", "than")}
    | {
        ("other", "than"),
        ("instead", "of"),
        ("save", "for"),
        ("not", "counting"),
        ("anything", "but"),
    }
)
"""Two words that deny what follows."""
_OF_ALL: Final = frozenset({"any", "anyone", "anything", "all", "every", "everyone", "everything"})
"""`any party but Labour`: what follows `but` is left out."""
_NOT_NEGATED: Final = frozenset(
    {"partisan", "partisans", "career", "profit", "profits", "executive"}
)
"""`non-partisan` is a word of its own."""
_BOUNDARIES: Final = frozenset({"but", "who", "whose", "with", "still", "and"})
_LEADS_ON: Final = listed(
    """
    based work works working worked located headquartered employed serving serve serves served
    living live lives sit sits sitting is are be been was were those ones people anyone anybody
    someone currently now ever any resident residing
    """
)
"""Words between a negation and `in`, `from` or `at` that keep what follows denied."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the query."""

    text: str
    """Folded."""
    stem: str
    raw: str
    """As it was written."""
    capital: bool
    comma: bool
    """A comma or the like follows."""
    owner: bool
    """Ends in `'s`."""


@dataclass(slots=True)
class Reading:
    """The words of a query; readers take those they understand."""

    query: str
    words: list[Word] = field(default_factory=list)
    taken: list[bool] = field(default_factory=list)
    negated: list[bool] = field(default_factory=list)
    guessed: set[int] = field(default_factory=set)
    """Where no reader but the index's own words was left to try."""
    _stems: tuple[str, ...] = ()
    _joined: str = ""
    """The words, joined by one space, and where in it each starts."""
    _starts: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, query: str) -> Reading:
        reading = cls(query)
        for chunk in query.replace("/", " / ").split():
            inner = words(chunk)
            bare = chunk.strip("\"'“”‘’()[]{},;:.!?")
            for at, text in enumerate(inner):
                last = at == len(inner) - 1
                reading.words.append(
                    Word(
                        text=text,
                        stem=stem(text),
                        raw=bare if len(inner) == 1 else text,
                        capital=bare[:1].isupper(),
                        comma=last and chunk[-1:] in ",;",
                        owner=last and bool(re.search(r"['’]s?$", bare)),
                    )
                )
        reading.taken = [False] * len(reading.words)
        reading._stems = tuple(word.stem for word in reading.words)
        reading._joined = " ".join(word.text for word in reading.words)
        lengths = (len(word.text) + 1 for word in reading.words)
        reading._starts = list(accumulate(lengths, initial=0))
        reading._negate()
        return reading

    def _negate(self) -> None:
        self.negated = [False] * len(self.words)
        on = False
        for at, word in enumerate(self.words):
            follows = self.words[at + 1].text if at + 1 < len(self.words) else ""
            if word.text == "non" and follows and follows not in _NOT_NEGATED:
                self.taken[at] = self.negated[at + 1] = True
                continue
            if self.negated[at] and not on:
                continue  # of `non-Republican`
            if word.text in NEGATIONS and follows not in ("only", "just", "portfolio"):
                on, self.taken[at] = True, True
                continue
            if (word.text, follows) in _LEAVING_OUT:
                on = self.taken[at] = self.taken[at + 1] = True
                continue
            if at and (self.words[at - 1].text, word.text) in _LEAVING_OUT:
                continue
            every = not _OF_ALL.isdisjoint(self.texts(max(0, at - 4), at))
            if word.text == "but" and every and (follows in ARTICLES or follows not in STOPWORDS):
                on = self.taken[at] = True
                continue
            if on and word.text in ("in", "from", "at"):
                on = self.words[at - 1].text in _LEADS_ON | NEGATIONS
            if word.text in _BOUNDARIES:
                on = False
            self.negated[at] = on
            if word.comma:
                on = False

    @property
    def cased(self) -> bool:
        """Whether capitals tell names from other words here."""
        return any(word.capital for word in self.words[1:]) or (
            bool(self.words) and self.words[0].capital and not self.words[0].raw.isupper()
        )

    def abbreviates(self, at: int) -> bool:
        """Whether two capitals stand there, in a query that is not all in capitals."""
        raw = re.split("['’]", self.words[at].raw)[0]  # `GM's`
        return len(raw) == 2 and raw.isupper() and not self.query.isupper()

    def texts(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(word.text for word in self.words[start:end])

    def name(self, start: int, end: int) -> tuple[str, ...]:
        """The words without an inner `the`, as names of organisations are kept."""
        inner = (word.text for word in self.words[start + 1 : end - 1] if word.text != "the")
        last = (self.words[end - 1].text,) if end - start > 1 else ()
        return (self.words[start].text, *inner, *last)

    def stems(self, start: int, end: int) -> tuple[str, ...]:
        return self._stems[start:end]

    def said(self, start: int, end: int) -> str:
        """The words as they were written."""
        return " ".join(word.raw for word in self.words[start:end])

    def free(self, start: int, end: int) -> bool:
        return True not in self.taken[start:end]

    def take(self, start: int, end: int) -> None:
        self.taken[start:end] = [True] * (end - start)

    def find(
        self,
        index: Mapping[tuple[str, ...], T],
        longest: int,
        *,
        by: str = "stems",
        accept: Callable[[int, int, T], bool] | None = None,
    ) -> Iterator[tuple[int, int, T]]:
        """Spans of free words that `index` knows, longest first; taking is up to the caller."""
        spans: Callable[[int, int], tuple[str, ...]] = self.stems if by == "stems" else self.name
        for size in range(min(longest, len(self.words)), 0, -1):
            for at in range(len(self.words) - size + 1):
                if True in self.taken[at : at + size]:
                    continue
                value = index.get(spans(at, at + size))
                if value is not None and (accept is None or accept(at, at + size, value)):
                    yield at, at + size, value

    def read(
        self,
        index: Mapping[tuple[str, ...], T],
        longest: int,
        *,
        by: str = "stems",
        accept: Callable[[int, int, T], bool] | None = None,
    ) -> Iterator[tuple[int, int, T]]:
        """As `find`, and each span that is given is taken."""
        for start, end, value in self.find(index, longest, by=by, accept=accept):
            if self.free(start, end):
                self.take(start, end)
                yield start, end, value

    def search(self, pattern: str) -> Iterator[tuple[int, int, re.Match[str]]]:
        """Matches of a regular expression on the words joined by one space, as word spans."""
        for match in _from_a_word_on(pattern).finditer(self._joined):
            start = self._starts.index(match.start())
            end = bisect_left(self._starts, match.end(), hi=len(self.words))
            if self.free(start, end):
                yield start, end, match

    def before(self, at: int, skip: frozenset[str] = frozenset()) -> str:
        """The word before `at`, over `skip`; empty at the start."""
        at -= 1
        while at >= 0 and self.words[at].text in skip:
            at -= 1
        return self.words[at].text if at >= 0 else ""

    def content(self) -> list[int]:
        """Where the words are that nobody has understood and that say something."""
        return [
            at
            for at, word in enumerate(self.words)
            if not self.taken[at] and word.text not in STOPWORDS
        ]

    def unread(self) -> str:
        """The words that nobody has understood, without those that say nothing anyway."""
        return " ".join(
            word.raw for word in map(self.words.__getitem__, self.content()) if not _generic(word)
        )

    def joined(self, end: int, start: int) -> bool:
        """Whether only connectors lie between two spans."""
        return all(word.text in CONNECTORS for word in self.words[end:start])

    def either(self, end: int, start: int) -> bool:
        """Whether what lies between two places makes either do: `in Montana and in Idaho`."""
        between = set(self.texts(end, start))
        return self.joined(end, start) or (
            bool(between & {"and", "or"}) and between <= CONNECTORS | {"in", "from"}
        )


def _generic(word: Word) -> bool:
    return word.stem in GENERIC and not (word.capital and word.raw.isupper())


def first(options: Mapping[str, Any], *names: str) -> Any:
    """The first of `names` that `options` has."""
    return next((options[name] for name in names if name in options), None)
