"""The pages of the documentation and the blocks of code that they hold."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])

_FENCE = re.compile(
    r"^(?P<in>[ ]*)```(?P<language>[\w-]*)(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=in)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """One block of code: `title` is the file, or the model, that it is."""

    page: Path
    line: int
    language: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def lines(self) -> list[str]:
        """Its lines, those that go on put together."""
        return self.text.replace("\\\n", " ").splitlines()


def blocks(*languages: str) -> list[Block]:
    """Every block in one of these languages, of every page; all of them, without any."""
    return [
        block
        for page in PAGES
        for block in _blocks_of(page)
        if not languages or block.language in languages
    ]


def _blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        title = re.search(r'title="([^"]+)"', found["info"])
        indent = len(found["in"])
        yield Block(
            page,
            text.count("\n", 0, found.start()) + 1,
            found["language"],
            title[1] if title else "",
            "\n".join(line[indent:] for line in found["text"].splitlines()) + "\n",
        )


_OPERATORS = {"|", "||", "&&", "&", ";", "(", ")", ">", ">>", "<"}


def commands_of(line: str) -> list[list[str]]:
    """The words of each `shortlist` in a line of a shell, without those before it."""
    reader = shlex.shlex(line, posix=True, punctuation_chars=True)
    reader.whitespace_split = True
    found: list[list[str]] = []
    words: list[str] = []
    for word in [*reader, ";"]:
        if word not in _OPERATORS:
            words.append(word)
            continue
        if "shortlist" in words:
            found.append(words[words.index("shortlist") + 1 :])
        # What a file is called that is read or written is no command.
        words = ["<"] if word in (">", ">>", "<") else []
    return found
