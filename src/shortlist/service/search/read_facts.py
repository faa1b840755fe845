"""Reading the plain facts of a query: party, contacts, appointments, counts."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from shortlist.service.lexicon.numbers import NUMBER, number
from shortlist.service.lexicon.text import listed
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

_CONTACTS: Final = (
    (
        r"(?:personal )?(?:e ?mails?|email)(?: address(?:es)?| addresses)?",
        "work_email",
        "an e-mail address",
    ),
    (r"(?:office |work |tele)?(?:phones?|telephones?)(?: numbers?)?", "phone", "a phone number"),
    (
        r"linkedin(?: profiles?)?|professional network(?: profiles?| links?)?",
        "professional_network",
        "a professional-network profile",
    ),
    (r"twitter(?: accounts?| profiles?| handles?)?|x account", "twitter", "a Twitter account"),
    (r"facebook(?: pages?| accounts?| profiles?)?", "facebook", "a Facebook page"),
    (r"github(?: accounts?| profiles?)?", "github", "a GitHub account"),
)
_HAVING: Final = listed(
    """
    with without have has having whose published public known listed office a an no lack lacks
    lacking missing record lists shows show gives and or both their direct
    official either not work that who
    """
)
_EMPLOYED: Final = listed("appointee appointees appointments staff employees officials executives")
_UNLISTED: Final = listed("not isnt arent unlisted unpublished missing unknown unavailable")
_LISTED: Final = _UNLISTED | listed(
    "is are listed available published known on file record public given"
)
_PARTIES: Final = {
    r"liberal democrats?|lib dems?": ("liberal democrats", "Liberal Democrat"),
    r"republicans?|gop": ("republican", "Republican"),
    r"democrats?|democratic(?: party)?|dems?|dfl": ("democratic", "Democratic"),
    r"labour(?: party)?": ("labour", "Labour"),
    r"conservatives?(?: party)?|tory|tories": ("conservative", "Conservative"),
    r"scottish national(?:ist)?s?(?: party)?|snp": (
        "scottish national party",
        "Scottish National Party",
    ),
    r"independents?": ("independent", "Independent"),
    r"libertarians?": ("libertarian", "Libertarian"),
    r"greens?|green party": ("green", "Green"),
    r"reform(?: uk)?": ("reform uk", "Reform UK"),
    r"dup": ("democratic unionist party", "Democratic Unionist Party"),
    r"non ?partisans?": ("nonpartisan", "Nonpartisan"),
}
_BOTH_PARTIES: Final = (
    r"(?:from |of |in )?the (?:two )?(?:big|major|main|large)"
    r"(?: political)? parties"
)
_THIRD_PARTY: Final = (
    r"(?:independents? (?:or|and) )?(?:from )?(?:a )?(?:third|minor) part(?:y|ies)"
    r"(?: (?:or|and) independents?)?"
)
_APPOINTMENTS: Final = {
    r"(?:senior executive service|ses|senior executives)": ("senior executive service",),
    r"schedule c": ("schedule c excepted appointment",),
    r"(?:non ?career|political(?:ly)? appoint(?:ees?|ed))": (
        "non career appointment",
        "schedule c excepted appointment",
    ),
    r"career": ("career appointment",),
    r"senate confirmed|confirmed by the senate": (
        "presidential appointment with senate confirmation",
    ),
    r"presidential(?:ly)? appoint(?:ees?|ed|ments?)": (
        "presidential appointment with senate confirmation",
        "presidential appointment",
    ),
    r"executive schedule": ("executive schedule",),
    r"general schedule": ("general schedule",),
    r"limited term": ("limited term appointment",),
    r"senior level": ("senior level",),
}


_NO_COUNT: Final = listed("or years year term terms time times way st nd rd th of")
"""Words after which a number is none of people: `two-term governors`."""


_ASKING: Final = frozenset({""}) | listed("find list me show need want get the give us for i about")
"""What stands before a number of people: not `district`."""


def read_count(reading: Reading) -> int | None:
    """`20 senators`, `top 50 CFOs`, `a dozen mayors`: how many are wanted."""
    for start, end, match in reading.search(
        rf"(?:find |list |give me |show me )?(?:the )?(?:top |first |best )?({NUMBER})(?= [a-z])"
    ):
        wanted = number(match[1])
        follows = reading.words[end] if end < len(reading.words) else None
        if follows is None or follows.text in _NO_COUNT:
            continue
        if reading.words[end - 1].capital and follows.capital and not match[1].isdigit():
            continue  # `Three Rivers`
        if reading.before(start) in _ASKING and 1 < wanted <= 500:
            reading.take(start, end)
            return wanted
    return None


def read_contacts(reading: Reading) -> list[Condition]:
    """Availability: `with both a published e-mail and an office phone`; `or` makes alternatives."""
    spans: list[tuple[int, int, tuple[str, ...], str]] = []
    for pattern, value, label in _CONTACTS:
        for start, end, _ in reading.search(rf"(?:{pattern})(?=\s|$)"):
            if reading.before(start, frozenset({"the"})) in ("of", "on", "about", "for"):
                continue  # `in charge of telephones`
            reading.take(start, end)
            spans.append((start, end, (value,), label))
    spans.sort()
    if not spans:
        return []
    first = spans[0][0]
    while first > 0 and reading.words[first - 1].text in _HAVING:
        first -= 1
    negated = _lacking(reading, first, spans[0][0])
    lacking = [negated]
    for (_, before, *_), (after, *_) in pairwise(spans):
        # `with an e-mail but no phone`: what joins them may turn the sense.
        own = _lacking(reading, before, after)
        turned = own or "but" in reading.texts(before, after)
        lacking.append(own if turned else lacking[-1])
    reading.take(first, spans[0][0])
    either = any(reading.words[at].text == "or" for at in range(spans[0][0], spans[-1][1]))
    for at in range(spans[0][1], spans[-1][0]):
        reading.take(at, at + 1)
    last = end = spans[-1][1]
    while end < len(reading.words) and reading.words[end].text in _LISTED:
        end += 1
    if reading.words[end - 1].text not in ("is", "are", "not", "on"):
        reading.take(last, end)
        unlisted = any(word.text in _UNLISTED for word in reading.words[last:end])
        lacking = [each ^ unlisted for each in lacking]
    if either and len(set(lacking)) == 1:
        values = tuple(value for _, _, each, _ in spans for value in each)
        spans = [(first, spans[-1][1], values, " or ".join(label for *_, label in spans))]
    return [
        Condition(
            kind="contact",
            label=label,
            description=f"Has no {label.split(' ', 1)[1]}" if no else f"Has {label}",
            clauses=(Clause("has", values=values),),
            text=reading.said(start, end),
            negated=no,
            weight=1.3,
        )
        for (start, end, values, label), no in zip(spans, lacking, strict=False)
    ]


def _lacking(reading: Reading, start: int, end: int) -> bool:
    said = ("without", "no", "not", "lack", "lacks", "lacking", "missing")
    return any(word.text in said for word in reading.words[start:end])


def read_party(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Parties; several are alternatives."""
    known = vocabulary.values("party")
    for pattern in (_BOTH_PARTIES, _THIRD_PARTY):
        for start, end, _ in reading.search(rf"(?:{pattern})(?=\s|$)"):
            reading.take(start, end)
            outside = pattern == _THIRD_PARTY or reading.negated[end - 1]
            return [_big_parties(reading, start, end, outside)]
    found: list[tuple[int, int, str, str]] = []
    for pattern, (value, label) in _PARTIES.items():
        if value not in known:
            continue
        for start, end, _ in reading.search(rf"(?:{pattern})(?=\s|$)"):
            word = reading.words[start]
            if (
                reading.cased
                and not word.capital
                and word.text != "independents"
                and value in ("labour", "green", "independent", "conservative", "reform uk")
            ):
                continue
            reading.take(start, end)
            found.append((start, end, value, label))
    stems = {word.stem for word in reading.words}
    for words, values in vocabulary.phrase_index("party").items():
        # There are hundreds of parties, and a query says the first word of hardly any.
        if len(words) > 1 and words[0] in stems:
            for start, end, _ in reading.find({words: values}, len(words)):
                reading.take(start, end)
                found.append((start, end, values[0], reading.said(start, end)))
    if not found:
        return []
    for start, end, _ in reading.search(r"only(?=\s|$)|party(?=\s|$)"):
        reading.take(start, end)
    label = " or ".join(dict.fromkeys(item[3] for item in found))
    return [
        Condition(
            kind="party",
            label=label,
            description=f"Belongs to the {label} party"
            if "party" not in label.lower()
            else f"Belongs to the {label}",
            clauses=(Clause("party", values=tuple(dict.fromkeys(item[2] for item in found))),),
            text=reading.said(found[0][0], found[0][1]),
            negated=reading.negated[found[0][0]],
            weight=1.4,
        )
    ]


def _big_parties(reading: Reading, start: int, end: int, negated: bool) -> Condition:
    """`third-party legislators` are of neither of the two big parties of the United States."""
    return Condition(
        kind="party",
        label="Republican or Democratic",
        description="Belongs to the Republican or the Democratic party",
        clauses=(Clause("party", values=("republican", "democratic")),),
        text=reading.said(start, end),
        negated=negated,
        weight=1.4,
    )


def read_appointment(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Kinds of public appointment and pay plans."""
    known = vocabulary.values("appointment")
    conditions = []
    for pattern, values in _APPOINTMENTS.items():
        present = tuple(value for value in values if value in known)
        if not present:
            continue
        for start, end, _ in reading.search(rf"(?:{pattern})(?=\s|$)"):
            reading.take(start, end)
            if end < len(reading.words) and reading.words[end].text in _EMPLOYED:
                reading.take(end, end + 1)
            label = " or ".join(present)
            conditions.append(
                Condition(
                    kind="appointment",
                    label=label,
                    description=f"Holds a position of this kind: {label}",
                    clauses=(Clause("appointment", values=present),),
                    text=reading.said(start, end),
                    negated=reading.negated[start],
                    weight=1.2,
                )
            )
            break
    return conditions
