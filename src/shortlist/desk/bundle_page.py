"""An evidence bundle as an HTML page: everything escaped, no script, nothing fetched. It holds the
sealed document, so that one file is read by people and checked by programs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urlsplit

from shortlist.desk.places import DeskError

_BEGIN: Final = '<pre id="sealed" hidden>'
_END: Final = "</pre>"
_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c1c1c;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .25rem}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}"
    "dt{color:#666}dd{margin:0;overflow-wrap:anywhere}section{border-top:1px solid #ddd}"
    "blockquote{margin:.25rem 0 .25rem .5rem;padding-left:.75rem;border-left:3px solid #ccc}"
    ".verdict{margin:.75rem 0}.small{color:#666;font-size:.875rem}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}"
    "section{border-color:#333}dt,.small{color:#a0a0a0}blockquote{border-color:#555}}"
)
_MARKS: Final = {"satisfied": "✓", "unsatisfied": "✗", "unclear": "?"}


def sealed_page(page: str, document: Mapping[str, Any]) -> str:
    """`page` (of `page_of`) with the sealed document within."""
    held = escape(json.dumps(document, ensure_ascii=False, indent=1), quote=False)
    head, tail = page.split("</body>", 1)
    return f"{head}{_BEGIN}{held}{_END}\n</body>{tail}"


def page_hash(page: str) -> str:
    """What the page that is shown is known by: all but the document within."""
    before, held, rest = page.partition(_BEGIN)
    if held:
        _, _, after = rest.partition(f"{_END}\n")
        page = before + after
    return hashlib.sha256(page.encode("utf-8", "surrogatepass")).hexdigest()


def document_in(text: str) -> Any:
    """The sealed document of a file: JSON, or within a page. Raises `DeskError`."""
    if not text.lstrip().startswith("<"):
        return _json(text)
    reader = _SealedTexts()
    try:
        reader.feed(text)
        reader.close()
    except AssertionError:  # of what is no HTML at all
        pass
    if len(reader.found) != 1:
        raise DeskError("This page has no sealed document of this program in it.")
    return _json(reader.found[0])


def _json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, _Ambiguous) else "it is not JSON"
        raise DeskError(f"This is no sealed document of this program: {why}.") from None


class _Ambiguous(ValueError):
    """JSON that two readers could read as two things."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise _Ambiguous("a name stands twice in one object")
    return read


def _no_number(text: str) -> Any:
    raise _Ambiguous(f"{text} is no number")


class _SealedTexts(HTMLParser):
    """Finds the text of each `<pre id="sealed">`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "pre" and dict(attrs).get("id") == "sealed":
            self.found.append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data


def page_of(content: Mapping[str, Any], fingerprint: str) -> str:
    """The page of a bundle's content, without the document."""
    request = content["request"]
    title = f"Evidence: {request['query'] or content['set']['id']}"
    lines = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{_text(title)}</h1>",
        *_facts(content, fingerprint),
        *(
            line
            for number, entry in enumerate(content["people"], 1)
            for line in _section(number, entry)
        ),
        "</body></html>\n",
    ]
    return "\n".join(lines)


def _facts(content: Mapping[str, Any], fingerprint: str) -> Iterator[str]:
    request, set_, prices = content["request"], content["set"], content["prices"]
    if set_["synthetic"]:
        yield "<p><strong>Synthetic sample people: nobody here is real.</strong></p>"
    yield "<dl>"
    spent = prices["spent"]
    credits = "not given" if spent is None else f"{spent:g} credit{'' if spent == 1 else 's'}"
    yield from _pairs(
        ("purpose", content["purpose"] or "not noted"),
        ("asked for", request["query"]),
        ("how many", request["count"]),
        *(("checked", criterion) for criterion in request["criteria"]),
        ("people", len(content["people"])),
        ("left out", set_["left_out_here"] or None),
        ("state", " ".join(filter(None, (set_["status"], set_["stop_reason"])))),
        ("why", set_["message"]),
        ("budget", request["budget"]),
        ("spent", f"{credits}; 1 credit for {prices['people_a_credit']} people admitted"),
        ("made", set_["created_at"]),
        ("ended", set_["finished_at"]),
        ("deployment", content["deployment"]),
        ("Set", set_["id"]),
        ("sealed", f"{content['made_at']}, by {content['versions']['program']}"),
        ("with the key", fingerprint),
    )
    yield "</dl>"
    yield '<p class="small">Check that nothing was changed: <code>shortlist verify FILE</code></p>'


def _section(number: int, entry: Mapping[str, Any]) -> Iterator[str]:
    person = entry["person"]
    name = person.get("name") or person.get("profile_url") or person.get("person_id")
    yield f"<section><h2>{number}. {_text(name)}</h2>"
    yield "<dl>"
    yield from _pairs(
        *((label, person.get(label)) for label in ("title", "company", "location")),
        ("profile", person.get("profile_url")),
        ("person id", person.get("person_id")),
        ("confidence", person.get("confidence")),
        ("admitted", entry["admitted_at"]),
    )
    yield "</dl>"
    for verdict in entry["verdicts"]:
        mark = _MARKS.get(verdict["status"], "?")
        yield (
            f'<div class="verdict">{mark} <strong>{_text(verdict["criterion"])}</strong>: '
            f"{_text(verdict['status'])}"
        )
        if verdict["reasoning"]:
            yield f"<br>{_text(verdict['reasoning'])}"
        for reference in verdict["references"]:
            yield from _reference(reference)
        if own := verdict.get("yours"):
            said = f"{own['verdict']}, {own['reason']} ({str(own['at'])[:10]})"
            yield f"<br><strong>Ours:</strong> {_text(said)}"
        yield "</div>"
    yield "</section>"


def _reference(reference: Mapping[str, Any]) -> Iterator[str]:
    if reference.get("quote"):
        yield f"<blockquote>{_text(reference['quote'])}</blockquote>"
    of = [_text(reference[name]) for name in ("source", "observed_at") if reference.get(name)]
    if reference.get("url"):
        of.append(_link(str(reference["url"])))
    if of:
        yield f'<div class="small">{", ".join(of)}</div>'


def _link(url: str) -> str:
    """A link, where it leads to a page; the text alone of any other address."""
    try:
        leads = urlsplit(url).scheme in ("http", "https")
    except ValueError:
        leads = False
    shown = _text(url)
    return f'<a rel="noreferrer noopener" href="{shown}">{shown}</a>' if leads else shown


def _pairs(*pairs: tuple[str, Any]) -> Iterator[str]:
    for name, value in pairs:
        if value not in (None, ""):
            yield f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>"


def _text(value: Any) -> str:
    return escape(str(value), quote=True)
