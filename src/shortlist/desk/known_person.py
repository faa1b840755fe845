"""What is known of a person, as given and as this machine keeps it, for your own programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shortlist.desk.left_out import anchors_of
from shortlist.desk.places import DeskError, Places
from shortlist.desk.sightings import read_everybody
from shortlist.desk.store import FILE_NAME, Store

_SAID: Final[dict[str, tuple[str, ...]]] = {
    "person_id": ("person_id",),
    "profile_url": ("profile_url",),
    "email": ("work_email", "personal_email", "email"),
    "name": ("name",),
}
"""What objects that are kept call it, the best first."""


def read_known_person(places: Places, given: Mapping[str, str]) -> dict[str, str]:
    """`person_id`, `profile_url`, `email` and `name` of whoever has the id, page or address that
    is `given`, as far as they are known: each as it is given, else as it is kept here. A name
    alone is nobody's. Raises `DeskError` where what is kept cannot be read, or is of several."""
    asked = set(anchors_of({name: value for name, value in given.items() if name != "name"}))
    found: dict[str, str] = {}
    for person in _theirs(places, asked):
        for name in (each for said in _SAID.values() for each in said):
            if isinstance(value := person.get(name), str) and value.strip():
                found.setdefault(name, value.strip())
    told = {
        name: next((found[each] for each in names if each in found), "")
        for name, names in _SAID.items()
    }
    return {name: value for name, value in (told | dict(given)).items() if value}


def _theirs(places: Places, asked: set[str]) -> list[Mapping[str, Any]]:
    """What is kept of whoever has one of `asked`."""
    if not asked or not (places.data / FILE_NAME).exists():
        return []
    Store(places, "").close()  # brought up to date first
    objects = [(person, set(anchors_of(person))) for person in read_everybody(places)]
    mine = set(asked)
    for person, forms in objects:
        if forms & asked:
            # Not by an address: an office's is that of several.
            page_or_id = {name: person.get(name) for name in ("person_id", "profile_url")}
            mine.update(anchors_of({name: value for name, value in page_or_id.items() if value}))
    theirs = [person for person, forms in objects if forms & mine]
    if len({person["person_id"] for person in theirs if person.get("person_id")}) > 1:
        raise DeskError("Several people here have that page or address: give an ID.")
    return theirs
