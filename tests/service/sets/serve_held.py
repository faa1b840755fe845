"""`shortlist serve` that judges nobody while its data folder has a file `hold`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from shortlist.cli.serve import serve
from shortlist.service.sets.judge import BuiltInJudge

hold = Path(sys.argv[sys.argv.index("--data-dir") + 1]) / "hold"
check = BuiltInJudge.check


def checked_later(self: BuiltInJudge, *given: Any) -> Any:
    while hold.exists():
        time.sleep(0.01)
    return check(self, *given)


BuiltInJudge.check = checked_later  # type: ignore[method-assign]
serve()
