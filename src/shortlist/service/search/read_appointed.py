"""Reading who appointed somebody: `named by Joe Biden or Donald Trump`, `Trump appointees`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.names import alike
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary


def read_appointing(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """`appointed by Barack Obama`, `Trump appointees`."""
    presidents = vocabulary.values("appointed_by")
    if not presidents:
        return []
    if by_party := _appointing_party(reading, vocabulary):
        return by_party
    cue = list(
        reading.search(
            r"(?:appointed|nominated|named|commissioned|picked|chosen|selected|placed"
            r"|put (?:on the bench|forward|there)|made (?:a )?judges?) by(?: president)?"
            r"|owe(?:s|d)? (?:their|his|her) (?:seats?|jobs?|posts?|appointments?|place) to"
            r"(?: president)?"
        )
    )
    after = list(
        reading.search(
            r"(?:appointees?|nominees?|picks?|(?:appointed|nominated|named|elevated)(?: to)?"
            r"|(?:put|placed|picked|chose|make|appoint|nominate|pick|choose|name)(?: on| for)?"
            r"|made(?= (?:an? )?(?:federal |district |circuit |appeals |appellate )*judges?\b)"
            r"|(?=(?:federal |district |circuit |appeals |appellate )*judges?\b))"
            r"(?=\s|$|\b)"
        )
    )
    if cue:
        spans = [(cue[0][1], _until_joined(reading, cue[0][1]), 0)]
    else:
        spans = [(max(0, at - 3), at, cue_end) for at, cue_end, _ in after]
    read = (
        (*span, _presidents([word.text for word in reading.words[slice(*span[:2])]], presidents))
        for span in spans
    )
    start, end, cue_end, best = next((each for each in read if each[3]), (0, 0, 0, []))
    if not best:
        return []
    names = [" ".join(part.capitalize() for part in name.split()) for name in best]
    last_words = {name.split()[-1] for name in best}
    until = max(
        (
            at + 1
            for at in range(start, end)
            if any(fuzz.ratio(reading.words[at].text, w) >= 85 for w in last_words)
        ),
        default=end,
    )
    if cue:
        first = cue[0][0]
        while until < len(reading.words) and reading.words[until].text in ("or", "and"):
            # `named by Joe Biden or by Donald Trump`
            start = until + 1 + (reading.texts(until + 1, until + 2) == ("by",))
            said = reading.texts(start, _until_joined(reading, start))
            if not (more := _presidents(said, presidents)):
                break
            best = [*best, *(name for name in more if name not in best)]
            lasts = {name.split()[-1] for name in more}
            until = (
                start
                + 1
                + max(
                    at
                    for at, word in enumerate(said)
                    if any(fuzz.ratio(word, w) >= 85 for w in lasts)
                )
            )
        names = [" ".join(part.capitalize() for part in name.split()) for name in best]
    else:
        first = next(
            at
            for at in range(start, end)
            if any(alike(reading.words[at].text, p) >= 0.9 for n in best for p in n.split())
        )
        until = cue_end
    if first and reading.words[first - 1].text == "president":
        first -= 1
    label = " or ".join(names)
    condition = Condition(
        kind="appointed_by",
        label=f"appointed by {label}",
        description=f"Was appointed by {label}",
        clauses=(Clause("appointed_by", values=tuple(best)),),
        text=reading.said(first, until),
        negated=reading.negated[first],
        weight=1.2,
    )
    reading.take(first, until)
    return [condition]


def _until_joined(reading: Reading, start: int) -> int:
    """Where a name that starts there ends at the latest: after four words, or at `or`."""
    most = min(start + 4, len(reading.words))
    return next((at for at in range(start, most) if reading.words[at].text in ("or", "and")), most)


def _presidents(said: Sequence[str], presidents: Iterable[str]) -> list[str]:
    """Those of `presidents` whom the words name, first names and initials counting."""
    best: list[str] = []
    length = 0
    for president in presidents:
        parts = [part for part in president.split() if len(part) > 1]
        last = [part for part in parts if part not in ("jr", "sr")][-1]
        hits = [at for at, word in enumerate(said) if fuzz.ratio(word, last) >= 85]
        if not hits:
            continue
        given = sum(
            1 for word in said[: hits[0]] if any(fuzz.ratio(word, p) >= 85 for p in parts[:-1])
        )
        clash = [
            w for w in said[: hits[0]] if w in ("george", "h", "w") and w not in president.split()
        ]
        if clash:
            continue
        if not best or given > length:
            best, length = [president], given
        elif given == length:
            best.append(president)
    return best


def _appointing_party(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """`appointed by Republican presidents`, `judges picked by Democrats`."""
    known = vocabulary.values("appointing_party")
    said = r"(?P<party>republican|democrat)(?:s|ic)?"
    for start, end, match in reading.search(
        rf"(?:(?:appointed|nominated|named|picked|chosen|selected|put (?:there|forward)) by"
        rf" (?:an? |the )?{said}(?: presidents?| administrations?| white houses?)?"
        rf"|{said.replace('party', 'owner')}(?: president(?:s|ial)?)?"
        rf" (?:appointees?|nominees?|picks))(?=\s|$)"
    ):
        party = (match["party"] or match["owner"]).replace("democrat", "democratic")
        if party not in known:
            return []
        reading.take(start, end)
        label = f"appointed by a {party.capitalize()} president"
        return [
            Condition(
                kind="appointed_by",
                label=label,
                description=f"Was {label}",
                clauses=(Clause("appointing_party", values=(party,)),),
                text=reading.said(start, end),
                negated=reading.negated[start],
                weight=1.2,
            )
        ]
    return []
