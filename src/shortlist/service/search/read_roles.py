"""Reading roles, chambers of legislatures, and what people did before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import STOPWORDS, listed, stem
from shortlist.service.search import read_titles
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

LEGISLATORS: Final = listed(
    """
    legislator state_legislator federal_legislator senator representative us_senator
    us_representative state_senator state_representative mp
    """
)
_CHAMBERS: Final = (
    (
        r"(?:lower (?:houses?|chambers?)|houses? of (?:representatives|delegates|commons)"
        r"|state (?:houses?|assembly|assemblies)|house|assembly)",
        "lower",
    ),
    (r"(?:upper (?:houses?|chambers?)|state senates?|senates?)", "upper"),
)
_CHAMBER_NAMES: Final = (
    (r"house of (?:representatives|delegates|commons)|state (?:house|assembly)", "lower"),
    (r"state senate|house of lords", "upper"),
)
_ANY_CHAMBER: Final = (
    r"(?:of |in )?(?:any|either|whichever|both|each) (?:chambers?|houses?)(?=\s|$)"
)
_ARTICLES: Final = frozenset({"a", "an", "the"})
_BESIDE_HOUSE: Final = listed("speaker members member committee majority minority leader")
_EARLIER: Final = (
    r"(?:earlier|previously|formerly|once|before that|used to|at one time|in the past)"
)
_AFTERWARDS: Final = frozenset(
    {"before", "previously", "earlier", "once", "formerly", "beforehand"}
)
VERBS: Final = frozenset({"represent", "represents", "representing", "represented"})
"""They share the stem of `representative`."""
_OBJECT_OF: Final = listed("overse charg respons regul control supervis concern handl deal look")
"""Stems of words whose object people are that the query is not about: `who oversees doctors`."""
_LEADERS: Final = listed(
    """
    speaker speaker_pro_tem majority_leader minority_leader majority_whip minority_whip whip_any
    senate_president pro_tem caucus_chair chamber_leader whip
    """
)


_COURTS: Final = {
    "district": "district court",
    "trial": "district court",
    "circuit": "court of appeals",
    "appeals": "court of appeals",
    "appellate": "court of appeals",
}
Span = tuple[int, int, tuple[str, ...]]
"""Where a role is said, and its ids."""


def read_roles(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """The roles a query asks for; several of them are alternatives."""
    found: list[tuple[int, int, tuple[str, ...]]] = []
    longer: list[Condition] = []
    exact = read_titles.read_trade_titles(reading, vocabulary)
    if exact:
        return exact
    for start, end, ids in reading.find(roles.PHRASES, roles.LONGEST_PHRASE):
        if not reading.free(start, end):
            continue
        first = read_titles.longer_from(reading, start, ids)
        if first is not None:
            longer.append(read_titles.longer_title(reading, first, start, end))
        elif _plausible(reading, start, end, ids):
            reading.take(start, end)
            found.append(_senior(reading, start, end, ids))
    found.sort()
    conditions = [*longer, *_court(reading)]
    titles = read_titles.read_titles(reading, vocabulary) if not found and not longer else []
    if not found:
        return [*conditions, *titles]
    lesser = [span for span in found if _lesser(reading, span[0])]
    if lesser and len(lesser) == len(found):
        return [*conditions, read_titles.lesser_title(reading, *lesser[0][:2])]
    conditions += [_as_roles(reading, [span]) for span in _also(reading, found)]
    denied = [span for span in found if reading.negated[span[0]]]
    wanted = [span for span in found if span not in denied]
    # `judges who are not senior judges`: both are said, each of its own kind.
    kept = [
        span
        for side in (wanted, denied)
        for span in _one_group(reading, [each for each in side if not _redundant(each, side)])
    ]
    leading = [span for span in kept if set(span[2]) & _LEADERS]
    for span in kept if leading else ():
        if span not in leading and set(span[2]) & LEGISLATORS:
            # `majority whip (Senate)`: the chamber, no senator.
            reading.taken[span[0] : span[1]] = [False] * (span[1] - span[0])
    kept = leading or kept
    groups: dict[bool, list[tuple[int, int, tuple[str, ...]]]] = {}
    for span in kept:
        groups.setdefault(reading.negated[span[0]], []).append(span)
    return conditions + [_as_roles(reading, spans) for spans in groups.values()]


def _as_roles(reading: Reading, spans: list[Span]) -> Condition:
    """That somebody has one of the roles."""
    ids = tuple(dict.fromkeys(role for _, _, each in spans for role in each))
    label = " or ".join(dict.fromkeys(_label(span) for span in spans))
    return Condition(
        kind="role",
        label=label,
        description=f"Is {article(label)} {label}" if not label.isupper() else label,
        clauses=(Clause("role", values=ids),),
        near=(*near_roles(ids), *_titled(reading, spans)),
        text=" ".join(reading.said(start, end) for start, end, _ in spans),
        negated=reading.negated[spans[0][0]],
        weight=2.0,
    )


def _titled(reading: Reading, spans: list[Span]) -> Iterator[Clause]:
    """Who has an office's name in the title without an office comes near: ambassadors of a
    project."""
    for start, end, ids in spans:
        said = tuple(w.stem for w in reading.words[start:end] if w.text not in STOPWORDS)
        if said and roles.OFFICES.intersection(ids):
            yield Clause("title_word", words=said)


def _also(reading: Reading, found: list[Span]) -> list[Span]:
    """Takes from `found` those that somebody has beside another: `both chair and CEO`, `CFOs who
    are also vice presidents`."""
    beside = [
        after
        for before, after in pairwise(found)
        if reading.before(after[0], _ARTICLES) == "also"
        or (
            reading.before(before[0], _ARTICLES) == "both"
            and "and" in reading.texts(before[1], after[0])
            and reading.joined(before[1], after[0])
        )
    ]
    for span in beside:
        found.remove(span)
    return beside


def _senior(reading: Reading, start: int, end: int, ids: tuple[str, ...]) -> Span:
    """`senior district judges`: the office has a court's name within."""
    court = start - 1 if start and reading.words[start - 1].text in _COURTS else start
    grade = reading.words[court - 1].text if court and court < start else ""
    if ids[0] == "judge" and grade in ("senior", "chief"):
        reading.take(court - 1, court)
        return start, end, (f"{grade}_judge",)
    return start, end, ids


def _lesser(reading: Reading, start: int) -> bool:
    """Whether a deputy or an assistant of the role is meant: `deputy CIOs`."""
    return (
        start > 0
        and not reading.taken[start - 1]
        and reading.words[start - 1].text in ("deputy", "assistant", "associate", "vice")
    )


def _one_group(reading: Reading, spans: list[Span]) -> list[Span]:
    """Roles joined by `or`, `and` and commas; others say what the people deal with."""
    if not spans:
        return []
    groups: list[list[Span]] = []
    for span in spans:
        if groups and reading.joined(groups[-1][-1][1], span[0]):
            groups[-1].append(span)
        else:
            groups.append([span])
    best = max(groups, key=lambda group: any(role in roles.ROLES for role in group[0][2]))
    for kind in (_LEADERS, LEGISLATORS):
        # `minority leader of the Senate` is no senator at large.
        if own := [group for group in groups if set(group[0][2]) & kind]:
            best = own[0]
            break
    meant = {role for span in best for role in span[2]}
    for span in spans:
        if span not in best and not set(span[2]) <= meant:
            reading.taken[span[0] : span[1]] = [False] * (span[1] - span[0])
    return best


def _plausible(reading: Reading, start: int, end: int, ids: tuple[str, ...]) -> bool:
    """Words such as `king` or `head` in a name are no role."""
    word = reading.words[start]
    if end - start > 1:
        # `people heading up finance` are no heads of people.
        return not (word.text == "people" and reading.words[start + 1].text.endswith("ing"))
    said = {word.text, word.text.removesuffix("s")}
    if set(ids) <= roles.TRADES and said.isdisjoint(roles.SAID):
        return False  # `engineering` is no engineer, and an account executive no accountant
    if set(ids) <= roles.TRADES and any(w.stem in _OBJECT_OF for w in reading.words[:start]):
        return False
    if word.text in VERBS or word.text == "medical" or word.text.startswith("delegation"):
        return False
    if word.text in ("head", "pi", "ag", "pm", "partner", "chief", "leader") and not (
        word.raw.isupper() or start == 0 or word.text.endswith("s")
    ):
        return word.text in ("head", "chief", "leader", "partner")
    follows = reading.words[start + 1] if start + 1 < len(reading.words) else None
    return not (
        word.text in ("king", "prince", "judge", "justice", "baker", "speaker")
        and word.capital
        and follows is not None
        and follows.capital
        and ids[0] == "head_of_state"
    )


def _redundant(
    span: tuple[int, int, tuple[str, ...]], found: list[tuple[int, int, tuple[str, ...]]]
) -> bool:
    """A family beside one of its own roles says nothing more: `senators` beside `lawmakers`."""
    ids = set(span[2])
    for other in found:
        if other is span:
            continue
        wider = {
            w for role in other[2] for w in (roles.ROLES[role].wider if role in roles.ROLES else ())
        }
        if ids <= wider:
            return True
    return ids == {"head"} and len(found) > 1


def near_roles(ids: tuple[str, ...]) -> tuple[Clause, ...]:
    """Those in the same family, those who held the role, and whose letters may stand for it."""
    wider = tuple(
        dict.fromkeys(
            family
            for role in ids
            if role in roles.ROLES
            for family in roles.ROLES[role].wider
            if family not in ids
        )
    )
    past = Clause("past_role", values=ids)
    if "federal_legislator" in wider:
        # A state's legislator of the party is no nearer than the other party's in Congress.
        return (past,)
    if "head" in ids:
        wider = (*wider, "president", "chair_company", "coo")
    if "founder" in ids:
        wider = (*wider, "ceo", "president")
    perhaps = Clause("perhaps_role", values=ids)
    others = (perhaps, past) if roles.LETTERED.intersection(ids) else (past,)
    return (Clause("role", values=wider), *others) if wider else others


def _label(span: tuple[int, int, tuple[str, ...]]) -> str:
    ids = span[2]
    labels = [roles.LABELS.get(role, role.replace("_", " ")) for role in ids[:2]]
    return " or ".join(dict.fromkeys(labels))


def article(label: str) -> str:
    return "an" if label[:1].lower() in "aeio" else "a"


def _court(reading: Reading) -> list[Condition]:
    """`district judges` and `circuit judges` say the kind of court."""
    for at, word in enumerate(reading.words[:-1]):
        if word.text not in _COURTS or reading.taken[at]:
            continue
        if reading.words[at + 1].stem in ("judg", "court"):
            reading.take(at, at + 1)
            court = _COURTS[word.text]
            return [
                Condition(
                    kind="organisation",
                    label=court.title(),
                    description=f"Sits on a {court}",
                    clauses=(Clause("industry", phrases=(tuple(stem(w) for w in court.split()),)),),
                    text=word.raw,
                    weight=1.3,
                )
            ]
    return []


def read_chamber_names(reading: Reading) -> list[Condition]:
    """A chamber by its whole name: `House of Delegates`, `State Senate`."""
    for pattern, chamber in _CHAMBER_NAMES:
        for start, end, _ in reading.search(rf"{pattern}(?=\s|$)"):
            return [_chamber(reading, start, end, chamber)]
    return []


def read_chamber(reading: Reading, *, legislative: bool) -> list[Condition]:
    """The chamber, where it is named beside the role: `Colorado House members`. `legislative`: a
    role or a committee says that a legislature is meant, even where `house` has no capital."""
    for start, end, _ in reading.search(_ANY_CHAMBER):
        reading.take(start, end)
    for pattern, chamber in _CHAMBERS:
        for start, end, _ in reading.search(rf"{pattern}(?=\s|$)"):
            word = reading.words[start]
            follows = reading.words[end].text if end < len(reading.words) else ""
            lone = end - start == 1 and word.text in ("house", "assembly") and not word.capital
            another = (
                end < len(reading.words) and not reading.taken[end] and follows not in STOPWORDS
            )
            said = legislative or follows in _BESIDE_HOUSE
            # `house managers`, `assembly technicians`: of another noun.
            if said or not lone or not (reading.cased or another):
                return [_chamber(reading, start, end, chamber)]
    return []


def _chamber(reading: Reading, start: int, end: int, chamber: str) -> Condition:
    reading.take(start, end)
    if end < len(reading.words) and reading.words[end].stem == "member":
        reading.take(end, end + 1)
    said, legislator = reading.said(start, end), Clause("role", values=("legislator",))
    return Condition(
        kind="chamber",
        label=f"{chamber} chamber",
        description=f"Sits in the {chamber} chamber ({said})",
        clauses=(Clause("chamber", values=(chamber,), also=(legislator,)),),
        near=(legislator,),
        text=said,
        negated=reading.negated[start],
        weight=1.6,
    )


def asks_for_experts(reading: Reading, vocabulary: Vocabulary) -> bool:
    """`experts on bats` study them, where the index has researchers and no skills of anybody."""
    asked = next(iter(reading.search(r"(?:experts?|authorit(?:y|ies)) (?:on|in|about)\b")), None)
    if asked is None or "investigator" not in vocabulary.values("role"):
        return False
    return not vocabulary.values("skill")


def read_earlier(reading: Reading) -> list[Condition]:
    """What someone did before: `who earlier served in the House of Delegates`."""
    for start, end, ids in reading.find(roles.PHRASES, roles.LONGEST_PHRASE):
        follows = reading.words[end].text if end < len(reading.words) else ""
        said_was = reading.before(start) in ("was", "were", "been", "as") and follows in _AFTERWARDS
        if said_was and reading.words[start].text not in VERBS:
            reading.take(start, end + 1)
            return [_past(reading, start, end, *ids)]
    cues = list(reading.search(rf"{_EARLIER}\b"))
    if not cues:
        return []
    start = cues[0][0]
    after = start + 1
    now = [at for at, *_ in reading.find(roles.PHRASES, roles.LONGEST_PHRASE) if at < start]
    if "used" in reading.texts(start, after) and not now:
        return []  # `who used to sit in the Senate`: those who left it, whatever they are now
    for pattern, chamber in _CHAMBERS:
        for at, end, _ in reading.search(pattern):
            if at >= after:
                _take_earlier(reading, start, at, end)
                role = "representative" if chamber == "lower" else "senator"
                return [_past(reading, at, end, role)]
    for at, end, ids in reading.find(roles.PHRASES, roles.LONGEST_PHRASE):
        if at >= after:
            _take_earlier(reading, start, at, end)
            return [_past(reading, at, end, *ids)]
    return []


def _take_earlier(reading: Reading, start: int, at: int, end: int) -> None:
    """What is said of the office in between, such as its state, is left to be read."""
    for place in range(start, at):
        if not reading.words[place].capital:
            reading.take(place, place + 1)
    reading.take(at, end)


def _past(reading: Reading, start: int, end: int, *ids: str) -> Condition:
    label = reading.said(start, end)
    return Condition(
        kind="history",
        label=f"earlier: {label}",
        description=f"Earlier served as {label}" if len(ids) > 1 else f"Earlier served in {label}",
        clauses=(Clause("past_role", values=ids),),
        text=label,
        negated=reading.negated[start],
        weight=1.5,
    )
