"""How many examples a property is tried on: few as a rule, `MORE_EXAMPLES=50 pytest …` for long."""

from __future__ import annotations

import os

MORE = int(os.environ.get("MORE_EXAMPLES", "1"))


def examples(few: int) -> int:
    """`few`, times what was asked for."""
    return few * MORE
