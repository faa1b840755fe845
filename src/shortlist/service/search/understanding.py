"""Translation of a read question into conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import takewhile
from typing import Final

from shortlist.service.index.port import Filters
from shortlist.service.lexicon.text import STOPWORDS, name_words, stems, with_article
from shortlist.service.lexicon.text import words as words_of
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.port import LocalReader, Reader
from shortlist.service.reading.question import READ_MOST, Question
from shortlist.service.reading.spelling import is_common
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase, tokens, written
from shortlist.service.reading.uncovered_words import NOT, Runs
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import is_number, words_for
from shortlist.service.search import bounds
from shortlist.service.search.clauses import PAST, clauses_of, grouped, values_of
from shortlist.service.search.conditions import OF_A_POST, Clause, Condition, Understood
from shortlist.service.search.filters import filter_conditions
from shortlist.service.search.vocabulary import Vocabulary

_LOCAL: Final = LocalReader()
DESCRIBING: Final = frozenset({"words", "skill", "industry", "subject"})
"""Kinds of conditions that the words of a description may be taken for: `joins steel plates`."""
_TURNING: Final = NOT | words_for("past") | {"used"}
"""Words by which a description is of whom is not meant, or of what somebody did before."""
_WHERE: Final = frozenset({"organisation", "place"})
_NAME_MOST: Final = 9
"""Words of a question that is short enough to be somebody's name with a hint or two."""
_TODAY: Final = words_for("today")
"""Words that ask for who is known to be there."""
_MENTIONING: Final = frozenset({"mention", "mentions", "say", "says"})
_UNITS: Final = words_for("distance")
_WORKED_IN: Final = "worked_in="
_SAYS: Final = {
    "role": ("Is {}", "Was {}", "Is or was {}"),
    "organisation": ("Works at {}", "Used to work at {}", "Has worked at {}"),
    "industry": ("Works in {}", "Used to work in {}", "Has worked in {}"),
    "field": ("Works in {}", "Used to work in {}", "Has worked in {}"),
    "place": ("Is based in {}",), "skill": ("Knows {}",), "language": ("Speaks {}",),
    "school": ("Studied at {}",), "subject": ("Studied {}",), "certification": ("Holds {}",),
    "degree": ("Has a degree: {}",),
}  # fmt: skip
"""A criterion of each kind: of now, and where it has such, of then, and of now or then."""


def understand(
    query: str | None,
    filters: Filters,
    vocabulary: Vocabulary,
    reader: Reader = _LOCAL,
) -> Understood:
    """All that is understood of `query`, and the filters beside it."""
    given = filter_conditions(filters, vocabulary)
    text = " ".join((query or "").split())
    if not text:
        return Understood("list", tuple(given), text="")
    question = reader.read(text, vocabulary)
    made, pieces = _conditions(question)
    alternatives = {each for several in question.either for each in several}
    for runs in question.loose:
        # What nobody here says is no less another way to meet what it stands beside, and is met by
        # all where it is denied.
        kept = runs in alternatives or runs in question.denied
        if not (kept or _is_said(runs, vocabulary)):
            pieces += runs
        elif worded := _worded(runs, vocabulary, question):
            made[runs] = worded
    for several in question.either:
        ways = [made.pop(each) for each in several if each in made]
        made[several[0]] = reduce(_either, sorted(ways, key=lambda way: way.kind == "words"))
    # What stands beyond what is read is not understood, and demands all the same.
    pieces += [(word,) for word in tokens(text)[READ_MOST:] if word.text not in STOPWORDS]
    left = tuple(dict.fromkeys(_as_it_stands(text, piece) for piece in pieces))
    # `Pharmacists who own their own pharmacy` asks once for an owner.
    once = {(each.description, each.clauses, each.negated): each for each in made.values()}
    loose = _loose(question)
    mentions = not _MENTIONING.isdisjoint(word.text for word in question.words)
    conditions = with_denials([*given, *once.values()], mentions=mentions)
    return Understood(
        kind=kind_of(conditions[len(given) :], " ".join(left)),
        conditions=conditions,
        unread=left,
        name=_named(question, text, loose),
        loose=loose,
        count=question.count,
        text=text,
        describing=_describing(question),
        fallback=question.fallback,
    )


def with_denials(
    conditions: Sequence[Condition], *, mentions: bool = False
) -> tuple[Condition, ...]:
    """`conditions`; of words and skills that are denied beside what is not, each is decided by no
    word of it in a record: whoever's record says little would meet a denial alone. Not of common
    words, which may be meant otherwise, `who cannot hear`. `mentions`: that nobody is to mention
    them is what was said, and decides it."""
    beside = any(not each.negated for each in conditions)
    return tuple(
        replace(each, unmentioned=True)
        if each.negated
        and each.kind in ("words", "skill")
        and (mentions or (beside and not _is_common(each)))
        else each
        for each in conditions
    )


def _is_common(condition: Condition) -> bool:
    """Whether one of the words that it is about may be said of anything."""
    said = (word for word in words_of(condition.text) if word not in STOPWORDS)
    return condition.kind == "words" and any(map(is_common, said))


def _describing(question: Question) -> str:
    """The words of `question` of which no plain fact was made: they may describe a trade. None
    where it begins by denying it, or telling of before: `used to`."""
    plain = {at for bound in question.numbers for at in range(bound.start, bound.end)}
    for span in question.chosen:
        if span.kind not in DESCRIBING:
            plain.update(range(span.start, span.end))
    left = [word for at, word in enumerate(question.words) if at not in plain]
    begins = [*takewhile(lambda word: word.text in SMALL | _TURNING, left)]
    # `Not a welder's mask` denies it, `not scared of heights` describes.
    turned = any(word.text in _TURNING for word in begins[:-1])
    turned = turned or any(word.text in _TURNING - NOT for word in begins)
    return "" if turned else " ".join(word.raw for word in left)


def _either(one: Condition, other: Condition) -> Condition:
    """Of two conditions of which either is enough, one."""
    first, _, rest = other.description.partition(" ")
    said = rest if one.description.startswith(f"{first} ") else f"{first.lower()} {rest}"
    return replace(
        one,
        label=f"{one.label} or {other.label}",
        description=f"{one.description} or {said}",
        clauses=(*one.clauses, *other.clauses),
        near=(*one.near, *other.near),
        text=f"{one.text} {other.text}",
    )


def _loose(question: Question) -> frozenset[str]:
    """The words that are no plain fact: of those, a name is made."""
    plain = {
        at
        for span in question.chosen
        if span.kind not in ("topic", "industry")
        # A word of an organisation's name may be one of somebody's.
        and not (span.kind == "organisation" and span.strength < 1)
        for at in range(span.start, span.end)
    }
    return frozenset(
        part
        for at, word in enumerate(question.words)
        if at not in plain and word.text not in STOPWORDS
        for part in name_words(word.raw)
    )


def _named(question: Question, text: str, loose: frozenset[str]) -> str:
    """The words that may name somebody: all of a short question; of a longer one those that stand
    side by side, have capitals and are no plain fact, `is there an Ana Ruiz who …`."""
    if (said := sum(len(word.text) > 1 for word in question.words)) <= _NAME_MOST:
        return text if said else ""
    best: Sequence[Token] = ()
    run: list[Token] = []
    for word in question.words:
        proper = word.raw[:1].isupper() and loose.issuperset(name_words(word.raw))
        beside = not run or not word.gap.strip(" -'’")
        run = [*run, word] if proper and beside else [word] if proper else []
        best = max(best, tuple(run), key=len)
    return text[best[0].start : best[-1].end] if len(best) > 1 else ""


def _as_it_stands(text: str, piece: Sequence[Token]) -> str:
    """Words as they are written; of a script whose letters the reader takes apart, whole words."""
    whole = (
        word.raw
        if word.raw.isascii()
        else text[: word.end].rpartition(" ")[2] + text[word.end :].partition(" ")[0]
        for word in piece
    )
    return " ".join(dict.fromkeys(whole))


def kind_of(conditions: Sequence[Condition], left: str) -> str:
    kinds = {each.kind for each in conditions}
    if not kinds:
        return "open"
    if "topic" in kinds or " " in left:
        return "semantic"
    return "role" if len(kinds) == 2 and "role" in kinds and kinds & _WHERE else "list"


Made = dict[Part | Number | Runs, Condition]


def _conditions(question: Question) -> tuple[Made, list[Sequence[Token]]]:
    """What each part and number of `question` demands, and the words of numbers that demand
    nothing."""
    # Who is out of work has left, and was what they are asked for.
    between = any("stated=seeking_work" in part.values for part in question.parts)
    demanded: dict[Part, Condition] = {}
    for part in question.parts:
        ever = part.ever or (between and part.kind == "role" and not part.past)
        demanded[part] = _condition(replace(part, ever=ever), question)
    bounded, unmet = bounds.bounded(question, demanded)
    return dict(bounded.items()), [question.words[number.start : number.end] for number in unmet]


def _condition(part: Part, question: Question) -> Condition:
    words = question.words
    clauses, near = clauses_of(part)
    return Condition(
        kind=part.kind,
        label=part.label,
        description=_described(part),
        clauses=clauses,
        near=near,
        negated=part.negated,
        unless=_still(part),
        now=part.kind in OF_A_POST and not (part.negated or part.past or part.ever),
        # Offices change hands: whose record doubts that they still hold one is to be reviewed.
        lasting=not question.held
        and _TODAY.isdisjoint(word.text for word in words)
        and not _is_appointed(part),
        text=written([word for span in part.spans for word in words[span.start : span.end]]),
    )


def _still(part: Part) -> tuple[Clause, ...]:
    """Who is no former police officer: who is one still; who has not left Germany: who is there."""
    paths = [value.removeprefix(_WORKED_IN) for value in part.values]
    if part.kind == "worked_in" and not part.negated and not set(paths) & set(part.values):
        return (Clause("place", values=tuple(paths)),)
    if part.kind != "role" or part.negated or not part.past:
        return ()
    # Who leads others now was one of them before: `promoted from HR manager to HR director`.
    return grouped([each for each in values_of(part) if each[0] in PAST.keys() - {"leads"}])


def _is_appointed(part: Part) -> bool:
    """Whether one person at a time is appointed to it: another one followed a chief financial
    officer whose record doubts itself. Who runs a firm often owns it, and stays."""
    posts = (value.removeprefix("post=") for value in part.values if value.startswith("post="))
    return {post.partition(":")[0] for post in posts} == {"c_level"}


def _is_said(runs: Runs, vocabulary: Vocabulary) -> bool:
    """Whether any record says one of these words, and they are no name of somebody."""
    if any(len(run) > 1 and all(word.raw[:1].isupper() for word in run) for run in runs):
        return False
    if all(is_number(word.text) or word.text in _UNITS for run in runs for word in run):
        return False  # of `within 50 km` and `under 30` nobody knows what is counted
    said = vocabulary.values("word")
    if any(each in said for run in runs for word in run for each in stems(word.text)):
        return True
    held = vocabulary.values("concept")
    return any(tables.subjects().get(phrase(run, 0, len(run))) in held for run in runs)


def _role_after(runs: Runs, question: Question) -> tuple[str, ...]:
    """The stems of the role that stands right after `runs`, `presidents` of `campus presidents`;
    none where something else does."""
    end = 1 + next(at for at, word in enumerate(question.words) if word == runs[-1][-1])
    for span in question.chosen:
        if span.kind == "role" and span.start == end and not question.words[end].gap.strip():
            return stems(written(question.words[span.start : span.end]))
    return ()


def _worded(runs: Runs, vocabulary: Vocabulary, question: Question) -> Condition | None:
    """One condition in words: any of `runs`, which are alternatives, or none of them. Before a role
    they are of it: a title or a business says them, or a statement with the role beside them."""
    clauses: list[Clause] = []
    near: list[Clause] = []
    said, role = vocabulary.values("word"), _role_after(runs, question)
    for run in runs:
        wanted = tuple(each for word in run for each in stems(word.text))
        concept = tables.subjects().get(phrase(run, 0, len(run)), "general")
        if wanted and role:
            clauses += [Clause(facet, words=wanted) for facet in ("title_word", "business")]
        # A rare word says enough, wherever it stands: `multibeam hydrographers`.
        rare = not any(is_common(word.text) for word in run)
        if wanted:
            clauses.append(Clause("word", words=wanted if rare else (*wanted, *role)))
        if concept != "general" and not role:
            # Who works on it says so by their title.
            clauses.append(Clause("concept", values=tables.with_kinds(concept)))
        near += [Clause("word", words=(each,)) for each in wanted if each in said]
    if not clauses:
        return None
    text = " or ".join(map(written, runs))
    return Condition(
        kind="words",
        label=text,
        description=f"Mentions {text}",
        clauses=tuple(dict.fromkeys(clauses)),
        near=tuple(dict.fromkeys(near)),
        negated=runs in question.denied,
        text=text,
    )


def _described(part: Part) -> str:
    if said := dict.fromkeys(span.says for span in part.spans if span.says):
        first, *rest = said
        # `Has worked in Germany or Austria`
        begins = first.removesuffix(part.spans[0].label)
        return " or ".join((first, *(each.removeprefix(begins) for each in rest)))
    label = with_article(part.label) if part.kind == "role" else part.label
    says = _SAYS[part.kind]
    return says[min(part.past + 2 * part.ever, len(says) - 1)].format(label)
