"""The numbered service of `tests.service.sets.serve_fake`, with leases of seconds: what other hosts
do once one is dead or frozen, they do soon."""

from __future__ import annotations

import runpy
from pathlib import Path

from shortlist.service.http import idempotency
from shortlist.service.runtime import tidy
from shortlist.service.work import durable, executors

LEASE_MS = 3_000
BEAT_SECONDS = 0.7

if __name__ == "__main__":
    executors.LEASE_MS = durable.LEASE_MS = idempotency.LEASE_MS = LEASE_MS
    executors.BEAT_SECONDS = durable.BEAT_SECONDS = BEAT_SECONDS
    tidy.idempotency.RENEW_SECONDS = BEAT_SECONDS
    durable.SWEEP_SECONDS = BEAT_SECONDS
    serve_fake = Path(__file__).parents[1] / "service" / "sets" / "serve_fake.py"
    runpy.run_path(str(serve_fake), run_name="__main__")
