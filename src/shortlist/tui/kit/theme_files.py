"""The loading of themes: the first before the first frame, the others after, all as they are saved.

A person's own theme files are looked at once a second. One that is saved is worn at once; one that
is broken is told, and the last good one stays.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from textual.css.stylesheet import Stylesheet

from shortlist.tui.kit import themes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.app import App
    from textual.theme import Theme

LOOK_SECONDS: Final = 1.0


class ThemeFiles:
    """Those that ship and a person's own; what is wrong with one is noted in `problems`."""

    def __init__(self, own: Path | None, say: Callable[..., None], problems: list[str]) -> None:
        """`own`: the folder of a person's own themes."""
        self.own, self._say, self._problems = own, say, problems
        self._seen: dict[Path, int] = {}
        self._others_loaded = False
        self._refused = ""
        """The first one, where it is not there or is broken: worn once it is."""

    def first_theme(self, name: str) -> Theme:
        """The theme called `name`, else the default, with the reason among the problems."""
        found = themes.names(self.own)
        if name not in found:
            self._refused = name
            self._problems.append(f"There is no theme {name}. There are: {', '.join(found)}.")
            name = themes.DEFAULT
        try:
            return themes.load(found[name])
        except themes.ThemeError as error:
            self._problems.append(str(error))
            self._refused = name
            return themes.load(themes.folder() / f"{themes.DEFAULT}.toml")

    def apply_first(self, app: App[Any], first: Theme) -> None:
        """Put on the first theme before anything is styled, so that nothing is styled twice."""
        for name in list(app.available_themes):
            app.unregister_theme(name)
        app.register_theme(first)
        app.set_reactive(type(app).theme, first.name)
        app.set_class(first.dark, "-dark-mode", update=False)
        app.set_class(not first.dark, "-light-mode", update=False)
        app.stylesheet = Sheets(variables=app.get_css_variables())

    def load_others(self, app: App[Any]) -> None:
        """All there are, with what is wrong with a file; changes are seen from here on. Once."""
        if self._others_loaded:
            return
        self._others_loaded = True
        for name, path in themes.names(self.own).items():
            if name not in app.available_themes:
                try:
                    app.register_theme(themes.load(path))
                except themes.ThemeError as error:
                    if str(error) not in self._problems:
                        self._problems.append(str(error))
        self._seen = self._saved_themes()
        if self.own is not None:
            app.set_interval(LOOK_SECONDS, partial(self._look_for_saved, app))

    def _saved_themes(self) -> dict[Path, int]:
        """When each of a person's own theme files was saved."""
        own = self.own
        try:
            found = list(own.glob("*.toml")) if own is not None else []
            return {path: path.stat().st_mtime_ns for path in found}
        except OSError:
            return {}

    def _look_for_saved(self, app: App[Any]) -> None:
        saved = self._saved_themes()
        changed = [path for path, when in saved.items() if self._seen.get(path) != when]
        gone = [path for path in self._seen if path not in saved]
        self._seen = saved
        for path in changed:
            self._put_on_anew(app, path)
        for path in gone:
            shipped = themes.folder() / path.name
            if shipped.exists():
                self._put_on_anew(app, shipped)
            elif path.stem != app.theme and path.stem in app.available_themes:
                app.unregister_theme(path.stem)

    def _put_on_anew(self, app: App[Any], path: Path) -> None:
        try:
            theme = themes.load(path)
        except themes.ThemeError as error:
            self._say(f"{error}. The theme stays as it was.", "warning")
            return
        app.register_theme(theme)
        if path.stem == self._refused:
            self._refused = ""
            app.theme = path.stem
        if path.stem == app.theme:
            app.mutate_reactive(type(app).theme)
            self._say(f"The theme {path.stem} is worn as it was saved.")


class Sheets(Stylesheet):
    """Textual's, which keeps what it parsed.

    Whatever screen or dialog is opened first brings a sheet of its own, and Textual then parses
    all of them anew, three times for a screen: that is most of what its first key press costs.
    """

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self.colours = variables
        """Those it was given last."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """As Textual's; what was parsed with the same colours stays."""
        if variables != self.colours:
            self.colours = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        """As Textual's, of what was not parsed with these colours yet."""
        self.parse()
