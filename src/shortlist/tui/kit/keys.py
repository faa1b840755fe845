"""Every key of the app in one place: its id (for rebinding), its group and a line of help.

Plain letters, digits, `/`, `?` and function keys come first: terminal multiplexers and old
encodings take many of the control keys. A screen picks what it serves with `keys("list.down", …)`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.binding import Binding, BindingsMap, BindingType

from shortlist.tui.kit.catalogue import SCREENS

if TYPE_CHECKING:
    from textual.dom import DOMNode


class Key(NamedTuple):
    key: str
    action: str
    label: str
    help: str
    shown: bool = True
    priority: bool = False
    """It comes before what the field in focus does with the same key."""


GROUPS: Final = {
    "go": Binding.Group("Go to"),
    "move": Binding.Group("Move"),
    "select": Binding.Group("Select"),
    "do": Binding.Group("Do"),
    "look": Binding.Group("Show"),
    "query": Binding.Group("In the query line"),
    "chip": Binding.Group("On what was understood"),
    "saved": Binding.Group("On a kept search"),
    "part": Binding.Group("On the comparison"),
    "combine": Binding.Group("On the comparison of Sets"),
    "changes": Binding.Group("On what changed"),
    "line": Binding.Group("Lines"),
    "replay": Binding.Group("Replay"),
    "palette": Binding.Group("In the palette"),
    "dialog": Binding.Group("In a dialog"),
    "filters": Binding.Group("In the picker"),
    "guide": Binding.Group("In help"),
    "calls": Binding.Group("On the requests"),
    "import": Binding.Group("On a file of people"),
    "notices": Binding.Group("On what was told"),
    "person": Binding.Group("On a person's page"),
    "own": Binding.Group("On a command of yours"),
    "evidence": Binding.Group("On the evidence"),
    "note": Binding.Group("In a note"),
    "pick": Binding.Group("In a list to choose from"),
    "shortlists": Binding.Group("On a shortlist"),
    "left_out": Binding.Group("On who is left out"),
    "export": Binding.Group("Writing a file"),
    "profiles": Binding.Group("On a profile"),
    "columns": Binding.Group("On a column"),
    "choice": Binding.Group("On a choice"),
    "page": Binding.Group("On a page"),
    "enrich": Binding.Group("Enrich"),
    "app": Binding.Group("The app"),
}

KEYS: Final[dict[str, Key]] = {
    **{
        f"go.{screen.name}": Key(
            screen.keys, f"app.go('{screen.name}')", screen.label, screen.help, False
        )
        for screen in SCREENS
    },
    "go.shortlists": Key(
        "L", "app.shortlists", "shortlists", "Shortlists: open, rename, delete", False
    ),
    "go.left_out": Key("X", "app.left_out", "left out", "Who is left out on this machine", False),
    "go.query": Key("slash", "query", "query", "To the query, or filter what is shown"),
    "go.back": Key("escape", "back", "back", "Back, close, or leave the field", False),
    "go.next": Key("tab", "app.focus_next", "next", "To the next part of the screen", False),
    "move.down": Key("j,down", "down", "down", "One line down", False),
    "move.up": Key("k,up", "up", "up", "One line up", False),
    "move.page_down": Key("pagedown", "page_down", "page down", "One page down", False),
    "move.page_up": Key("pageup", "page_up", "page up", "One page up", False),
    "move.top": Key("g,home", "top", "top", "To the first line", False),
    "move.bottom": Key("G,end", "bottom", "bottom", "To the last line", False),
    "select.one": Key("space", "mark", "select", "Select, or let go, the person under the cursor"),
    "select.all": Key("a", "mark_all", "all", "Select all that are shown", False),
    "select.none": Key("A", "mark_none", "none", "Let go of the whole selection", False),
    "select.undo": Key("u", "unmark", "undo", "Undo the last change of the selection", False),
    "select.redo": Key("U", "mark_again", "redo", "Make that change of the selection again", False),
    "do.open": Key("enter", "open", "open", "Open what the cursor is on"),
    "do.new": Key("n", "new_set", "new Set", "A new Set, from the query at hand"),
    "do.cancel": Key("x", "cancel_set", "cancel", "Cancel the running Set, after asking"),
    "do.replay": Key("p", "replay", "replay", "Replay the finished Set from its events"),
    "do.combine": Key("m", "combine", "compare", "What changed since; compare and combine Sets"),
    "do.set_again": Key(
        "b", "set_again", "again", "The same Set again, its price said first", False
    ),
    "do.purpose": Key("N", "purpose", "purpose", "Note what the Set is for", False),
    "do.enrich": Key("e", "enrich", "enrich", "Enrich the selection, or this person"),
    "do.retry": Key("R", "retry", "retry", "Ask again only for what was unavailable"),
    "do.research": Key("r", "research", "research", "Research this person"),
    "do.page": Key("o", "open_page", "profile", "Open the person's profile page", False),
    "do.export": Key("w", "export", "export", "Write the selection, or all, to a file"),
    "do.shortlist": Key(
        "l", "shortlist", "shortlist", "Put the selection, or this person, on a shortlist", False
    ),
    "do.leave_out": Key(
        "O", "leave_out", "leave out", "Leave out on this machine (⊘), or let in again", False
    ),
    "do.remark": Key(
        "T", "remark", "note", "A note and tags of the selection, or this person", False
    ),
    "do.verdict": Key(
        "V", "verdict", "verdict", "Your own verdict on this person, beside the service's", False
    ),
    "do.reword": Key(
        "W", "reword", "other words", "Other words for a criterion you seldom agree with", False
    ),
    "do.drop": Key("d", "drop", "drop", "Take the selection, or this person, off the list", False),
    "do.copy": Key("y", "copy", "copy", "Copy the lines of the selection, or this line", False),
    "do.refresh": Key("R", "reload", "reload", "Read again from the service", False),
    "select.text": Key(
        "ctrl+c", "copy_text", "copy text", "Copy the text marked with the mouse, as shown", False
    ),
    "look.sort": Key("s", "sort", "sort", "Sort by the next column; again to turn it round"),
    "look.zoom": Key("z", "zoom", "zoom", "The list, or the page, alone; again for both"),
    "look.columns": Key("c", "columns", "columns", "Show fewer or more columns", False),
    "look.matrix": Key("m", "matrix", "criteria", "Criteria as columns, or facts again"),
    "look.left": Key("left", "side(-1)", "left", "To the criterion on the left", False),
    "look.right": Key("right", "side(1)", "right", "To the criterion on the right", False),
    "look.filters": Key("f", "filters", "filters", "Pick filters, type and count"),
    "look.type": Key("t", "next_type", "type", "The next search type", False),
    "look.receipts": Key("t", "receipts", "receipts", "To the receipts, or back to the page"),
    "look.unmask": Key("v", "app.unmask", "values", "Show or mask contact values", False),
    "look.understood": Key("i", "chips", "understood", "Change what was understood", False),
    "look.more": Key("plus,equals_sign", "count(1)", "more", "Ask for more people", False),
    "look.fewer": Key("minus", "count(-1)", "fewer", "Ask for fewer people", False),
    "query.older": Key("up", "older", "earlier", "An earlier search, or the offer above", False),
    "query.newer": Key("down", "newer", "later", "A later search, or the offer below", False),
    "query.take": Key("tab", "take", "take", "Take what is offered", False),
    "query.close": Key("escape", "close_offers", "close", "Close what is offered", False),
    "chip.edit": Key("enter", "edit", "edit", "Bring it back to the line as a filter"),
    "chip.remove": Key("x,delete,backspace", "remove", "remove", "Take its words from the line"),
    "chip.previous": Key("left,h", "previous", "previous", "The one before", False),
    "chip.next": Key("right,l", "next", "next", "The one after"),
    "chip.leave": Key("down,j", "screen.back", "list", "To the list", False),
    "look.searches": Key("S", "searches", "searches", "Saved and past searches; compare two"),
    "do.save": Key("b", "save", "save", "Save this search under a name", False),
    "do.again": Key("R", "reconnect", "try again", "Ask again, or start the service", False),
    "saved.run": Key("enter", "run", "open", "Open it: free where it is kept, else it is run"),
    "saved.edit": Key("e", "edit", "edit", "Put it into the line, without running it"),
    "saved.mark": Key("space", "mark", "mark", "Mark it, to compare two"),
    "saved.compare": Key("c", "compare", "compare", "Compare the two that are marked"),
    "saved.name": Key("b", "name", "name", "Rename it, or save a past one under a name"),
    "saved.remove": Key("x,delete", "remove", "remove", "Remove it from the saved ones"),
    "saved.undo": Key("u", "undo", "undo", "Bring back what was removed"),
    "part.next": Key("right,l", "next_part(1)", "next part", "The next part"),
    "part.previous": Key("left,h", "next_part(-1)", "previous", "The part before", False),
    "part.anew": Key("R", "anew", "run again", "Run both again, at a price told first", False),
    "replay.play": Key("space", "play", "play", "Play, or wait"),
    "replay.back": Key("left,h", "step(-1)", "back", "One event back"),
    "replay.on": Key("right,l", "step(1)", "on", "One event on"),
    "replay.slower": Key("minus", "speed(-1)", "slower", "Slower"),
    "replay.faster": Key("plus,equals_sign", "speed(1)", "faster", "Faster"),
    "replay.first": Key("g,home", "end(False)", "beginning", "To the beginning", False),
    "replay.last": Key("G,end", "end(True)", "end", "To the end", False),
    "replay.far_back": Key("pageup", "far(-1)", "far back", "A tenth back", False),
    "replay.far_on": Key("pagedown", "far(1)", "far on", "A tenth on", False),
    "changes.again": Key("b", "again", "make it again", "The same Set again, its price said first"),
    "changes.combine": Key("m", "combine", "combine", "Compare and combine these two"),
    "combine.changes": Key("d", "changes", "what changed", "What changed from one to the other"),
    "combine.show": Key("enter", "show", "show", "Show these people"),
    "combine.first": Key("f", "first", "first", "Compare the next Set with the others"),
    "line.add": Key("a", "add_line", "add", "Add a line"),
    "line.edit": Key("enter", "edit_line", "edit", "Edit the line"),
    "line.take": Key("space", "take", "tick", "Tick the line, or no longer"),
    "line.remove": Key("d,delete", "remove_line", "remove", "Remove the line"),
    "line.raise": Key("K,shift+up", "raise_line", "up", "Move the line up"),
    "line.lower": Key("J,shift+down", "lower_line", "down", "Move the line down"),
    "line.undo": Key("u", "undo_line", "undo", "Undo the last change of the lines"),
    "line.editor": Key("E", "editor", "editor", "All lines in your editor ($EDITOR)"),
    "palette.down": Key("down,ctrl+n", "move(1)", "next", "The next one", False),
    "palette.up": Key("up", "move(-1)", "previous", "The one before", False),
    "palette.page_down": Key("pagedown", "page(1)", "page", "A page down", False),
    "palette.page_up": Key("pageup", "page(-1)", "page", "A page up", False),
    "palette.close": Key("ctrl+p", "leave", "leave", "Leave the palette", False),
    "dialog.enter": Key("enter", "enter", "confirm", "Confirm, or go on to what does", False),
    "dialog.leave": Key("escape", "leave", "leave", "Leave; nothing has happened", False),
    "dialog.close": Key("q", "leave", "close", "Close it", False),
    "dialog.previous": Key("left", "app.focus_previous", "previous", "The field before", False),
    "dialog.next": Key("right", "app.focus_next", "next", "The next field", False),
    "guide.close": Key("escape,enter,q,question_mark", "close", "close", "Close help", False),
    "guide.find": Key("slash", "find", "find", "Find a key by what it does", False),
    "guide.ids": Key("i", "ids", "names", "What each is called in the configuration", False),
    "person.networks": Key("n", "networks", "networks", "Their profiles on networks"),
    "person.cancel": Key("x", "cancel_run", "cancel the run", "Cancel the research that runs"),
    "person.down": Key("j", "scroll(1)", "down", "Down the page", False),
    "person.up": Key("k", "scroll(-1)", "up", "Up the page", False),
    "own.stop": Key("x", "stop", "stop", "Stop the program"),
    "evidence.previous": Key("left", "turn(-1)", "criterion before", "The criterion before"),
    "evidence.next": Key("right", "turn(1)", "criterion", "The next criterion"),
    "evidence.source": Key("o", "source", "open the source", "Open the page of the quote"),
    "evidence.close": Key("enter", "leave", "close", "Close it", False),
    "note.keep": Key("enter", "screen.keep", "keep", "Keep the note", True, True),
    "note.line": Key(
        "alt+enter,shift+enter,ctrl+n", "line", "new line", "Begin a new line", True, True
    ),
    "pick.down": Key("down", "move(1)", "next", "The next one", False, True),
    "pick.up": Key("up", "move(-1)", "previous", "The one before", False, True),
    "shortlists.down": Key("j,down", "move(1)", "next", "The next one", False),
    "shortlists.up": Key("k,up", "move(-1)", "previous", "The one before", False),
    "shortlists.open": Key("enter", "open", "open", "Show its people"),
    "shortlists.rename": Key("r", "rename", "rename", "Give it another name"),
    "shortlists.delete": Key("D,delete", "delete", "delete", "Delete it, after asking"),
    "left_out.let_in": Key("x,delete", "let_in", "let in again", "Let this person in again"),
    "left_out.undo": Key("u", "undo", "undo", "Leave out again who was let in last"),
    "export.next": Key("down", "app.focus_next", "line", "The next line", False),
    "export.previous": Key("up", "app.focus_previous", "line before", "The line before", False),
    "export.write": Key("enter", "write", "write", "Write the file"),
    "profiles.down": Key("j", "move('down')", "next", "The next one", False),
    "profiles.up": Key("k", "move('up')", "previous", "The one before", False),
    "profiles.use": Key("u", "use", "use from now on", "Begin with this one from now on"),
    "columns.down": Key("j,down", "move(1)", "next", "The next column", False),
    "columns.up": Key("k,up", "move(-1)", "previous", "The column before", False),
    "columns.show": Key("space", "flip", "show", "Show it, or not"),
    "columns.lower": Key("J,shift+down", "carry(1)", "move", "Move it on"),
    "columns.raise": Key("K,shift+up", "carry(-1)", "move back", "Move it back"),
    "columns.wider": Key("right,plus,>", "widen(2)", "wider", "Wider"),
    "columns.narrower": Key("left,minus,<", "widen(-2)", "narrower", "Narrower"),
    "columns.natural": Key("0", "natural", "natural", "As wide as its values"),
    "columns.next_view": Key("v", "next_view", "next view", "The next view that is kept"),
    "columns.name_view": Key("s", "name_view", "save as", "Keep this view under a name"),
    "columns.forget_view": Key("X", "forget_view", "forget", "Forget this view"),
    "columns.usual": Key("d", "usual", "usual", "The usual columns"),
    "columns.keep": Key("enter", "keep", "keep", "Keep the columns like this"),
    "choice.previous": Key("left", "step(-1)", "before", "The choice before", False),
    "choice.next": Key("right,space", "step(1)", "choose", "The next choice", False),
    "page.down": Key("j", "scroll('down')", "down", "Down the page", False),
    "page.up": Key("k", "scroll('up')", "up", "Up the page", False),
    "import.take": Key("tab", "take", "complete", "Complete the path", True, True),
    "import.likely": Key("l", "likely", "as likely", "Take columns for what they are likely to be"),
    "import.stop": Key("x", "stop", "stop", "Stop the import; who is in by then stays"),
    "notices.copy": Key("y", "copy", "copy", "Copy what was told"),
    "calls.close": Key("escape,I", "back", "close", "Close the requests"),
    "enrich.work_email": Key(
        "m", "want('work_email')", "work e-mail", "Ask for the work e-mail, or not", False
    ),
    "enrich.personal_email": Key(
        "p", "want('personal_email')", "personal e-mail", "Ask for it, or not", False
    ),
    "enrich.phone": Key("h", "want('phone')", "phone", "Ask for the phone, or not", False),
    "enrich.cap": Key("b", "cap", "cap", "The most that this list may cost"),
    "enrich.floor": Key(
        "f", "floor", "stop at", "Stop where too little is found of those asked about", False
    ),
    "enrich.drop": Key("d", "drop", "drop", "Take this person off the list"),
    "filters.down": Key("down", "values(1)", "values", "The next value, or field", False),
    "filters.up": Key("up", "values(-1)", "before", "The value, or field, before", False),
    "filters.type": Key("f2", "next_type", "type", "The next search type", False),
    "calls.copy": Key("y", "copy", "copy as curl", "Copy the call as a curl command"),
    "app.help": Key("question_mark", "app.guide", "help", "Help for where you are"),
    "app.calls": Key("I", "app.calls", "requests", "The requests of this session", False),
    "app.import": Key(
        "M", "app.import", "import", "Bring a file of people into this machine's service", False
    ),
    "app.notices": Key("H", "app.notices", "notices", "What was told here, and when", False),
    "app.profiles": Key("P", "app.profiles", "profiles", "Go to another profile", False),
    "app.palette": Key("ctrl+p", "app.command_palette", "palette", "Command palette"),
    "app.aside": Key(
        "ctrl+z", "app.suspend_process", "aside", "To the shell; fg comes back", False
    ),
    "app.redraw": Key(
        "ctrl+l", "app.redraw", "draw again", "Draw all of it again: something wrote over it", False
    ),
    "app.quit": Key("q", "app.leave", "quit", "Quit; running Sets go on", False),
    "app.quit_anywhere": Key(
        "ctrl+q", "app.leave", "quit", "Quit, from dialogs and fields too", False, True
    ),
}


def keys(*ids: str, **labels: str) -> list[BindingType]:
    """Bindings for `ids`; `labels` (dots as underscores) say more exactly what a screen does."""
    made: list[BindingType] = []
    for id_ in ids:
        key = KEYS[id_]
        label = labels.get(id_.replace(".", "_"), key.label)
        made.append(
            Binding(
                key.key,
                key.action,
                label,
                show=key.shown,
                priority=key.priority,
                tooltip=key.help,
                id=id_,
                group=GROUPS[id_.partition(".")[0]],
            )
        )
    return made


def normal(given: str) -> str:
    """Keys as Textual names them: `?` as `question_mark`."""
    given = ",".join(key for key in given.split(",") if key.strip())
    made = Binding.make_bindings([Binding(given, "")] if given else [])
    return ",".join(binding.key for binding in made)


@cache
def _shipped(of: type[DOMNode]) -> BindingsMap:
    """The bindings of a class as they ship: the nearest one of a key, as Textual has it."""
    found: dict[str, list[Binding]] = {}
    for part in reversed(of.__mro__):
        found |= BindingsMap(vars(part).get("BINDINGS", ())).key_to_bindings
    return BindingsMap.from_keys(found)


def bindings_of(owner: DOMNode) -> list[Binding]:
    """The bindings of a screen, a widget or the app as they are bound now, by the configuration."""
    bound = _shipped(type(owner)).copy()
    bound.apply_keymap(getattr(owner.app, "keymap", {}))
    return [binding for _, binding in bound]


def key_of(owner: DOMNode, id_: str) -> str:
    """The first key of the binding `id_`, as it is shown, of `owner` or else of the app; empty
    where it is not bound."""
    for binding in (*bindings_of(owner), *bindings_of(owner.app)):
        if binding.id == id_:
            return owner.app.get_key_display(binding)
    return ""
