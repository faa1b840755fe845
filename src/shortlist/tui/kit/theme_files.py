"""The app's themes: the first before the first frame, the others after, all as they are saved.

A person's own theme files are looked at once a second. One that is saved is worn at once; one that
is broken is told, and the last good one stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit import themes

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App
    from textual.theme import Theme

    from shortlist.desk.places import Places

    class _Base(App[None]):
        places: Places | None
        problems: list[str]

        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object

LOOK_SECONDS: Final = 1.0


class ThemeFiles(_Base):
    """Mixed into the app."""

    _seen_themes: dict[Path, int]
    _others_loaded = False
    _refused_theme = ""
    """The first one, where it is not there or is broken: worn once it is."""

    def first_theme(self, name: str) -> Theme:
        """The theme called `name`, else the default, with the reason among the problems."""
        found = themes.names(self._own_themes)
        if name not in found:
            self._refused_theme = name
            self.problems.append(f"There is no theme {name}. There are: {', '.join(found)}.")
            name = themes.DEFAULT
        try:
            return themes.load(found[name])
        except themes.ThemeError as error:
            self.problems.append(str(error))
            self._refused_theme = name
            return themes.load(themes.folder() / f"{themes.DEFAULT}.toml")

    def wear(self, first: Theme) -> None:
        """Put on the first theme before anything is styled, so that nothing is styled twice."""
        for name in list(self.available_themes):
            self.unregister_theme(name)
        self.register_theme(first)
        self.set_reactive(type(self).theme, first.name)
        self.set_class(first.dark, "-dark-mode", update=False)
        self.set_class(not first.dark, "-light-mode", update=False)
        self.stylesheet.set_variables(self.get_css_variables())

    def watch_theme(self) -> None:
        self.ansi_color = self.current_theme.ansi

    @property
    def _own_themes(self) -> Path | None:
        return self.places.config / "themes" if self.places else None

    def load_other_themes(self) -> None:
        """All there are, with what is wrong with a file; changes are seen from here on. Once."""
        if self._others_loaded:
            return
        self._others_loaded = True
        for name, path in themes.names(self._own_themes).items():
            if name not in self.available_themes:
                try:
                    self.register_theme(themes.load(path))
                except themes.ThemeError as error:
                    if str(error) not in self.problems:
                        self.problems.append(str(error))
        self._seen_themes = self._saved_themes()
        if self._own_themes is not None:
            self.set_interval(LOOK_SECONDS, self._look_for_saved)

    def _saved_themes(self) -> dict[Path, int]:
        """When each of a person's own theme files was saved."""
        own = self._own_themes
        try:
            found = list(own.glob("*.toml")) if own is not None else []
            return {path: path.stat().st_mtime_ns for path in found}
        except OSError:
            return {}

    def _look_for_saved(self) -> None:
        saved = self._saved_themes()
        changed = [path for path, when in saved.items() if self._seen_themes.get(path) != when]
        gone = [path for path in self._seen_themes if path not in saved]
        self._seen_themes = saved
        for path in changed:
            self._put_on_anew(path)
        for path in gone:
            shipped = themes.folder() / path.name
            if shipped.exists():
                self._put_on_anew(shipped)
            elif path.stem != self.theme and path.stem in self.available_themes:
                self.unregister_theme(path.stem)

    def _put_on_anew(self, path: Path) -> None:
        try:
            theme = themes.load(path)
        except themes.ThemeError as error:
            self.say(f"{error}. The theme stays as it was.", "warning")
            return
        self.register_theme(theme)
        if path.stem == self._refused_theme:
            self._refused_theme = ""
            self.theme = path.stem
        if path.stem == self.theme:
            self._watch_theme(self.theme)
            self.watch_theme()
            self.say(f"The theme {path.stem} is worn as it was saved.")
