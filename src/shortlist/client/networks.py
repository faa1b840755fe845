"""The two endpoints of profiles on networks (section 4.4), part of `Shortlist`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.client.paths import path_of, with_query

if TYPE_CHECKING:
    from shortlist.client.link import Link
    from shortlist.contract.network import NetworkProfileResponse, SocialsResponse


class Networks:
    """Mixed into the client. The interface names no price for these calls; what one did charge
    is in `meta.credits_charged`. Their request limits are tighter than the rest: 60 a minute and
    600 an hour (section 8)."""

    _link: Link

    async def socials(
        self,
        platform: str,
        *,
        handle: str | None = None,
        person_id: str | None = None,
        profile_url: str | None = None,
        name: str | None = None,
        company_domain: str | None = None,
        idempotency_key: str | None = None,
    ) -> SocialsResponse:
        """The profile of one person on one platform (`POST /v1/socials`, section 4.4).

        `platform`: `linkedin`, `twitter` (or `x`), `facebook`, `github`, `wikidata`, or
        `professional_network` for any one. Who is meant: a `handle` or an address there, or
        exactly one of `person_id`, `profile_url`, and `name` with `company_domain`. Nobody, or
        no profile there, is `ApiRefused` with `not_found`. Give `idempotency_key` to ask for the
        very same thing again without paying again.

        >>> found = await client.socials("linkedin", person_id="per_1")
        >>> found.data.profile.handle
        'per_1'
        """
        from shortlist.client.dialect.networks import read_socials

        given = {"person_id": person_id, "profile_url": profile_url}
        given |= {"name": name, "company_domain": company_domain}
        identifier: Any = {key: value for key, value in given.items() if value is not None}
        if handle is not None:
            identifier = handle
        body = {"platform": platform, "identifier": identifier}
        answer = await self._link.post(path_of("socials"), body, idempotency_key)
        return read_socials(answer.value, platform)

    async def network_profile(self, identifier: str) -> NetworkProfileResponse:
        """The person behind the address of a profile, or behind a person id, with every profile
        they list (`GET /v1/network/profile`, section 4.4). Nobody is `ApiRefused` with
        `not_found`.

        >>> known = await client.network_profile("per_1")
        >>> [profile.platform for profile in known.data.profiles]
        ['linkedin', 'github']
        """
        from shortlist.client.dialect.networks import read_network_profile

        path = with_query(path_of("network", "profile"), identifier=identifier)
        answer = await self._link.get(path)
        return read_network_profile(answer.value)
