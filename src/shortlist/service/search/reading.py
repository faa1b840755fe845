"""A query being read: its words, and which of them have been understood."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, TypeVar

from shortlist.service.lexicon.alphabets import puts_no_spaces, spellings
from shortlist.service.lexicon.text import GENERIC, STOPWORDS, listed, stem, words

T = TypeVar("T")


@lru_cache(maxsize=2_000)
def _from_a_word_on(pattern: str) -> re.Pattern[str]:
    """`and serving` is not said by `island serving`."""
    return re.compile(rf"(?<!\S)(?:{pattern})")


READ_MOST: Final = 100
"""Words of a text that are read; those beyond stay words that nobody has understood. Reading takes
some 0.1 ms a word, whatever they are, and a Set has ten criteria to read."""
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
    """Begins with one, or is of a script that has none and so may be a name."""
    comma: bool
    """A comma or the like follows."""
    owner: bool
    """Ends in `'s`."""
    glued: bool = False
    """No space parts it from the word before: its script puts none."""
    respelt: str = ""
    """`mueller` of `Müller`; empty where there is one spelling."""


@dataclass(slots=True)
class Reading:
    """The words of a query; readers take those they understand."""

    query: str
    words: list[Word] = field(default_factory=list)
    taken: list[bool] = field(default_factory=list)
    negated: list[bool] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    """The words after `READ_MOST`, those apart that say nothing."""
    guessed: set[int] = field(default_factory=set)
    """Where no reader but the index's own words was left to try."""
    cased: bool = False
    """Whether capitals tell names from other words here."""
    _texts: tuple[str, ...] = ()
    _respelt: tuple[str, ...] = ()
    _stems: tuple[str, ...] = ()
    _joined: str = ""
    """The words, joined by one space, and where in it each starts."""
    _starts: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, query: str) -> Reading:
        reading = cls(query)
        for chunk in query.replace("/", " / ").split():
            inner = words(chunk)
            others = words(spellings(chunk)[-1])
            others = others if len(others) == len(inner) else inner
            bare = chunk.strip("\"'“”‘’()[]{},;:.!?")
            for at, text in enumerate(inner):
                if len(reading.words) == READ_MOST:
                    reading.beyond += [word for word in inner[at:] if word not in STOPWORDS]
                    break
                last = at == len(inner) - 1
                reading.words.append(
                    Word(
                        text=text,
                        stem=stem(text),
                        raw=bare if len(inner) == 1 else text,
                        capital=bare[:1].isupper() or _without_case(bare[:1]),
                        comma=last and chunk[-1:] in ",;",
                        owner=last and bool(re.search(r"['’]s?$", bare)),
                        glued=at > 0 and puts_no_spaces(text) and not inner[at - 1].isascii(),
                        respelt=others[at] if others[at] != text else "",
                    )
                )
        reading.taken = [False] * len(reading.words)
        reading._stems = tuple(word.stem for word in reading.words)
        reading._texts = tuple(word.text for word in reading.words)
        reading._joined = " ".join(reading._texts)
        reading._respelt = tuple(word.respelt or word.text for word in reading.words)
        cased = [word.capital and word.raw[:1].isupper() for word in reading.words]
        all_capitals = bool(reading.words) and reading.words[0].raw.isupper()
        reading.cased = any(cased[1:]) or (cased[:1] == [True] and not all_capitals)
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

    def abbreviates(self, at: int) -> bool:
        """Whether two capitals stand there, in a query that is not all in capitals."""
        raw = re.split("['’]", self.words[at].raw)[0]  # `GM's`
        return len(raw) == 2 and raw.isupper() and not self.query.isupper()

    def texts(self, start: int, end: int) -> tuple[str, ...]:
        return self._texts[start:end]

    def name(self, start: int, end: int, *, respelt: bool = False) -> tuple[str, ...]:
        """The words without an inner `the`, as names of organisations are kept."""
        said = (self._respelt if respelt else self._texts)[start:end]
        if "the" not in said[1:-1]:
            return said
        return (said[0], *(word for word in said[1:-1] if word != "the"), said[-1])

    def names(self, start: int, end: int) -> tuple[str, ...]:
        """As `name`, each way to spell it, in one piece."""
        ways = (self.name(start, end, respelt=way) for way in (False, True))
        return tuple(dict.fromkeys(map(" ".join, ways)))

    def stems(self, start: int, end: int) -> tuple[str, ...]:
        return self._stems[start:end]

    def said(self, start: int, end: int) -> str:
        """The words as they were written."""
        return _spaced(self.words[start:end])

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
        either_way = by != "stems" and self._respelt != self._texts
        for size in range(min(longest, len(self.words)), 0, -1):
            for at in range(len(self.words) - size + 1):
                if True in self.taken[at : at + size]:
                    continue
                value = index.get(spans(at, at + size))
                if either_way:
                    value = self._either_way(index, value, at, at + size)
                if value is not None and (accept is None or accept(at, at + size, value)):
                    yield at, at + size, value

    def _either_way(
        self, index: Mapping[tuple[str, ...], Any], found: Any, start: int, end: int
    ) -> Any:
        """What `found` and `index`, by the other spelling of these words, have together."""
        other = index.get(self.name(start, end, respelt=True))
        if found is None or other is None:
            return found or other
        return tuple(dict.fromkeys((*found, *other)))

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
        left = [at for at in self.content() if not _generic(self.words[at])]
        said = [self.said(run[0], run[-1] + 1) for run in self._glued(left)]
        return " ".join([*said, *self.beyond])

    def _glued(self, places: Iterable[int]) -> list[list[int]]:
        runs: list[list[int]] = []
        for at in places:
            if runs and at == runs[-1][-1] + 1 and self.words[at].glued:
                runs[-1].append(at)
            else:
                runs.append([at])
        return runs

    def joined(self, end: int, start: int) -> bool:
        """Whether only connectors lie between two spans."""
        return all(word.text in CONNECTORS for word in self.words[end:start])

    def either(self, end: int, start: int) -> bool:
        """Whether what lies between two places makes either do: `in Montana and in Idaho`."""
        between = set(self.texts(end, start))
        return self.joined(end, start) or (
            bool(between & {"and", "or"}) and between <= CONNECTORS | {"in", "from"}
        )


def _spaced(words: Iterable[Word]) -> str:
    return "".join(word.raw if word.glued else f" {word.raw}" for word in words).strip()


def _without_case(letter: str) -> bool:
    return letter.isalpha() and letter.lower() == letter.upper()


def _generic(word: Word) -> bool:
    return word.stem in GENERIC and not (word.capital and word.raw.isupper())


def first(options: Mapping[str, Any], *names: str) -> Any:
    """The first of `names` that `options` has."""
    return next((options[name] for name in names if name in options), None)
