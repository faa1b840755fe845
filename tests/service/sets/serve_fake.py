"""`shortlist serve` on the numbered directory: `PEOPLE BATCH_SECONDS`, then serve's own options.
Everything but index, finder and judge is the real thing. While the data folder has a file `hold`,
nobody whose number is not below the one in it is judged."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fakes import Directory, NumberJudge, number_of

from shortlist.cli.serve import serve
from shortlist.service.enrich.resolver import ContactResolver
from shortlist.service.index.port import Record
from shortlist.service.runtime import main
from shortlist.service.runtime.parts import open_work
from shortlist.service.runtime.services import Services


def start_parts(services: Services) -> None:
    directory, judge = Directory(int(sys.argv[1])), NumberJudge()
    judge.batch_seconds = float(sys.argv[2])
    hold = services.data_dir / "hold"

    def wait(records: Sequence[Record]) -> None:
        last = max(number_of(record["id"]) for record in records)
        with contextlib.suppress(FileNotFoundError):  # it is gone: go on
            while last >= int(hold.read_text() or 0):
                time.sleep(0.01)

    judge.before = wait
    services.index.set(directory)
    services.finder.set(directory)  # type: ignore[arg-type]
    services.judge.set(judge)
    services.enrichment.set(ContactResolver(services.config))
    services.work.set(open_work(services))


main.start_parts = start_parts
serve(sys.argv[3:])
