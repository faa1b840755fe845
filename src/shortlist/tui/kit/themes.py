"""Themes: one TOML file each, shipped with the program or kept by the person using it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.css.tokenizer import TokenError
from textual.style import Style
from textual.theme import BUILTIN_THEMES, Theme

DEFAULT = "calm"
_PACKAGED = Path(__file__).parents[1] / "themes"
_SOURCE_TREE = Path(__file__).parents[4] / "themes"
# What a theme of somebody's own may leave out.
_OPTIONAL = {
    "quiet-style": "none",
    "cursor-style": "none",
    "cursor-blurred-style": "none",
}
_DERIVED = {"quiet-text": "quiet", "cursor-blurred-ink": "cursor-ink"}
_REQUIRED = (
    "quiet",
    "rule",
    "ground",
    "raised",
    "cursor-ground",
    "cursor-blurred",
    "cursor-ink",
    "lead",
    "good",
    "warn",
    "bad",
    "tab-ground",
    "tab-ink",
    "badge-ground",
    "badge-ink",
)


class ThemeError(ValueError):
    """A theme file says something that is not a theme; the text says what."""


def folder() -> Path:
    """Where the themes that ship are: in the wheel, or beside the source tree."""
    return _PACKAGED if _PACKAGED.is_dir() else _SOURCE_TREE


def names(own: Path | None = None) -> dict[str, Path]:
    """Every theme there is, by name. One of a person's own wins over one that ships."""
    found = {path.stem: path for path in sorted(folder().glob("*.toml"))}
    if own is not None and own.is_dir():
        found |= {path.stem: path for path in sorted(own.glob("*.toml"))}
    return found


def _check(path: Path, given: dict[str, str], parse: Callable[[str], object]) -> None:
    for name, value in given.items():
        try:
            parse(value)
        except (ColorParseError, TokenError):
            raise ThemeError(f"{path.name}: {name} = {value!r} is no colour or style") from None


def load(path: Path) -> Theme:
    """The theme in `path`. Raises `ThemeError` with the file and what is wrong."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        colors: dict[str, Any] = {str(k): str(v) for k, v in given["colors"].items()}
        variables = {str(k): str(v) for k, v in given["variables"].items()}
        missing = [name for name in _REQUIRED if name not in variables]
        if missing:
            raise ThemeError(f"{path.name}: [variables] lacks {', '.join(missing)}")
        if path.parent != folder():
            _check(path, {**colors, **{name: variables[name] for name in _REQUIRED}}, Color.parse)
            _check(path, {k: v for k, v in variables.items() if v != "none"}, Style.parse)
        for name, source in _DERIVED.items():
            variables.setdefault(name, variables[source])
        if given.get("ansi"):
            # Textual's own widgets name these where colours are the terminal's.
            variables = {**BUILTIN_THEMES["ansi-dark"].variables, **variables}
        theme = Theme(
            name=path.stem,
            dark=bool(given.get("dark", True)),
            ansi=bool(given.get("ansi", False)),
            variables={**_OPTIONAL, **variables},
            **colors,
        )
        theme.to_color_system().generate()
        return theme
    except ThemeError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ThemeError(f"{path.name}: {error}") from error
