"""Helpers that put styled text together."""

from __future__ import annotations

from textual.content import Content

Part = str | tuple[str, str] | Content
"""What `Content.assemble` takes."""


def style_of(tone: str) -> str:
    """The style of a tone: `dim`, `good`, `warn`, `bad`, `accent`, or none."""
    return {"": "", "dim": "$quiet-text", "accent": "$lead"}.get(tone, f"${tone}")


def section_head(title: str, size: int = 0) -> list[Part]:
    """The heading of a part of a page, and how many there are in it where that is several."""
    return ["\n\n", (title, "bold $lead"), (f"  {size}" if size > 1 else "", "$quiet-text")]
