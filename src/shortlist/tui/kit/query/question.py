"""A search as it was typed, read and sent."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Question:
    """A search as it was typed, read and sent."""

    typed: str = ""
    query: str = ""
    filters: dict[str, str] = field(default_factory=dict)
    type: str = "auto"
    count: int = 25
