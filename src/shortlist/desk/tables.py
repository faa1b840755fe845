"""The schema of `desk.store` as migration steps, the first of them `tables.sql`; a file is brought
up to date by those it has not seen. A step never changes once it has shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STEPS: Final = (Path(__file__).with_suffix(".sql").read_text("utf-8"),)
