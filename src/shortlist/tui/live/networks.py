"""Requests for a person's profiles on networks: asked for once, kept here, never paid twice."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.content import Content

from shortlist.tui.kit.hints import link
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import count, credits, day, in_words, plain
from shortlist.tui.live import messages
from shortlist.tui.live.enrichment import anchor_of, new_key
from shortlist.tui.live.state import Trouble
from shortlist.tui.live.troubles import is_spent, trouble_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shortlist.contract.network import Profile
    from shortlist.contract.person import Person
    from shortlist.tui.live.session import Session

EVERY: Final = "every"
"""Asks for all the profiles a person lists, in one request."""
PLATFORMS: Final = {
    "linkedin": "LinkedIn",
    "github": "GitHub",
    "twitter": "X (Twitter)",
    "facebook": "Facebook",
    "wikidata": "Wikidata",
}
_NAMES: Final = {**PLATFORMS, "professional_network": "Network"}
_NOBODY: Final = ("not_found", "http_404")
_SHOWN: Final = 40


class ListedProfile(NamedTuple):
    """One profile, as it is shown and kept."""

    platform: str
    url: str
    handle: str


@dataclass(eq=False, repr=False)
class NetworkAnswer:
    """An answer: the profiles it told (none where there are none), when, and at what price."""

    profiles: list[ListedProfile]
    at: datetime
    charged: float | None = None


@dataclass(eq=False, repr=False)
class NetworkWork:
    """What is known of the profiles of one person. Keyed by a platform, or `EVERY`."""

    known: dict[str, NetworkAnswer] = field(default_factory=dict)
    asking: set[str] = field(default_factory=set)
    troubles: dict[str, Trouble] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """Idempotency keys of requests whose outcome is not known yet."""

    def listed(self) -> list[ListedProfile]:
        """Every profile that was told, each address once."""
        told = (one for found in self.known.values() for one in found.profiles)
        return list({one.url: one for one in told}.values())

    def settled(self, what: str) -> bool:
        """Whether asking for it again could bring nothing new, and might be charged."""
        found = self.known.get(what)
        return what in self.asking or (found is not None and bool(found.profiles))


def body_of(work: NetworkWork) -> dict[str, Any]:
    """As it is kept on this machine."""
    known = {
        what: {
            "profiles": [list(one) for one in found.profiles],
            "at": found.at.isoformat(),
            "charged": found.charged,
        }
        for what, found in work.known.items()
    }
    return {"known": known, "keys": work.keys}


def work_of(kept: Any) -> NetworkWork:
    """What was kept, read again."""
    work = NetworkWork()
    for what, found in (kept or {}).get("known", {}).items():
        listed = [ListedProfile(*map(str, one)) for one in found["profiles"]]
        work.known[what] = NetworkAnswer(
            listed, datetime.fromisoformat(found["at"]), found["charged"]
        )
    work.keys.update((kept or {}).get("keys", {}))
    return work


def networks_content(work: NetworkWork | None) -> Content:
    """The profiles as a part of a person's page; nothing before any was asked for."""
    if work is None or not (work.known or work.asking):
        return Content("")
    listed = work.listed()
    parts: list[Part] = ["\n\n", ("Profiles on networks", "bold $lead")]
    if len(listed) > 1:
        parts.append((f"  {len(listed)}", "$quiet-text"))
    for one in listed[:_SHOWN]:
        name = _NAMES.get(one.platform, in_words(one.platform, 12))
        parts += ["\n  ", (f"{name:<13}", "$quiet-text")]
        if handle := plain(one.handle, 60):
            parts += [handle, "\n", " " * 15]
        parts.append(link(one.url))
    if not listed and not work.asking:
        parts.append("\n  None is listed.")
    if work.asking:
        parts += ["\n  ", ("◐ asking", "bold $lead")]
    if work.known:
        newest = max(found.at for found in work.known.values())
        charged = sum(found.charged or 0 for found in work.known.values())
        price = f"{credits(charged)} charged" if charged else "nothing was charged"
        parts.append((f"\n  As of {day(newest)}; {price}.", "$quiet-text"))
    return Content.assemble(*parts)


class NetworkRequests:
    """Those of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def ask(self, person: Person, what: str, work: NetworkWork) -> None:
        self._session.run(self._ask(person, what, work), "networks")

    async def _ask(self, person: Person, what: str, work: NetworkWork) -> None:
        from shortlist.desk.charges import network_receipts

        client = self._session.client
        key = work.keys.setdefault(what, new_key())
        self._keep(person, work)
        anchor = anchor_of(person).fields
        found, trouble = None, None
        try:
            told: list[Profile]
            if what == EVERY:
                known = await client.network_profile(next(iter(anchor.values())))
                told, meta = known.data.profiles, known.meta
            else:
                one = await client.socials(what, idempotency_key=key, **anchor)
                told, meta = [one.data.profile], one.meta
            listed = _listed(told)
            pages = ({"profile_url": one.url} for one in listed)
            hidden, now = (
                self._session.left_out.holds(person, *pages),
                self._session.context.clock(),
            )
            found = NetworkAnswer([] if hidden else listed, now, meta.credits_charged)
            self._session.ledger.keep_receipts(
                network_receipts(person.person_id, person.name, what, meta, key, now, hidden=hidden)
            )
        except Exception as error:
            trouble = trouble_of(error)
            if trouble.code in _NOBODY:
                found, trouble = NetworkAnswer([], self._session.context.clock()), None
        if found is not None:
            work.known[what] = found
        if is_spent(trouble):
            work.keys.pop(what, None)
        # Kept before it is told: whatever it cost, it is never asked for again.
        self._keep(person, work)
        self._session.post(messages.NetworksRead(person.person_id, what, trouble))

    def _keep(self, person: Person, work: NetworkWork) -> None:
        name, body = kept_as(person), body_of(work)
        self._session.ledger.keep(lambda store: store.remember(name, body))


def network_status(work: NetworkWork, what: str) -> tuple[str, str]:
    """What is known of one thing that can be asked for, in a few words, and their tone."""
    if what in work.asking:
        return "◐ asking", "$lead"
    if what in work.troubles:
        return f"✗ {work.troubles[what].code}", "$bad"
    found = work.known.get(what)
    if found is None:
        return "", ""
    words = count(len(found.profiles), "profile") if found.profiles else "none listed"
    return f"{words}, {day(found.at)}", "$good" if found.profiles else "$quiet-text"


def _listed(told: Iterable[Profile]) -> list[ListedProfile]:
    return [
        ListedProfile(plain(one.platform, 40), plain(one.url, 2_000), plain(one.handle, 200))
        for one in told
        if one.url
    ]


def kept_as(person: Person) -> str:
    return f"networks/{next(iter(anchor_of(person).fields.values()))}"
