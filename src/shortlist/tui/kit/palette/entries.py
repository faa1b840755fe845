"""What the command palette finds: every act as `area: verb`, and recent people, Sets, searches.

Acts come from the bindings of the screens, so that what has a key is in the palette too, with the
key as it is bound now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.binding import Binding
from textual.fuzzy import FuzzySearch
from textual.screen import Screen

from shortlist.tui.kit.catalogue import SCREENS
from shortlist.tui.kit.keys import KEYS, bindings_of
from shortlist.tui.kit.palette.prices import of_search, priced
from shortlist.tui.kit.query.syntax import write_query
from shortlist.tui.kit.words import number, plain, state_of

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp

_MOVES: Final = (
    *("move.", "go.back", "go.next", "app.palette", "query.", "chip.", "palette.", "dialog."),
    *("part.next", "part.previous", "look.left", "look.right", "line.", "replay."),
    *("page.", "person.down", "person.up", "app.quit_anywhere", "app.aside", "app.redraw"),
    "select.text",
)
"""What only moves about where one is, and would mean nothing from the palette."""
_SETS_FOUND: Final = 50
_FIRST, _WORD = 1_000, 500
"""What the beginning of a name, and of a word, weighs more than letters that lie apart."""


class Entry(NamedTuple):
    """One thing that can be done. `name` and `help` may hold anybody's text: they are text."""

    name: str
    help: str
    run: Callable[[], object]
    key: str = ""
    spends: bool = False
    """Whether it may cost credits without asking first."""
    words: str = ""
    """What else it is called, for who looks for it by another name."""
    theme: str = ""
    """The theme it puts on, which is shown while the cursor is on it."""


def list_entries(app: ShortlistApp, screen: Screen[Any]) -> list[Entry]:
    """Everything there is to do, what concerns the screen in view first; each name once."""
    found: dict[str, Entry] = {}
    parts = (_acts_here(app, screen), _acts_of_app(app), _things(app), _acts_elsewhere(app))
    for part in parts:
        for entry in part:
            found.setdefault(entry.name, entry)
    return list(found.values())


def sift_entries(given: Sequence[Entry], typed: str) -> list[Entry]:
    """The entries that fit what was typed, best first; all of them while nothing is typed."""
    typed = typed.strip()
    if not typed:
        return list(given)
    search, sought = FuzzySearch(case_sensitive=False), typed.casefold()
    ranks = []
    for index, entry in enumerate(given):
        score, _ = search.match(typed, entry.name)
        name = entry.name.casefold()
        if name.startswith(sought):
            score += _FIRST
        elif _begins_words(sought, f"{name} {entry.words}"):
            # A whole word of it, or one it is also called by, before letters that lie apart.
            score += _WORD
        if score > 0:
            ranks.append((-score, index, entry))
        elif sought in entry.help.casefold():
            ranks.append((0.0, index, entry))
    return [entry for _, _, entry in sorted(ranks, key=lambda rank: rank[:2])]


def _begins_words(sought: str, told: str) -> bool:
    """Whether each word sought is the beginning of a word told."""
    known = told.replace(":", " ").split()
    return all(any(word.startswith(part) for word in known) for part in sought.split())


# Acts that have a key


def _acts_here(app: ShortlistApp, screen: Screen[Any]) -> Iterator[Entry]:
    area = _area(app, screen)
    for binding in _bindings(screen):

        async def run(action: str = binding.action) -> None:
            await app.run_action(action, screen)

        if not binding.action.startswith("app."):
            name, key = _name(area, binding), _key(app, binding)
            yield Entry(name, _help(app, binding), run, key, words=_words(binding))


def _acts_elsewhere(app: ShortlistApp) -> Iterator[Entry]:
    """Acts of the other screens: one goes there, and they are done there."""
    for screen in SCREENS:
        mode = screen.name
        for binding in _bindings(screen.load()):

            def run(mode: str = mode, action: str = binding.action) -> None:
                app.action_go(mode)

                async def act() -> None:
                    await app.run_action(action, app.screen)

                app.call_after_refresh(act)

            if not binding.action.startswith("app.") and mode != app.current_mode:
                name = _name(mode, binding)
                yield Entry(name, _help(app, binding), run, words=_words(binding))


def _acts_of_app(app: ShortlistApp) -> Iterator[Entry]:
    for binding in _bindings(app):
        if binding.id and binding.id.startswith("go."):
            label = f"go: {binding.description}"
        else:
            label = _name("app", binding)

        async def run(action: str = binding.action) -> None:
            await app.run_action(action, app)

        help_, key = _help(app, binding), _key(app, binding)
        yield Entry(label, help_, run, key, words=_words(binding))
    yield from _acts_without_keys(app)


def _acts_without_keys(app: ShortlistApp) -> Iterator[Entry]:
    run_line = of_search(app, app.searches.in_line, "Search for what stands in the line")
    go = "go start enter"
    yield Entry("search: run", run_line, app.searches.run_line, spends=True, words=go)
    if app.tracker.ready:
        help_ = "Ask again, under their own keys, for what never got an answer"
        unknown = "unknown outcome recover crash"
        yield Entry("journal: resume", help_, app.tracker.resume_journal, words=unknown)
    if app.settings and app.settings.mask_contacts:
        help_, masks = "Resolved addresses and numbers", KEYS["look.unmask"]
        act, words = app.action_unmask, masks.also_called
        yield Entry(masks.palette_name, help_, act, words=words)
    colours = "colour color colours colors dark light appearance"
    help_ = "These colours, shown while you look at it"
    for name in sorted(app.available_themes):
        wear = _later(setattr, app, "theme", name)
        yield Entry(f"theme: {name}", help_, wear, words=colours, theme=name)


def _bindings(owner: Any) -> Iterator[Binding]:
    """The bindings of a screen (or its class) and of the app, each act once."""
    seen: set[str] = set()
    if isinstance(owner, type):
        given = [b for b in owner.BINDINGS if isinstance(b, Binding)]  # type: ignore[attr-defined]
    else:
        given = bindings_of(owner)
    for binding in given:
        id_ = binding.id
        if id_ is None or id_ in seen or id_ not in KEYS or id_.startswith(_MOVES):
            continue
        seen.add(id_)
        yield binding


def _name(area: str, binding: Binding) -> str:
    return KEYS[binding.id or ""].palette_name or f"{area}: {binding.description}"


def _words(binding: Binding) -> str:
    return KEYS[binding.id or ""].also_called


def _help(app: ShortlistApp, binding: Binding) -> str:
    return priced(app, binding.id or "", binding.tooltip or binding.description)


def _key(app: ShortlistApp, binding: Binding) -> str:
    return app.get_key_display(binding)


def _area(app: ShortlistApp, screen: Screen[Any]) -> str:
    if screen is app.screen_stack[0]:
        return str(app.current_mode)
    return type(screen).__name__.lower().removesuffix("page").removesuffix("screen")


# People, Sets and searches at hand


def _things(app: ShortlistApp) -> Iterator[Entry]:
    for kept in app.searches.saved_searches():
        line = plain(write_query(kept.asked), 200)
        run = _later(app.searches.run_kept, kept.asked)
        help_ = of_search(app, kept.asked, f"Run {line}")
        yield Entry(f"search: {plain(kept.name, 80)}", help_, run, spends=True)
    for entry in list(app.state.sets.known.values())[:_SETS_FOUND]:
        search = entry.the_set.newest
        name = plain(search.query if search else entry.the_set.id, 80)
        _, state, _ = state_of(entry.the_set)
        help_ = f"Open the Set · {state} · {number(entry.the_set.item_count)} admitted"

        def open_set(set_id: str = entry.the_set.id) -> None:
            app.sets.open_set(set_id)
            app.action_go("sets")

        yield Entry(f"set: {name}", help_, open_set)
    for command in app.own.commands:

        def run_own(name: str = command.name) -> None:
            act = getattr(app.screen, "action_own_command", None)
            app.own.start(name, None) if act is None else act(name)

        key = "" if command.name in app.own.problems else command.key.partition(",")[0]
        what = f"Run {plain(command.run[0], 60)} on the person under the cursor"
        yield Entry(f"command: {plain(command.label, 60)}", what, run_own, key)
    for person in [*app.state.recent_people, *(row.person for row in app.state.search.results)]:
        what = " · ".join(plain(v, 80) for v in (person.title, person.company) if v)
        name = plain(person.name, 80) or plain(person.person_id, 60)
        yield Entry(f"person: {name}", what, _later(app.persons.show_person, person))


def _later(act: Callable[..., object], *given: Any) -> Callable[[], object]:
    return lambda: act(*given)
