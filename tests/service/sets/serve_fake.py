"""`shortlist serve` on the numbered directory: `--people N --batch-seconds S`, then serve's own
options. Everything but index, finder and judge is the real thing."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fakes import Directory, NumberJudge

from shortlist.cli.serve import serve
from shortlist.service import main
from shortlist.service.enrich.room import Enrichment
from shortlist.service.services import Services
from shortlist.service.sets.room import open_work


def start_parts(services: Services) -> None:
    directory, judge = Directory(int(sys.argv[1])), NumberJudge()
    judge.batch_seconds = float(sys.argv[2])
    services.index.set(directory)
    services.finder.set(directory)  # type: ignore[arg-type]
    services.judge.set(judge)
    services.enrichment.set(Enrichment(services.config))
    services.work.set(open_work(services))


main.start_parts = start_parts
serve(sys.argv[3:])
