"""Reading places and organisations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shortlist.service.index.retrieval import All, AnyOf, Where
from shortlist.service.lexicon import places, roles
from shortlist.service.lexicon.organisations import SHORT, acronym
from shortlist.service.lexicon.text import COMPANY_NOUNS, listed
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.read_roles import VERBS
from shortlist.service.search.reading import Reading, Word
from shortlist.service.search.vocabulary import SUFFIXES, Vocabulary

_LONGEST_PLACE: Final = 5
_LONGEST_ORGANISATION: Final = 11
"""With its inner `the`s."""
_LONGEST_UNIT: Final = 12
_NEEDS_CAPITAL: Final = listed(
    """
    us dc la sf south west east north mountain pacific gulf northwest southwest southeast
    northeast mobile reading bath hull nice normal orange buffalo enterprise independence
    liberty union fairfax commerce industry hope surprise turkey chad jordan georgia polish
    dutch in or me hi ok oh id de va pa ma mi md al ca co md mo nd mn ne ct ar az
    """
)
Span = tuple[int, int, tuple[str, ...]]
"""Where a place is named, and the paths it may be."""
_STATE_CODES: Final = frozenset(code for code in places.STATES if code.isupper() and len(code) == 2)
_OF_A_STATE: Final = listed(
    "state senate house assembly legislature senators legislators lawmakers"
)
_GIVEN: Final = frozenset({"grant", "award", "fund", "fellowship", "scholarship", "prize"})
_FROM: Final = VERBS | frozenset({"from", "of", "for", "speaking", "s"})
_AMBASSADOR: Final = Clause("title_word", words=("ambassador",))


def read_places(
    reading: Reading,
    vocabulary: Vocabulary,
    diplomats: bool,
    role_ids: frozenset[str],
    beside: Where | None = None,
) -> list[Condition]:
    """The places of a query. Places joined by `or`, `and` or commas are alternatives.

    `beside`: what else the query demands; of several places of one name those are meant where
    such people are.
    """
    holders = beside
    if role_ids and not role_ids & roles.CORPORATE:
        of_role = AnyOf("role", tuple(sorted(role_ids)))
        holders = All((of_role, beside)) if beside is not None else of_role
    spans: list[Span] = []
    for size in range(min(_LONGEST_PLACE, len(reading.words)), 0, -1):
        for at in range(len(reading.words) - size + 1):
            if not reading.free(at, at + size):
                continue
            paths = _paths(reading, vocabulary, at, at + size)
            if paths and at and reading.words[at - 1].capital and _splits(reading, vocabulary, at):
                continue
            end = at + size
            if paths and end < len(reading.words) and _splits(reading, vocabulary, end):
                continue
            if paths:
                reading.take(at, at + size)
                spans.append((at, at + size, paths))
    spans.sort()
    conditions = []
    for group in _groups(reading, spans):
        start, end = group[0][0], group[-1][1]
        wanted = _resolve([paths for _, _, paths in group], vocabulary, holders)
        before = reading.before(start, frozenset({"the", "both", "either"}))
        demonym = _is_demonym(reading, group[0])
        home = diplomats and (
            before in _FROM or demonym or not before or "un_representative" in role_ids
        )
        if diplomats and before in ("to", "with", "at"):
            continue_key = "title_word"
        else:
            continue_key = "home" if home else "place"
        label = " or ".join(dict.fromkeys(_label(reading, each) for each in _kept(group, wanted)))
        verb = "Represents" if continue_key == "home" else "Is in"
        conditions.append(
            Condition(
                kind="place",
                label=label,
                description=f"{verb} {label}",
                clauses=(Clause(continue_key, values=wanted),)
                if continue_key != "title_word"
                else (
                    Clause("title_word", words=_said_stems(reading, start, end)),
                    Clause("place", values=wanted, also=(_AMBASSADOR,)),
                ),
                text=reading.said(start, end),
                negated=reading.negated[start],
                weight=1.9,
            )
        )
    return conditions


def _kept(group: list[Span], wanted: tuple[str, ...]) -> list[Span]:
    """The names that say where: `England` of `the North East of England` says nothing more."""
    return [span for span in group if set(span[2]) & set(wanted)] or group


def _said_stems(reading: Reading, start: int, end: int) -> tuple[str, ...]:
    return tuple(word.stem for word in reading.words[start:end] if word.text != "the")


def _splits(reading: Reading, vocabulary: Vocabulary, at: int) -> bool:
    """Whether a name runs over `at`: `North East` of `East of England`, `South Dakota`."""
    if (
        not reading.words[at].capital
        or not reading.free(at - 1, at + 1)
        or reading.words[at - 1].comma
    ):
        return False
    return bool(_paths(reading, vocabulary, at - 1, at + 1))


def _is_demonym(reading: Reading, span: tuple[int, int, tuple[str, ...]]) -> bool:
    words = " ".join(reading.texts(span[0], span[1]))
    return words in places.DEMONYMS or (
        words == "us" and reading.before(span[0]) in ("", "the", "is")
    )


def _paths(reading: Reading, vocabulary: Vocabulary, start: int, end: int) -> tuple[str, ...]:
    words = reading.texts(start, end)
    name = " ".join(words)
    first = reading.words[start]
    if end - start == 1 and not _may_be_place(reading, start):
        return ()
    after = reading.words[end].text if end < len(reading.words) else ""
    if first.raw in _STATE_CODES and end - start == 1 and after in _OF_A_STATE:
        return (places.STATES[first.raw],)  # `LA state senators` are no city's
    if name in places.ALIASES:
        return (places.ALIASES[name],)
    found: dict[str, None] = {}
    if name in places.REGIONS:
        return places.REGIONS[name]
    if name in places.NATIONS:
        return (places.NATIONS[name],)
    if end - start == 1 and first.raw in _STATE_CODES:
        return (places.STATES[first.raw],)
    if name in places.STATES:
        found[places.STATES[name]] = None
    if code := places.COUNTRIES.get(name):
        found[code] = None
    if code := places.DEMONYMS.get(name):
        found[code] = None
    if first.capital or not reading.cased:
        for path in vocabulary.place_names.get(words, ()):
            if not any(places.contains(wide, path) for wide in found if "/" in wide):
                found[path] = None
    return tuple(found)


def _may_be_place(reading: Reading, at: int) -> bool:
    word = reading.words[at]
    if word.text in _NEEDS_CAPITAL and not word.capital:
        return len(word.text) > 3 and not reading.cased and word.text not in ("mobile", "reading")
    if word.text == "us":
        return word.raw.replace(".", "") == "US"
    if not word.text.isascii():
        return True
    if len(word.text) == 2 and not word.raw.replace(".", "").isupper():
        return False
    return len(word.text) > 1


def _groups(reading: Reading, spans: list[Span]) -> list[list[Span]]:
    groups: list[list[Span]] = []
    for span in spans:
        if groups and reading.either(groups[-1][-1][1], span[0]):
            groups[-1].append(span)
        else:
            groups.append([span])
    return groups


def _resolve(
    alternatives: list[tuple[str, ...]], vocabulary: Vocabulary, holders: Where | None
) -> tuple[str, ...]:
    """One meaning of each name: `Portland, Oregon` is one place, `Ohio or Utah` are two."""
    home, place = vocabulary.values("home"), vocabulary.values("place")

    def known(path: str) -> int:
        """How many people are there."""
        return home.get(path) or place.get(path, 0)

    chosen: list[str] = []
    states = any(len(paths) == 1 and paths[0].count("/") == 1 for paths in alternatives)
    for at, paths in enumerate(alternatives):
        if len(paths) == 1 or paths in places.REGIONS.values():
            chosen += paths
            continue
        following = alternatives[at + 1] if at + 1 < len(alternatives) else ()
        inside = [p for p in paths if any(p.startswith(f"{wide}/") for wide in following)]
        if inside:
            chosen += inside
            continue
        if holders is not None and (likely := vocabulary.likely_places(paths, holders)):
            chosen += likely
            continue
        if states and (level := [path for path in paths if path.count("/") == 1]):
            chosen += level
            continue
        widest = [path for path in paths if path.count("/") < 2]
        most = max(map(known, paths), default=0)
        chosen += widest or [path for path in paths if known(path) * 5 >= most]
    in_one = {path.split("/")[0] for path in chosen}
    if len(in_one) == 1 and len(alternatives) == 2 and chosen[-1] in places.NATIONS.values():
        chosen = [path for path in chosen if path not in places.NATIONS.values()] or chosen
    # `Minnesota, United States` is the narrower of the two.
    chosen = [p for p in chosen if not any(n.startswith(f"{p}/") for n in chosen)]
    return tuple(dict.fromkeys(chosen))


def _label(reading: Reading, span: tuple[int, int, tuple[str, ...]]) -> str:
    start, end, paths = span
    if len(paths) == 1:
        return places.label(paths[0])
    said = reading.said(start, end)
    return said if said[:1].isupper() else said.title()


def read_organisations(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """The organisations of a query, by name, acronym or a distinctive part of the name."""
    conditions = []
    index = vocabulary.organisations

    def accept(start: int, end: int, keys: tuple[str, ...]) -> bool:
        words = reading.words[start:end]
        name = " ".join(reading.name(start, end))
        exact = not set(reading.names(start, end)).isdisjoint(keys)
        if not exact and reading.stems(start, end) in roles.PHRASES:
            return False
        if any(word.stem in _GIVEN for word in reading.words[end : end + 2]):
            return False  # `NSF grants` are no place to work at
        if (
            end < len(reading.words)
            and reading.words[end].stem in COMPANY_NOUNS
            and not (exact and words[0].capital)
        ):
            return False  # `waste management companies` are a kind of company
        if (
            name in places.REGIONS
            or _is_chamber(words)
            or (not exact and _begins_place(reading, vocabulary, start, end))
            or (tuple(word.text for word in words) in vocabulary.place_names and not exact)
        ):
            return False
        if end - start > 1:
            return exact or any(word.capital for word in words) or not reading.cased
        word, before = words[0], reading.before(start, frozenset({"the"}))
        if reading.abbreviates(start) and word.raw not in _STATE_CODES and (exact or name in SHORT):
            return True  # `HP executives`
        if len(word.text) < 3 and word.text.isascii() and not word.raw.isupper():
            return False
        if name in places.STATES or name in places.COUNTRIES or name in places.REGIONS:
            return False
        if word.raw.isupper() and len(word.raw) >= 3 and any(acronym(key) == name for key in keys):
            return True
        placed = before in ("at", "of", "from", "for", "by", "in") or word.owner
        if reading.cased:
            return (word.capital and (start > 0 or word.owner or exact)) and (exact or placed)
        return placed and exact

    for start, end, keys in reading.find(index, _LONGEST_ORGANISATION, by="texts", accept=accept):
        if not reading.free(start, end):
            continue
        name = " ".join(reading.name(start, end))
        exact = tuple(key for key in keys if _is_called(key, reading.names(start, end)))
        chosen = exact or keys
        single_place = end - start == 1 and name in places.STATES
        if single_place or (name in places.COUNTRIES):
            continue
        reading.take(start, end)
        label = reading.said(start, end)
        conditions.append(
            Condition(
                kind="organisation",
                label=label,
                description=f"Works at {label}",
                clauses=(Clause("company", values=chosen[:200]),),
                near=(Clause("past_company", values=chosen[:200]),),
                text=label,
                negated=reading.negated[start],
                weight=1.8,
            )
        )
    either = any(word.text in ("or", "and") or word.comma for word in reading.words)
    return _merge(conditions, alternatives=either)


def _begins_place(reading: Reading, vocabulary: Vocabulary, start: int, end: int) -> bool:
    """Whether a longer name of a place begins so: `Palo` of `Palo Alto`."""
    last = min(start + _LONGEST_PLACE, len(reading.words))
    return any(
        reading.texts(start, to) in vocabulary.place_names for to in range(end + 1, last + 1)
    )


def _is_chamber(words: list[Word]) -> bool:
    """A state's chamber is read as the place and the chamber."""
    name = " ".join(word.text for word in words)
    return any(name.startswith(f"{state} ") for state in places.STATES if state.islower()) and (
        words[-1].text in ("senate", "assembly", "house", "representatives", "delegates")
    )


def _is_called(key: str, names: tuple[str, ...]) -> bool:
    """Whether `key` is one of `names`, suffixes such as `software` aside."""
    return key in names or any(
        key.startswith(f"{name} ") and set(key.removeprefix(name).split()) <= SUFFIXES
        for name in names
    )


def read_units(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Units by a whole name of three words or more, before its parts are read as something else:
    `Bureau of Diplomatic Security`."""

    whole = [
        (at, to)
        for at, to, keys in reading.find(
            vocabulary.organisations, _LONGEST_ORGANISATION, by="texts"
        )
        if " ".join(reading.name(at, to)) in keys
    ]

    def accept(start: int, end: int, _: tuple[str, ...]) -> bool:
        if end - start < 3 or (reading.cased and not reading.words[start].capital):
            return False
        within = any(at <= start and end <= to for at, to in whole)
        return not within and reading.stems(start, end) not in roles.PHRASES

    return _units(reading, vocabulary, accept)


def read_departments(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Units inside organisations, of two words or more, or an acronym in capitals."""

    def accept(start: int, end: int, _: tuple[str, ...]) -> bool:
        return end - start > 1 or reading.words[start].raw.isupper()

    return _units(reading, vocabulary, accept)


def _units(
    reading: Reading,
    vocabulary: Vocabulary,
    accept: Callable[[int, int, tuple[str, ...]], bool],
) -> list[Condition]:
    conditions = []
    for start, end, keys in reading.read(
        vocabulary.departments, _LONGEST_UNIT, by="texts", accept=accept
    ):
        label = reading.said(start, end)
        conditions.append(
            Condition(
                kind="department",
                label=label,
                description=f"Works in {label}",
                clauses=(Clause("department", values=keys),),
                text=label,
                negated=reading.negated[start],
                weight=1.3,
            )
        )
    return conditions


def _merge(conditions: list[Condition], *, alternatives: bool) -> list[Condition]:
    """Several organisations of one query are alternatives, unless one is excluded."""
    wanted = [condition for condition in conditions if not condition.negated]
    if len(wanted) < 2:
        return conditions
    values = tuple(dict.fromkeys(v for c in wanted for v in c.clauses[0].values))
    label = " or ".join(condition.label for condition in wanted)
    both = set.intersection(*(set(c.clauses[0].values) for c in wanted))
    if both and not alternatives:
        # `Tenth Circuit Court of Appeals`: parts of one name.
        values = tuple(value for value in values if value in both)
        label = " ".join(condition.label for condition in wanted)
    merged = Condition(
        kind="organisation",
        label=label,
        description=f"Works at {label}",
        clauses=(Clause("company", values=values),),
        near=(Clause("past_company", values=values),),
        text=label,
        weight=1.8,
    )
    return [merged, *(condition for condition in conditions if condition.negated)]
