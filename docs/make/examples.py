"""For mkdocstrings: an example in a docstring is shown as code, not read as Markdown."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLE = re.compile(r"(?:^|(?<=\n))>>> (?:.+\n?)+")


class Examples(Extension):
    """Fences each paragraph that begins with `>>>`."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            text = obj.docstring.value
            obj.docstring.value = _EXAMPLE.sub(lambda example: _fenced(example[0]), text)


def _fenced(example: str) -> str:
    return f"```pycon\n{example.rstrip()}\n```\n"
