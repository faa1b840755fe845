"""Normal forms of organisations' names."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.text import listed, words

_SUFFIXES: Final = listed(
    """
    inc incorporated corp corporation co company companies ltd limited llc llp lp plc gmbh ag sa
    nv bv ab asa oyj spa srl sarl pty kk se holdings holding group hldgs pte pvt private bhd
    oy aps kg ltda sas cyf cic
    """
)
_SMALL: Final = listed(
    """
    the of and for a an in at de la du des
    """
)


@lru_cache(maxsize=100_000)
def organisation_key(name: str) -> str:
    """A name without legal suffixes, a leading `the` and a plus: `Apple Inc.` is `apple`, `Kuehne +
    Nagel` is `kuehne nagel`."""
    said = words(name.replace("+", " ")) or words(name)
    kept = [word for word in said if word != "the"] or list(said)
    while len(kept) > 1 and kept[-1] in _SUFFIXES:
        kept.pop()
    if kept[:2] == ["us", "department"]:
        kept = kept[1:]
    return " ".join(kept)


SHORT: Final = {
    "db": "deutsche bank",
    "ey": "ernst young",
    "gd": "general dynamics",
    "ge": "general electric",
    "gm": "general motors",
    "gs": "goldman sachs",
    "vw": "volkswagen",
}
"""Names of two letters, which say less than `acronym` needs: `GM` is not General Mills."""


@lru_cache(maxsize=100_000)
def acronym(name: str) -> str | None:
    """The initials of a name of three words or more, such as `epa`; None otherwise."""
    significant = [word for word in words(name) if word not in _SMALL and word != "us"]
    if len(significant) < 3:
        return None
    return "".join(word[0] for word in significant)
