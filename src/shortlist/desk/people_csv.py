"""Reading CSV files of people, as spreadsheets and other systems write them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from shortlist.contract.anchors import normalise
from shortlist.desk.left_out import LeftOut
from shortlist.desk.places import DeskError
from shortlist.tables import read_table

_CELL_CHARS_MOST = 131_072
"""A longer cell is one whose quotation mark was left open."""
_HEADER_WITHIN = 10  # lines: exports put remarks above the header
_TOP_CHARS = 64 * 1024
_EMAIL = re.compile(r"[^\s<>()\[\],;:\"|]+@[^\s<>()\[\],;:\"|]+")
"""The first address of a cell such as `Ada Lovelace <ada@example.org>; ada@example.com`."""
_EMPTY = frozenset({"", "-", "--", "n/a", "na", "none", "null", "unknown", "?"})

_NAMES = {
    meaning: names.split() for meaning, names in read_table(Path(__file__).with_suffix(".tsv"))
}
"""Column names with case, spaces and signs taken away, by what they hold."""
_MEANS = {name: meaning for meaning, names in _NAMES.items() for name in names}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One row: its cells as they were, and the strongest anchor in it."""

    line: int
    """Where it begins in the file, from 1."""
    cells: list[str]
    anchor: dict[str, str] | None
    """What to send: one anchor of `POST /v1/enrich` (section 4.3); `None` when there is none."""
    domain: str = ""
    """Of the company, where a column tells it."""


@dataclass(frozen=True, slots=True)
class PeopleCsv:
    """A whole file."""

    header: list[str]
    rows: list[PersonRow]

    @property
    def anchors(self) -> Counter[str]:
        """How many rows have which kind of anchor; under an empty name, none."""
        return Counter(" + ".join(row.anchor) if row.anchor else "" for row in self.rows)

    def without(self, left_out: LeftOut) -> tuple[PeopleCsv, int]:
        """The file without the rows of people who are left out, and how many those are."""
        kept = [
            row
            for row in self.rows
            if row.anchor not in left_out
            and not left_out.mentioned_in(zip(self.header, row.cells, strict=True))
        ]
        return PeopleCsv(self.header, kept), len(self.rows) - len(kept)


def read_people(path: Path) -> PeopleCsv:
    """Read a CSV with any of the columns person id, profile URL, e-mail, or name and domain.

    Raises `DeskError` when the file cannot be read, or no column says who its rows are about.
    """
    try:
        text = _decoded(path.read_bytes())
    except OSError as error:
        raise DeskError(f"{path} cannot be read: {error.strerror}.") from None
    # Some spreadsheets say in a first line of its own what stands between the cells.
    text = re.sub(r'\A"?sep=.?"?\r?\n', "", text, flags=re.IGNORECASE)
    csv.field_size_limit(_CELL_CHARS_MOST)  # the library's, for the whole process: others set it
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    lines: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            lines.append((begins, cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise DeskError(
            f"{path}, line {begins}: {error}. A quotation mark may have been left open there."
        ) from None
    if not text.strip():
        raise DeskError(
            f"{path} is empty. Its first line must name a column person_id, profile_url, email, or "
            "name with company_domain."
        )
    at = _header_at([cells for _, cells in lines[:_HEADER_WITHIN]])
    if at is None and "\0" in text:
        raise DeskError(f"{path} is no text, but perhaps a spreadsheet: save that as CSV.")
    if at is None:
        raise DeskError(
            f"{path} has no column person_id, profile_url, email, or name with company_domain. "
            "Name one so in its first line."
        )
    body = [(line, cells) for line, cells in lines[at + 1 :] if any(map(str.strip, cells))]
    width = max([len(lines[at][1]), *(len(cells) for _, cells in body)])
    header = _padded([name.strip() for name in lines[at][1]], width)
    meanings = _meanings(header)
    rows = []
    known: dict[str, dict[str, str]] = {}
    for line, cells in body:
        anchor = _anchor(_padded(cells, width), meanings)
        if anchor is not None:
            # Two spellings of one anchor are one look-up, and are paid for once.
            anchor = known.setdefault(_form(anchor), anchor)
        padded = _padded(cells, width)
        rows.append(PersonRow(line, padded, anchor, _company_of(padded, meanings)))
    return PeopleCsv(header, rows)


def _form(anchor: dict[str, str]) -> str:
    kind, *_ = anchor
    value = "|".join(anchor.values())
    kinds = {"profile_url": "profile", "email": "email", "name": "name_domain"}
    normal = normalise(kinds[kind], value) if kind in kinds else None
    return f"{kind}:{normal or value}"


def _decoded(content: bytes) -> str:
    for encoding in (
        "utf-8-sig",
        "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8",
    ):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("cp1252", "replace")


def _delimiter(text: str) -> str:
    """What stands between the cells: that with which a header is found, with the most names in
    it that say who is meant; else what the first lines use most."""
    top = text[:_TOP_CHARS]
    counts = Counter("".join(top.splitlines()[:_HEADER_WITHIN]))

    def known(sign: str) -> tuple[int, int]:
        reader = csv.reader(io.StringIO(top, newline=""), delimiter=sign)
        try:
            lines = [cells for cells, _ in zip(reader, range(_HEADER_WITHIN), strict=False)]
        except csv.Error:
            lines = []
        at = _header_at(lines)
        return len(_meanings(lines[at])) if at is not None else 0, counts[sign]

    return max(",;\t|", key=known)


def _header_at(lines: list[list[str]]) -> int | None:
    for number, cells in enumerate(lines):
        found = set(_meanings(cells))
        if found & {"profile_url", "person_id", "email"}:
            return number
        if "company_domain" in found and ("name" in found or {"first", "last"} <= found):
            return number
    return None


def _meanings(header: list[str]) -> dict[str, list[int]]:
    """Which columns hold what; of several that hold the same, the best named first."""
    found: dict[str, list[tuple[int, int]]] = {}
    for column, name in enumerate(header):
        bare = re.sub(r"[^a-z0-9]", "", name.lower())
        meaning = _MEANS.get(bare)
        if meaning is not None:
            rank = _NAMES[meaning].index(bare)
            found.setdefault(meaning, []).append((rank, column))
    return {meaning: [column for _, column in sorted(held)] for meaning, held in found.items()}


def _anchor(cells: list[str], meanings: dict[str, list[int]]) -> dict[str, str] | None:
    """The strongest anchor of a row: profile URL, person id, e-mail, then name with domain."""

    def cell(meaning: str) -> str:
        values = (" ".join(cells[column].split()) for column in meanings.get(meaning, ()))
        return next((value for value in values if value.lower() not in _EMPTY), "")

    if url := cell("profile_url"):
        if "://" not in url and re.match(r"[\w-]+(\.[\w-]+)+/", url):
            url = f"https://{url}"
        if url.lower().startswith(("https://", "http://")):
            return {"profile_url": url}
    if person_id := cell("person_id"):
        return {"person_id": person_id}
    if email := _EMAIL.search(cell("email").removeprefix("mailto:")):
        return {"email": email.group()}
    name = cell("name") or " ".join(filter(None, (cell("first"), cell("last"))))
    domain = _domain(cell("company_domain"))
    return {"name": name, "company_domain": domain} if name and domain else None


def _company_of(cells: list[str], meanings: dict[str, list[int]]) -> str:
    found = (_domain(cells[column].strip()) for column in meanings.get("company_domain", ()))
    return next(filter(None, found), "")


def _domain(text: str) -> str:
    host = re.sub(r"^[a-z]+://", "", text.lower()).partition("/")[0].partition(":")[0]
    host = host.rpartition("@")[2].removeprefix("www.")
    return host if "." in host else ""


def _padded(cells: list[str], width: int) -> list[str]:
    return cells + [""] * (width - len(cells))
