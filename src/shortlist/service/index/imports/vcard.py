"""vCard (RFC 6350 and the versions before it): each card as an object of our names.

A card is read line by line and no longer than a row may be; nothing else of a file is in memory.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Final

from shortlist.service.index.imports.json_values import language_name
from shortlist.service.index.imports.records import from_object
from shortlist.service.index.imports.rows import (
    LINE_MOST_BYTES,
    BadRow,
    EmptyRow,
    Rest,
    Row,
    Skipped,
    row_mark,
    too_long,
)
from shortlist.service.lexicon.text import listed

KIND: Final = "vcard"

_NAME: Final = re.compile(r"(?:[\w-]{1,60}\.)?([A-Za-z][\w-]{0,60})(?=[;:])", re.ASCII)
_PARAMETER: Final = re.compile(
    r';([A-Za-z][\w-]{0,60})(?:=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*))?', re.ASCII
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_DAY: Final = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})")
_NOBODY: Final = ("group", "org", "location", "application", "device")
_LINES_MOST: Final = 2000
_NETWORK: Final = {"linkedin": "professional_network", "x": "twitter"}
_READ: Final = listed(
    """
    BEGIN END VERSION KIND FN N NICKNAME ORG TITLE ROLE EMAIL TEL ADR URL NOTE LANG EXPERTISE
    SKILL UID REV SOCIALPROFILE X-SOCIALPROFILE CATEGORIES PRODID SOURCE
    """
)


@dataclass(frozen=True, slots=True)
class Property:
    """A line of a card."""

    value: str
    """As it is written, with its escapes."""
    parameters: dict[str, list[str]] = field(default_factory=dict)
    """By name in capitals, each value in lower case."""

    @property
    def kinds(self) -> set[str]:
        """What it is said to be of, such as `work`; of older versions `WORK` alone says it."""
        bare = {name.lower() for name, values in self.parameters.items() if not values}
        return {*self.parameters.get("TYPE", ()), *bare}

    @property
    def rank(self) -> int:
        """1 is preferred most; 100 of none."""
        given = "".join(self.parameters.get("PREF", ()))
        if "pref" in self.kinds:
            return 1
        return int(given) if given.isdecimal() and len(given) < 4 else 100

    @property
    def text(self) -> str:
        """The value as it is meant."""
        return unescaped(self.value).strip()

    def pieces(self, mark: str = ";") -> list[str]:
        """The pieces of a value of several, such as a name's."""
        cut, start, at = [], 0, 0
        while at < len(self.value):
            if self.value[at] == mark:
                cut.append(self.value[start:at])
                start = at + 1
            at += 2 if self.value[at] == "\\" else 1
        return [unescaped(piece).strip() for piece in (*cut, self.value[start:])]


Card = dict[str, list[Property]]
"""By name in capitals, in the order of the card."""


def unescaped(value: str) -> str:
    """`value` with its escapes resolved."""
    return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def read_vcards(
    opened: IO[bytes], source: str, mapping: Mapping[str, str] | None, rest: Rest
) -> Iterator[Row | Skipped]:
    """The people of a file of cards, with the line that each begins at."""
    for line, card in _cards(opened):
        if isinstance(card, str):
            yield Skipped(line, card)
            continue
        kind = next((each.text.lower() for each in card.get("KIND", ())), "individual")
        if kind in _NOBODY:
            yield Skipped(line, f"a card of a{'n' if kind[0] in 'aeio' else ''} {kind}", empty=True)
            continue
        rest.leave(name for name in card if name not in _READ)
        try:
            given = person_of(card)
            record = from_object(given, source, mapping, rest, as_is=False)
            yield Row(line, record, row_mark(given))
        except BadRow as error:
            yield Skipped(line, str(error), isinstance(error, EmptyRow))


def _cards(opened: IO[bytes]) -> Iterator[tuple[int, Card | str]]:
    """The cards of a file, each with its line; a text says why one was not read."""
    card: Card = {}
    began, size, lines, wrong = 0, 0, 0, ""
    for number, line in _unfolded(opened):
        name = line.strip().upper() if len(line) < 80 else ""
        if name == "BEGIN:VCARD":
            if began:
                yield began, "it never ends"
            card, began, size, lines, wrong = {}, number, 0, 0, ""
        elif not began:
            continue
        elif name == "END:VCARD":
            yield began, wrong or card
            card, began = {}, 0
        elif not wrong:
            size, lines = size + len(line), lines + 1
            if size > LINE_MOST_BYTES or lines > _LINES_MOST:
                card, wrong = {}, too_long()
            elif (read := _property(line)) is not None:
                card.setdefault(read[0], []).append(read[1])
    if began:
        yield began, "it never ends"


def _unfolded(opened: IO[bytes]) -> Iterator[tuple[int, str]]:
    """The lines of a file, each with what was folded into lines of its own, cut where it is longer
    than a row may be."""
    whole, began, soft, number = bytearray(), 0, False, 0
    while line := opened.readline(LINE_MOST_BYTES):
        if len(line) == LINE_MOST_BYTES and not line.endswith(b"\n"):
            while (more := opened.readline(LINE_MOST_BYTES)) and not more.endswith(b"\n"):
                pass
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        line = line.rstrip(b"\r\n")
        if soft or (began and line[:1] in (b" ", b"\t")):
            if soft:
                del whole[-1:]
            whole += (line if soft else line[1:])[: LINE_MOST_BYTES + 1 - len(whole)]
        else:
            if began:
                yield began, whole.decode(errors="replace")
            whole, began = bytearray(line), number
        # vCard 2.1 goes on after `=` at the end of a line.
        soft = whole.endswith(b"=") and b"QUOTED-PRINTABLE" in whole[:200].upper()
    if began:
        yield began, whole.decode(errors="replace")


def _property(line: str) -> tuple[str, Property] | None:
    """The name and the rest of a line; None of what is none."""
    found = _NAME.match(line)
    if found is None:
        return None
    parameters: dict[str, list[str]] = {}
    at = found.end()
    while given := _PARAMETER.match(line, at):
        values = given[2].replace('"', "").lower().split(",") if given[2] is not None else []
        parameters.setdefault(given[1].upper(), []).extend(values)
        at = given.end()
    if line[at : at + 1] != ":":
        return None
    value = line[at + 1 :]
    quoted = "QUOTED-PRINTABLE" in parameters or "quoted-printable" in parameters.get(
        "ENCODING", ()
    )
    if quoted:
        value = quopri.decodestring(value.encode()).decode(errors="replace")
    return found[1].upper(), Property(value, parameters)


def person_of(card: Card) -> dict[str, Any]:
    """The object of `records.from_object` that says what a card says.

    Of an address the town and what it is in are read, and no street; birthdays, pictures and keys
    are not.
    """
    name = next((each.pieces() for each in card.get("N", ())), [])
    last, first, middle, _, suffix = (*name, "", "", "", "", "")[:5]
    full = _first(card, "FN") or " ".join(each for each in (first, middle, last) if each)
    of = next((each.pieces() for each in _ranked(card, "ORG")), [])
    links = list(_links(card))
    profile = next((each["url"] for each in links if each["type"] == "professional_network"), None)
    known = [tag for each in _ranked(card, "LANG") if (tag := language_name(each.text))]
    person: dict[str, Any] = {
        "id": _first(card, "UID").removeprefix("urn:uuid:"),
        "name": f"{full}, {suffix}" if suffix and full and suffix not in full else full,
        "first_name": first,
        "last_name": last,
        "title": _first(card, "TITLE") or _first(card, "ROLE"),
        "company": next(iter(of), ""),
        "department": ", ".join(each for each in of[1:] if each),
        "profile_url": profile or _first(card, "URL"),
        "links": links,
        "summary": "\n".join(each.text for each in card.get("NOTE", ())),
        "languages": list(dict.fromkeys(known)),
        "skills": [
            skill
            for name in ("EXPERTISE", "SKILL")
            for each in card.get(name, ())
            for skill in each.pieces(",")
            if skill
        ],
        "as_of": _day(_first(card, "REV")),
        **_place(card),
        **_reached(card),
    }
    if groups := [group for each in card.get("CATEGORIES", ()) for group in each.pieces(",")]:
        person["facts"] = {"categories": groups}
    return {key: value for key, value in person.items() if value}


def _ranked(card: Card, name: str) -> list[Property]:
    return sorted(card.get(name, ()), key=lambda each: each.rank)


def _first(card: Card, name: str) -> str:
    return next((text for each in _ranked(card, name) if (text := each.text)), "")


def _day(moment: str) -> str:
    found = _DAY.match(moment)
    return "-".join(found.groups()) if found else ""


def _place(card: Card) -> dict[str, str]:
    """The place of work rather than of home."""
    addresses = sorted(_ranked(card, "ADR"), key=lambda each: "home" in each.kinds)
    for address in addresses:
        pieces = (*address.pieces(), "", "", "", "", "", "", "")
        place = {"city": pieces[3], "region": pieces[4], "country": pieces[6]}
        if any(place.values()):
            return place
    return {}


def _reached(card: Card) -> dict[str, str]:
    """Addresses and a number: private ones only where the card says that they are."""
    found: dict[str, str] = {}
    for each in _ranked(card, "EMAIL"):
        kinds = each.kinds
        field = "work_email" if "work" in kinds else "personal_email" if "home" in kinds else ""
        found.setdefault(field or "email", each.text.removeprefix("mailto:"))
    numbers = [each for each in _ranked(card, "TEL") if "fax" not in each.kinds]
    for each in sorted(numbers, key=lambda each: "work" not in each.kinds):
        found.setdefault("phone", each.text.removeprefix("tel:"))
    return found


def _links(card: Card) -> Iterator[dict[str, str]]:
    for name in ("SOCIALPROFILE", "X-SOCIALPROFILE", "URL"):
        for each in card.get(name, ()):
            url = each.text
            service = each.parameters.get("SERVICE-TYPE") or sorted(each.kinds - {"pref"})
            kind = service[0] if service and name != "URL" else "web"
            kind = "linkedin" if "linkedin.com/in/" in url.lower() else kind
            if "://" in url:
                yield {"type": _NETWORK.get(kind, kind), "url": url}
