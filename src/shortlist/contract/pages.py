"""The normal form of the address of a profile page. What a network takes for one page is one here;
the address of any other network is compared letter by letter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

_SCHEMES: Final = ("http", "https", "")
_TRACKING: Final = re.compile(
    r"utm_\w+|(?:fb|g|d|ms|y|tw|igs?h|ttc)clid|[gw]braid|igshi?d?|mc_[ce]id|mkt_tok|_hs\w+|_g[al]"
    r"|trk(?:info)?|trackingid|li_fat_id|lipi|licu|originalsubdomain|ref_(?:src|url)|vero_id"
    r"|oly_\w+_id|s_cid|__\w+__",
    re.IGNORECASE,
)
"""Parameters that say how somebody came to a page, and never which it is."""

_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_AROUND: Final = "<>,; \t\r\n\u00a0"

Cut = Callable[[list[str], dict[str, str]], "list[str] | None"]
"""Of the parts of a path and the query: the parts that say whose page it is, or None: it is some
other page of this network."""


class Network(NamedTuple):
    """How a network spells its pages."""

    host: str
    """The one that stands for all of it."""
    hosts: re.Pattern[str]
    """Those it answers at."""
    cut: Cut
    blind: bool = True
    """Whether it reads past the case of letters in what `cut` leaves."""


def _hosts(*names: str, before: str = r"m|mobile|touch|www\d?") -> re.Pattern[str]:
    own = "|".join(map(re.escape, names))
    return re.compile(rf"(?:(?:{before})\.)?(?:{own})")


_COUNTRY: Final = r"[a-z]{2,3}(?:-[a-z]{2})?|m|mobile|touch|mbasic|web|www\d?"
"""What a network says in front of its name: a country, a language, a kind of screen."""


def _linkedin(parts: list[str], query: dict[str, str]) -> list[str] | None:
    if parts[:1] == ["mwlite"]:
        parts = parts[1:]
    if len(parts) > 1 and parts[0].lower() in ("in", "company", "school", "showcase"):
        # What follows is a language, or a part of the very page.
        return parts[:2]
    if [part.lower() for part in parts[:2]] == ["profile", "view"] and query.get("id"):
        return ["profile", "view?id=" + query["id"]]
    # Beneath `/pub/` four parts name one person, and a language may follow.
    return parts[:5] if parts[:1] == ["pub"] else parts


def _first_of(*taken: str) -> Cut:
    """A name comes first, unless it is one of those that the network keeps for itself."""

    def cut(parts: list[str], _query: dict[str, str]) -> list[str] | None:
        if not parts or parts[0].lower() in taken:
            return None
        return [parts[0].removeprefix("@")]

    return cut


def _second_after(*places: str) -> Cut:
    """A name comes after one of `places`."""

    def cut(parts: list[str], _query: dict[str, str]) -> list[str] | None:
        if len(parts) < 2 or parts[0].lower() not in places:
            return None
        return [places[0], parts[1]]

    return cut


def _code(parts: list[str], _query: dict[str, str]) -> list[str] | None:
    """One part is a person's page; two are a work, which is another thing; beneath them, files."""
    return parts if 0 < len(parts) < 3 else None


def _twitter(parts: list[str], query: dict[str, str]) -> list[str] | None:
    if parts[:1] == ["intent"] and query.get("screen_name"):
        return [query["screen_name"]]
    taken = ("i", "intent", "home", "search", "hashtag", "share", "explore", "settings", "login")
    return _first_of(*taken)(parts, query)


def _facebook(parts: list[str], query: dict[str, str]) -> list[str] | None:
    if parts[:1] == ["profile.php"]:
        return ["profile.php?id=" + query["id"]] if query.get("id") else None
    if parts[:1] == ["people"] and len(parts) > 2:
        return ["profile.php?id=" + parts[2]]
    if len(parts) != 1 or parts[0].endswith(".php"):
        return None
    # To Facebook a full stop in a name is none.
    return [parts[0].replace(".", "")]


def _wikidata(parts: list[str], _query: dict[str, str]) -> list[str] | None:
    found = len(parts) == 2 and parts[0].lower() in ("wiki", "entity")
    return ["wiki", parts[1].upper()] if found and parts[1][:1] in "qQ" else None


def _scholar(_parts: list[str], query: dict[str, str]) -> list[str] | None:
    return ["citations?user=" + query["user"]] if query.get("user") else None


_SCHOLAR: Final = re.compile(r"scholar\.google(?:\.[a-z]{2,3}){1,2}")
_NETWORKS: Final = (
    Network("linkedin.com", _hosts("linkedin.com", before=_COUNTRY), _linkedin),
    Network("github.com", _hosts("github.com"), _code),
    Network("gitlab.com", _hosts("gitlab.com"), _code),
    Network("x.com", _hosts("twitter.com", "x.com"), _twitter),
    Network("facebook.com", _hosts("facebook.com", "fb.com", before=_COUNTRY), _facebook),
    Network("instagram.com", _hosts("instagram.com"), _first_of("p", "reel", "explore", "stories")),
    Network("threads.net", _hosts("threads.net", "threads.com"), _first_of("t", "search")),
    Network("xing.com", _hosts("xing.com", before=_COUNTRY), _second_after("profile", "profiles")),
    Network("bsky.app", _hosts("bsky.app"), _second_after("profile")),
    Network("crunchbase.com", _hosts("crunchbase.com"), _second_after("person")),
    Network("orcid.org", _hosts("orcid.org"), _first_of()),
    Network("wikidata.org", _hosts("wikidata.org"), _wikidata, blind=False),
    Network("scholar.google.com", _SCHOLAR, _scholar, blind=False),
)


@lru_cache(16_384)
def page_of(value: str) -> str | None:
    """`host/path` of the address of a page, with what of its query tells it from others; None
    when it is no such address."""
    parts = _split(value)
    host = host_of(value)
    if parts is None or host is None or "." not in host:
        return None
    path = _parts(parts.path)
    query = [
        pair
        for pair in parse_qsl(parts.query, keep_blank_values=True)
        if not _TRACKING.fullmatch(pair[0])
    ]
    network = next((n for n in _NETWORKS if n.hosts.fullmatch(host)), None)
    if network is not None:
        if not path and parts.fragment.startswith("!/"):
            path = _parts(parts.fragment[1:])
        own = network.cut(path, {name.lower(): said for name, said in query})
        host = network.host
        if own is not None:
            return _joined(host, [part.lower() for part in own] if network.blind else own)
    asked = "&".join(f"{_said(name)}={_said(said)}" for name, said in sorted(query))
    return _joined(host, path) + (f"?{asked}" if asked else "")


def host_of(value: str, *, whole: bool = False) -> str | None:
    """The host in a domain or an address, in ASCII and lower case, without `www.` unless `whole`;
    None when there is none."""
    parts = _split(value)
    if parts is None:
        return None
    try:
        host = _ascii(parts.hostname or "")
    except ValueError:
        return None
    return (host if whole else host.removeprefix("www.")) or None


def _split(value: str) -> SplitResult | None:
    text = unicodedata.normalize("NFC", _UNSEEN.sub("", value)).strip(_AROUND)
    if "//" not in text.partition("?")[0]:
        text = f"//{text}"
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme in _SCHEMES and "@" not in parts.netloc else None


def _ascii(host: str) -> str:
    """`host` as it is asked for: `bücher.example` is `xn--bcher-kva.example`."""
    host = host.lower().rstrip(".")
    if host.isascii():
        return host
    # Imported here: hardly any host needs it, and the commands start sooner without.
    import idna

    try:
        return idna.encode(host, uts46=True).decode("ascii").rstrip(".")
    except idna.IDNAError:
        return unicodedata.normalize("NFC", host)


def _parts(path: str) -> list[str]:
    """The parts of `path`, decoded, without those that lead nowhere."""
    found: list[str] = []
    for part in path.split("/"):
        said = unicodedata.normalize("NFC", unquote(part))
        if said == "..":
            del found[-1:]
        elif said not in ("", "."):
            found.append(said.replace("/", "%2F"))
    return found


def _joined(host: str, path: list[str]) -> str:
    return "/".join([host, *path])


def _said(text: str) -> str:
    return quote(unicodedata.normalize("NFC", text), safe=" /:@!$'()*,;~-._|")
