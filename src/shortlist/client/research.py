"""The endpoints of person research (section 4.4), part of `Shortlist`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shortlist.client import response_models
from shortlist.client.calls import Call
from shortlist.client.errors import OutcomeUnknown
from shortlist.client.executor import SLOW_READ_SECONDS, SLOW_TOTAL_SECONDS
from shortlist.client.paths import path_of

if TYPE_CHECKING:
    from shortlist.client.link import Link
    from shortlist.contract.person import PersonResponse, PersonRunResponse

_RUN_POLL_SECONDS: Final = (1.0, 10.0)
_RUN_TOTAL_SECONDS: Final = 900.0


class Research:
    """Mixed into the client."""

    _link: Link

    async def person(
        self,
        *,
        person_id: str | None = None,
        profile_url: str | None = None,
        name: str | None = None,
        company_domain: str | None = None,
    ) -> PersonResponse:
        """Research one person, waiting for the run; `data` is null where evidence is short."""
        from shortlist.contract.person import PersonRunResponse

        total = self._link.options.total_seconds or _RUN_TOTAL_SECONDS
        deadline = self._link.clock.monotonic() + total
        answer = await self.start_person(
            person_id=person_id, profile_url=profile_url, name=name, company_domain=company_domain
        )
        pause = _RUN_POLL_SECONDS[0]
        while isinstance(answer, PersonRunResponse):
            run_id = answer.data.run_id
            if self._link.clock.monotonic() > deadline:
                raise OutcomeUnknown(
                    f"The research run {run_id} is still going",
                    code="run_unfinished",
                    advice="It goes on by itself; ask again later, a reread is not charged.",
                )
            await self._link.clock.sleep(pause)
            pause = min(pause * 1.5, _RUN_POLL_SECONDS[1])
            answer = await self.get_person_run(run_id)
        return answer

    async def start_person(
        self,
        *,
        person_id: str | None = None,
        profile_url: str | None = None,
        name: str | None = None,
        company_domain: str | None = None,
        idempotency_key: str | None = None,
    ) -> PersonResponse | PersonRunResponse:
        """Start the research of one person: a dossier at once on a reread, else a run."""
        given = {"person_id": person_id, "profile_url": profile_url}
        given |= {"name": name, "company_domain": company_domain}
        identifier = {key: value for key, value in given.items() if value is not None}
        answer = await self._link.post(
            path_of("person"),
            {"identifier": identifier},
            idempotency_key,
            read_seconds=SLOW_READ_SECONDS,
            total_seconds=SLOW_TOTAL_SECONDS,
            durable=True,
        )
        return response_models.person_or_run(answer)

    async def get_person_run(self, run_id: str) -> PersonResponse | PersonRunResponse:
        """The dossier of a run, or the run while it is unfinished."""
        answer = await self._link.run(
            Call("GET", path_of("person", "runs", run_id), durable=True, empty_ok=True)
        )
        return response_models.person_or_run(answer, run_id)

    async def cancel_person_run(self, run_id: str) -> None:
        """Stop a run; a run that is over stays as it is."""
        await self._link.run(Call("DELETE", path_of("person", "runs", run_id), empty_ok=True))
