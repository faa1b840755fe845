"""Periodic deletion: old answers, counts of windows that are over, dossiers that nobody may read
again, and people of the public web whom nobody asked for again."""

from __future__ import annotations

import logging
import threading

from shortlist.service.clock import now_ms
from shortlist.service.db.engine import writing
from shortlist.service.http import idempotency, rates
from shortlist.service.runtime.services import Services

log = logging.getLogger("shortlist.tidy")

EVERY_SECONDS = 300.0


def start_tidying(services: Services) -> None:
    """Tidy up now and then, on a thread of its own, until the service stops."""
    threading.Thread(target=_tidy, args=(services,), name="tidy", daemon=True).start()


def start_renewing(services: Services) -> None:
    """Keep the leases of the keys that running requests hold, on a thread of its own."""
    threading.Thread(target=_renew, args=(services,), name="leases", daemon=True).start()


def _renew(services: Services) -> None:
    while not services.stopping.wait(idempotency.RENEW_SECONDS):
        try:
            idempotency.renew(services.quick_engine, list(services.claims.values()), now_ms())
        except Exception:
            log.exception("leases could not be renewed")


def _tidy(services: Services) -> None:
    while True:
        try:
            tidy(services, now_ms())
        except Exception:
            log.exception("could not tidy up")
        if services.stopping.wait(EVERY_SECONDS):
            return


def tidy(services: Services, now: int) -> None:
    """Forget what is old by `now`, in epoch milliseconds."""
    # Imported here: it brings the web framework, and no start waits for tidying.
    from shortlist.service.erasure import erase
    from shortlist.service.index.web_people import forget_old_web_people
    from shortlist.service.person.service import forget_dossiers

    with writing(services.quick_engine) as connection:
        idempotency.prune(connection, now)
        rates.prune(connection, now)
    with writing(services.engine) as connection:
        forget_dossiers(connection, now)
        forget_old_web_people(connection, now)
    erase(services.engine)
