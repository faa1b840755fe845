"""Your own verdicts on the people of a Set, beside those of the service.

They are kept on this machine alone, each with its reason and with what the service had said, so
that it can be told how often the two agree, and what the words of a criterion let through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shortlist.desk.database import Database, dump, format_now, load

if TYPE_CHECKING:
    from shortlist.contract.sets import SetItem, Verification

VERDICTS: Final = {"yes": "satisfied", "no": "unsatisfied"}
"""What one says, and what the service calls it."""
SELDOM: Final = 0.5
"""With less agreement than this, other words are offered."""
FEWEST: Final = 3
"""From so many verdicts of one's own on."""
_VALUES_MOST: Final = 3
_LONGEST: Final = 500
"""Characters of a criterion (section 4.2)."""


@dataclass(frozen=True, slots=True)
class OwnVerdict:
    """What somebody here says of one person and one criterion."""

    set_id: str
    person_id: str
    criterion: str
    """Its words."""
    verdict: str
    """`yes` or `no`."""
    reason: str
    said: str
    """What the service had said: `satisfied`, `unsatisfied` or `unclear`."""
    at: str = ""
    name: str = ""
    profile_url: str = ""
    values: tuple[str, ...] = ()
    """What the service's verdict stood on, in the words of the record."""

    @property
    def agrees(self) -> bool:
        return VERDICTS.get(self.verdict) == self.said


class Agreement(NamedTuple):
    """How often somebody and the service said the same of a criterion."""

    agreed: int
    told: int

    @property
    def is_seldom(self) -> bool:
        return self.told >= FEWEST and self.agreed < SELDOM * self.told


def of_verdict(
    item: SetItem, set_id: str, checked: Verification, verdict: str, reason: str
) -> OwnVerdict:
    """A verdict of one's own on what `checked` decided of an item."""
    quotes = [str(each.quote) for each in checked.references if each.quote]
    person = item.person
    values = quotes or [value for value in (person.title, person.company) if value]
    return OwnVerdict(
        set_id=set_id,
        person_id=person.person_id,
        criterion=" ".join((checked.criterion or checked.criterion_id).split()),
        verdict=verdict,
        reason=" ".join(reason.split()),
        said=checked.status,
        name=person.name or "",
        profile_url=person.profile_url or "",
        values=tuple(" ".join(value.split())[:200] for value in quotes[:_VALUES_MOST] or values),
    )


class OwnVerdicts(Database):
    """Part of `desk.store.Store`, whose transactions and account it uses."""

    def overrule(self, verdict: OwnVerdict) -> None:
        """Keep a verdict, in place of an earlier one on the same person and criterion."""
        body = {name: getattr(verdict, name) for name in _KEPT}
        body |= {"person_id": verdict.person_id, "profile_url": verdict.profile_url}
        key = (verdict.set_id, verdict.person_id, verdict.criterion)
        self._put("own_verdicts", *key, dump(body), format_now())

    def take_back(self, set_id: str, person_id: str, criterion: str) -> bool:
        """Forget a verdict of one's own; whether there was one."""
        with self._change() as db:
            sql = (
                "DELETE FROM own_verdicts WHERE account = ? AND set_id = ? AND person_id = ? "
                "AND criterion = ?"
            )
            return bool(db.execute(sql, (self.account, set_id, person_id, criterion)).rowcount)

    def own_verdicts(self, set_id: str = "") -> list[OwnVerdict]:
        """Those on the people of a Set, or of all Sets, oldest first."""
        where, values = ("AND set_id = ? ", [set_id]) if set_id else ("", [])
        rows = self._rows(
            "SELECT set_id, person_id, criterion, body, at FROM own_verdicts "
            f"WHERE account = ? {where}ORDER BY at",
            (self.account, *values),
        )
        return [_read(*row) for row in rows]


_KEPT: Final = ("verdict", "reason", "said", "name", "values")


def _read(set_id: str, person_id: str, criterion: str, text: str, at: str) -> OwnVerdict:
    body = load(text, dict)
    told = {name: str(body.get(name) or "") for name in ("verdict", "reason", "said", "name")}
    values = body.get("values")
    kept = tuple(map(str, values)) if isinstance(values, list) else ()
    page = str(body.get("profile_url") or "")
    return OwnVerdict(set_id, person_id, criterion, at=at, profile_url=page, values=kept, **told)


def agreements(verdicts: Iterable[OwnVerdict]) -> dict[str, Agreement]:
    """By criterion, how often the two said the same."""
    told: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    for each in verdicts:
        told[each.criterion] += 1
        agreed[each.criterion] += each.agrees
    return {name: Agreement(agreed[name], count) for name, count in told.items()}


def reworded(criterion: str, verdicts: Iterable[OwnVerdict]) -> str:
    """Other words for a criterion, from what the verdicts that were overruled stood on: a draft.

    What only those stood on who are none is taken out of it, and what those stood on who are, and
    were not thought to be, is put in. Without either it is the criterion as it stands.
    """
    own = [each for each in verdicts if each.criterion == criterion]
    yes = Counter(value for each in own if each.verdict == "yes" for value in each.values)
    no = Counter(value for each in own if each.verdict == "no" for value in each.values)
    missed = {v for each in own if each.verdict == "yes" and not each.agrees for v in each.values}
    without = [value for value, _ in no.most_common() if value not in yes][:_VALUES_MOST]
    also = [value for value, _ in yes.most_common() if value in missed and value not in no]
    words = criterion.rstrip(" .")
    if also:
        words += f", or “{'”, “'.join(also[:_VALUES_MOST])}”"
    if without:
        words += f", and not “{'”, “'.join(without)}”"
    return words[:_LONGEST]


def with_own(
    rows: Iterable[Mapping[str, Any]], verdicts: Iterable[OwnVerdict]
) -> list[dict[str, Any]]:
    """Verdicts (wire shape) of one person, with one's own beside those that were overruled."""
    own = {each.criterion: each for each in verdicts}
    made = []
    for row in rows:
        words = " ".join(str(row.get("criterion") or row.get("criterion_id") or "").split())
        mine = own.get(words)
        told = {"verdict": mine.verdict, "reason": mine.reason, "at": mine.at} if mine else None
        made.append({**row, **({"yours": told} if told else {})})
    return made
