"""Readers that turn the answers of any deployment into our models.

Each reader takes cleaned JSON and gives a contract model. What is unknown is kept as an extra
field (shown under `extra` by `normalised()`); what is missing is "not given"; only a thing
without which nothing can go on (a Set without an id) raises `BadAnswer`.

A reader and its models are loaded with the first answer that it reads: most programs make one or
two kinds of call.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlist.client.dialect.account import read_enrich as read_enrich
    from shortlist.client.dialect.account import read_person_or_run as read_person_or_run
    from shortlist.client.dialect.account import tells_dossier as tells_dossier
    from shortlist.client.dialect.networks import read_network_profile as read_network_profile
    from shortlist.client.dialect.networks import read_socials as read_socials
    from shortlist.client.dialect.pages import tells_list as tells_list
    from shortlist.client.dialect.people import read_search as read_search
    from shortlist.client.dialect.people import tells_people as tells_people
    from shortlist.client.dialect.sets import read_created_set as read_created_set
    from shortlist.client.dialect.sets import read_item_list as read_item_list
    from shortlist.client.dialect.sets import read_set as read_set
    from shortlist.client.dialect.sets import read_set_list as read_set_list
    from shortlist.client.dialect.usage import read_usage as read_usage
    from shortlist.client.dialect.usage import tells_usage as tells_usage

_HOMES = {
    **dict.fromkeys(("read_enrich", "read_person_or_run", "tells_dossier"), "account"),
    **dict.fromkeys(("read_usage", "tells_usage"), "usage"),
    **dict.fromkeys(("read_network_profile", "read_socials"), "networks"),
    "tells_list": "pages",
    **dict.fromkeys(("read_search", "tells_people"), "people"),
    **dict.fromkeys(("read_created_set", "read_item_list"), "sets"),
    **dict.fromkeys(("read_set", "read_set_list"), "sets"),
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    reader = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return reader
