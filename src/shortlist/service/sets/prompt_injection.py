"""Detection of records that address whoever judges them."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

_WHOM: Final = r"(?:candidate|person|profile|record|applicant)"
_TO_THE_JUDGE: Final = re.compile(
    r"\b(?:ignore|disregard|override|forget)\b[^.]{0,60}\b(?:instructions?|prompts?|criteri(?:a|on))\b"
    r"|\b(?:mark|return|answer|respond|reply|report)\b[^.]{0,60}\b(?:un)?satisfied\b"
    r"|\bverdicts?\W{1,20}(?:person|criterion|status)\b|\bsystem prompt\b"
    rf"|\bthis {_WHOM}\b[^.]{{0,40}}\b(?:meets|satisf\w+|fulfil\w*|match\w*|pass\w*|qualif\w+)\b"
    r"|\b(?:consider|treat|deem|admit|approve|accept|rate|score|select|include)\b[^.]{0,40}"
    rf"\bthis {_WHOM}\b"
    r"|\b(?:to|dear|attention|note (?:to|for))\b[^.]{0,20}"
    r"\b(?:ai|llm|chatbot|language model|judge|grader|evaluator|screener)s?\s*[:,!]"
    r"|\b(?:you are|as) an? (?:ai|llm|language model|grader|evaluator|assistant)\b"
    r"|</?\s*(?:system|assistant|instructions?)\s*>|\[/?INST\]|<\|\w+\|>",
    re.IGNORECASE,
)
"""Words of a record that are no statement about a person."""


def speaks_to_a_judge(text: str) -> bool:
    """Whether words of a record are meant for whoever judges, characters nobody sees aside."""
    seen = "".join(c for c in normalize("NFKC", text) if category(c) != "Cf")
    return _TO_THE_JUDGE.search(seen) is not None
