"""Every key of the app, by its name in the configuration."""

from __future__ import annotations

from shortlist.tui.kit.keys import GROUPS, KEYS

HEAD = """# Keys

Every key of the app has a name. In `config.toml`, `[keys]` gives a name other keys, with commas
between them; what is not named keeps its own:

```toml title="config.toml"
[keys]
"do.new" = "n,f6"
"columns.keep" = "f9"
```

`?` shows the keys that work where you are, in dialogs too (in a field it is a character), and `i`
there shows their names. Keys are written as the terminal tells them: `a`, `A`, `f6`, `ctrl+p`,
`enter`, `escape`, `slash`, `question_mark`. A key that is given to two things in one place does one
of them only: the app says at its start which, and where.

The mouse does the same: a click on a hint does what its key does, and what may cost credits at once
takes a second click. A click selects a row, left of the name it marks it, a double click opens it,
and one on a column's title sorts. Text is marked by dragging and copied with the key for it, as the
screen shows it: a masked value stays masked. With shift held, the terminal marks by itself.
"""


def page() -> str:
    parts = [HEAD]
    for area, group in GROUPS.items():
        rows = [
            f"| `{name}` | `{key.key}` | {key.help} |"
            for name, key in KEYS.items()
            if name.partition(".")[0] == area
        ]
        parts += [f"\n## {group.description}\n", "| name | keys | what it does |", "|---|---|---|"]
        parts += rows
    return "\n".join(parts) + "\n"
