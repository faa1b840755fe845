"""A dossier as a page to read: who it is, on what evidence, the career, and the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from shortlist.contract.career import lines_of
from shortlist.tui.kit.hints import link
from shortlist.tui.kit.text_parts import Part, section_head
from shortlist.tui.kit.words import confidence, count, day, in_words, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Dossier, DossierIdentity, Position

_MOST = 60
"""Lines of one part; a page is read, and a thousand sources are not."""
_FACT = 16
"""Cells for what a fact is, such as `certifications`."""


def dossier_content(dossier: Dossier, contacts: Part = "", why: Part = "") -> Content:
    """Identity, current role, history, evidence and where each fact comes from.

    `contacts` are the lines of what was resolved, below where the person is; `why`, those of why
    they are on a list, below how certain it is who they are.
    """
    who, work = dossier.identity, dossier.professional
    parts: list[Part] = [(prose(who.name, 200) or plain(dossier.person_id, 80), "bold")]
    if who.headline:
        parts += ["\n", prose(who.headline, 300)]
    if work.current is not None:
        parts += ["\n", " · ".join(_words(work.current.title, work.current.company))]
    if company := " · ".join(_words(work.company_size, work.company_industry)):
        parts += ["\n", (company, "$quiet-text")]
    if who.location:
        parts += ["\n", plain(who.location, 200)]
    parts.append(contacts)
    parts += [*_identity(who, bool(dossier.synthetic)), why]
    if dossier.summary:
        parts += ["\n\n", prose(dossier.summary, 2_000)]
    parts += _timeline(work.current, work.history)
    if work.education:
        parts += section_head("Education", len(work.education))
        for line in lines_of(work.education):
            parts += ["\n  ", plain(line, 300)]
    if work.skills:
        parts += section_head("Skills", len(work.skills))
        parts += ["\n  ", ", ".join(plain(skill, 60) for skill in work.skills[:_MOST])]
    for title, entries in (("Languages", work.languages), ("Certified", work.certifications)):
        if lines := lines_of(entries):
            parts += [*section_head(title, len(lines)), "\n  "]
            parts.append("; ".join(plain(line, 160) for line in lines[:_MOST]))
    parts += _links(dossier)
    parts += _provenance(dossier)
    parts += _foot(dossier)
    return Content.assemble(*parts)


def _identity(who: DossierIdentity, synthetic: bool) -> list[Part]:
    """Whether it is verified, and what that stands on."""
    parts: list[Part] = ["\n\n"]
    known = f" · confidence {confidence(who.confidence)}" if who.confidence is not None else ""
    if who.identity_verified:
        parts.append(("✓ identity verified", "bold $good"))
    else:
        parts.append(("○ identity not verified", "bold $warn"))
    stands = f" · {count(len(who.evidence), 'piece')} of evidence" if who.evidence else ""
    parts.append((known + stands, "$quiet-text"))
    if synthetic:
        parts.append(("\n! made up: a person of the synthetic sample", "$warn"))
    for evidence in who.evidence[:_MOST]:
        kind = in_words(evidence.kind, 12) or "evidence"
        parts += ["\n  ", (f"{kind:<13}", "$quiet-text"), prose(evidence.statement, 400)]
        if evidence.url:
            parts += ["\n  ", " " * 13, link(evidence.url).stylize_before("$quiet-text")]
    return parts


def _timeline(current: Position | None, history: list[Position]) -> list[Part]:
    """The career, newest first, years on the left and a line through them."""
    now = [current] if current is not None else []
    steps = [*now, *(step for step in history if step != current)][:_MOST]
    if not steps:
        return []
    parts = section_head("Career", len(steps))
    for at, step in enumerate(steps):
        is_now = current is not None and at == 0
        years = _years(step, is_now)
        dot = ("●", "$good") if is_now else ("○", "$lead")
        title, company = plain(step.title, 200), plain(step.company, 200)
        parts += ["\n  ", (f"{years:>17}  ", "$quiet-text"), dot, "  "]
        parts += [(title or company or "not told", "bold" if is_now else "")]
        last = at == len(steps) - 1
        if title and company:
            line = " " if last else "│"
            parts += ["\n  ", (f"{'':>17}  {line}  ", "$quiet-text"), (company, "$quiet-text")]
    return parts


def _years(step: Position, is_now: bool) -> str:
    start, end = plain(step.start, 10), plain(step.end, 10)
    if not end and (is_now or start):
        end = "now" if is_now else "?"
    return " – ".join(word for word in (start, end) if word)


def _links(dossier: Dossier) -> list[Part]:
    if not dossier.source_links:
        return []
    parts = section_head("Pages", len(dossier.source_links))
    marks = {"evidence": ("✓", "$good"), "found": ("·", "$lead"), "listed": ("·", "$quiet-text")}
    for page in dossier.source_links[:_MOST]:
        mark = marks.get(page.status or "", ("·", "$quiet-text"))
        status = in_words(page.status, 10)
        title = plain(page.title, 160) or link(page.url)
        parts += ["\n  ", mark, (f" {status:<11}", "$quiet-text"), title]
        if page.url and page.title and page.title != page.url:
            parts += ["\n  ", " " * 13, link(page.url).stylize_before("$quiet-text")]
    return parts


def _provenance(dossier: Dossier) -> list[Part]:
    if not dossier.provenance:
        return []
    parts = section_head("Where each fact comes from")
    for name, sources in list(dossier.provenance.items())[:_MOST]:
        label = in_words(name, _FACT - 2)
        for source in sources[:3]:
            seen = "–".join(dict.fromkeys(d for d in map(day, _seen(source)) if d))
            facts = [
                in_words(source.source, 60),
                f"seen {seen}" if seen else "",
                f"confidence {confidence(source.confidence)}"
                if source.confidence is not None
                else "",
            ]
            line = " · ".join(fact for fact in facts if fact)
            parts += ["\n  ", (f"{label:<{_FACT}}", "$quiet-text"), line]
            if source.source_url:
                parts += [
                    "\n  ",
                    " " * _FACT,
                    link(source.source_url).stylize_before("$quiet-text"),
                ]
            label = ""
    return parts


def _foot(dossier: Dossier) -> list[Part]:
    words = []
    if dossier.researched_at:
        words.append(f"Researched {day(dossier.researched_at)}; read again free for 90 days.")
    if dossier.evidence_status == "partial":
        words.append("The web could not be asked, or not in time: evidence may be missing.")
    return ["\n\n", (" ".join(words), "$quiet-text")] if words else []


def _words(*values: Any) -> list[str]:
    return [word for word in (plain(value, 160) for value in values) if word]


def _seen(source: Any) -> tuple[Any, Any]:
    return source.first_seen, source.last_seen
