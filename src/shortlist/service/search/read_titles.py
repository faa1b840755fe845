"""Reading titles that are no known role, and the words before a role that titles say too."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import STOPWORDS, stems
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.reading import ARTICLES, Reading
from shortlist.service.search.vocabulary import Vocabulary

_GENERIC_TITLES: Final = frozenset(
    {"member", "offic", "state", "chief", "deputi", "senior", "staff", "manag", "director"}
)
_AIDES: Final = frozenset(
    stems("assistant secretary aide adviser advisor counsel counselor liaison deputy clerk staff")
)
_KINDS_OF_AIDES: Final = frozenset(
    stems("executive personal special senior principal private chief of administrative staff")
)
_GONE: Final = frozenset({"former", "ex", "retired", "previous", "past"})


def read_trade_titles(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """`UX researchers`: a title of the index that says more than the one word for a trade."""

    def accept(start: int, end: int, count: int) -> bool:
        last = roles.PHRASES.get((reading.words[end - 1].stem,), ())
        known = reading.stems(start, end) in roles.PHRASES
        return end - start > 1 and count > 1 and not known and bool(set(last) & roles.TRADES)

    found = next(iter(reading.find(vocabulary.titles, 4, accept=accept)), None)
    return [_titled(reading, vocabulary, *found[:2])] if found else []


def read_titles(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Titles of the index that are no known role, of two words or more, or a frequent one."""

    def accept(start: int, end: int, count: int) -> bool:
        if end - start > 1:
            said = reading.words[start:end]
            gone = said[0].text in _GONE  # no title, but what became of it
            return not gone and not all(word.text in STOPWORDS for word in said)
        word = reading.words[start]
        if word.text in STOPWORDS or word.text.startswith("delegation"):
            return False
        return count >= 20 and len(word.text) > 4 and word.stem not in _GENERIC_TITLES

    found = next(iter(reading.find(vocabulary.titles, 7, accept=accept)), None)
    return [_titled(reading, vocabulary, *found[:2])] if found else []


def lesser_title(reading: Reading, start: int, end: int) -> Condition:
    """`deputy CIOs`: a role and the word before it, as titles say them."""
    role = Clause("role", values=roles.PHRASES.get(reading.stems(start, end), ()))
    return longer_title(reading, start - 1, start, end, (role,))


def longer_title(
    reading: Reading, first: int, start: int, end: int, near: tuple[Clause, ...] = ()
) -> Condition:
    """What the words from `first` on make of the role at `start`: `brand ambassadors`, `executive
    assistants to CEOs`."""
    singular = " ".join(word.text.removesuffix("s") for word in reading.words[start:end])
    words = (*reading.stems(first, start), *stems(roles.expand(singular)))
    wanted = tuple(word for word in words if word not in STOPWORDS)  # as they stand in a title
    return _with_words(reading, first, end, wanted, near)


def longer_from(reading: Reading, start: int, ids: tuple[str, ...]) -> int | None:
    """Where the longer title begins in which the role at `start` is said; None where it is said
    by itself."""
    if not start or reading.taken[start - 1]:
        return None
    if roles.is_longer(ids, reading.words[start - 1].text):
        return start - 1
    at = start - 1
    while at > 0 and reading.words[at].text in ARTICLES:
        at -= 1
    if at == 0 or reading.words[at].text != "to" or reading.words[at - 1].stem not in _AIDES:
        return None
    at -= 1
    while at and reading.words[at - 1].stem in _KINDS_OF_AIDES and not reading.taken[at - 1]:
        at -= 1
    return at


def _titled(reading: Reading, vocabulary: Vocabulary, start: int, end: int) -> Condition:
    wanted = tuple(
        word.stem
        for word in reading.words[start:end]
        if word.text not in STOPWORDS and word.stem in vocabulary.title_words
    )
    telling = [word for word in wanted if word not in _GENERIC_TITLES]
    near = tuple(Clause("title_word", words=(word,)) for word in telling)
    return _with_words(reading, start, end, wanted, near)


def _with_words(
    reading: Reading, start: int, end: int, wanted: tuple[str, ...], near: tuple[Clause, ...]
) -> Condition:
    """That a title has all of these words."""
    reading.take(start, end)
    said = reading.said(start, end)
    return Condition(
        kind="role",
        label=said,
        description=f"Has the title {said}",
        clauses=(Clause("title_word", words=wanted),),
        near=near,
        text=said,
        negated=reading.negated[start],
        weight=2.0,
    )


def read_speciality(
    reading: Reading, vocabulary: Vocabulary, role_ids: frozenset[str]
) -> list[Condition]:
    """`backend developers`: the word before a trade, as titles say it."""
    if not role_ids & roles.TRADES:
        return []
    for at, word in enumerate(reading.words[:-1]):
        if (
            word.text not in STOPWORDS
            and word.stem in vocabulary.title_words
            and not word.comma
            and set(roles.PHRASES.get((reading.words[at + 1].stem,), ())) & roles.TRADES
            and _beside_role(reading, at)
        ):
            return [_in_title(reading, at, "title")]
    return []


def read_grade(reading: Reading) -> list[Condition]:
    """`senior designers`: a grade right before a role, as titles say it."""
    for at, word in enumerate(reading.words[:-1]):
        graded = word.text in ("senior", "junior", "lead", "principal")
        if graded and _beside_role(reading, at):
            return [_in_title(reading, at, "seniority")]
    return []


def _beside_role(reading: Reading, at: int) -> bool:
    return not reading.taken[at] and reading.taken[at + 1]


def _in_title(reading: Reading, at: int, kind: str) -> Condition:
    """That the word at `at` is in the title, beside the role."""
    word = reading.words[at]
    reading.take(at, at + 1)
    return Condition(
        kind=kind,
        label=word.text if kind == "seniority" else word.raw,
        description=f"Has {word.text} in the title",
        clauses=(Clause("title_word", words=(word.stem,)),),
        text=word.raw,
        negated=reading.negated[at],
        weight=0.8,
    )
