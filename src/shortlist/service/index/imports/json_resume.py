"""JSON Resume (jsonresume.org, schema 1.0): the person of a résumé, as an object of our names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeGuard

from shortlist.service.index.imports.json_values import country_name, objects, text, texts
from shortlist.service.index.imports.rows import Rest

KIND: Final = "json resume"

_NETWORKS: Final = {"linkedin": "professional_network", "x": "twitter"}
_USED: Final = {"basics", "work", "education", "skills", "languages", "certificates"}
_KEPT: Final = ("volunteer", "awards", "publications", "projects", "interests")
_BASICS: Final = {"name", "label", "email", "phone", "url", "summary", "location", "profiles"}
_SKILL_WORDS_MOST: Final = 30


def is_resume(given: Any) -> TypeGuard[dict[str, Any]]:
    """Whether an object is a résumé of this schema."""
    return isinstance(given, dict) and isinstance(given.get("basics"), dict)


def person_of(given: dict[str, Any], rest: Rest) -> dict[str, Any]:
    """The object of `records.from_object` that says what a résumé says."""
    basics = given["basics"]
    history = [_post(job) for job in objects(given.get("work"))]
    now = next((job for job in history if job and not job.get("end")), {})
    where = basics.get("location") if isinstance(basics.get("location"), dict) else {}
    links = list(_links(basics))
    profile = next((each["url"] for each in links if each["type"] == "professional_network"), None)
    kept = {name: given[name] for name in _KEPT if given.get(name)}
    person = {
        "name": text(basics.get("name")),
        "title": text(basics.get("label")) or now.get("title"),
        "company": now.get("company"),
        "email": text(basics.get("email")),
        "phone": text(basics.get("phone")),
        "profile_url": profile or text(basics.get("url")),
        "summary": text(basics.get("summary")),
        "city": text(where.get("city")),
        "region": text(where.get("region")),
        "country": country_name(text(where.get("countryCode"))),
        "links": links,
        "history": history,
        "education": [_without(each, "url", "score") for each in objects(given.get("education"))],
        "skills": list(_skills(given)),
        "languages": list(objects(given.get("languages"))),
        "certifications": [_without(each, "url") for each in objects(given.get("certificates"))],
        "facts": kept,
    }
    rest.keep(kept)
    rest.leave(str(name) for name in given if name not in {*_USED, *_KEPT, "$schema", "meta"})
    rest.leave(f"basics.{name}" for name in basics if name not in _BASICS)
    return {name: value for name, value in person.items() if value not in (None, "", [], {})}


def _post(job: dict[str, Any]) -> dict[str, Any]:
    said = [text(job.get("summary")), *texts(job.get("highlights"))]
    post = {
        "title": text(job.get("position")),
        "company": text(job.get("name")) or text(job.get("company")),
        "start": text(job.get("startDate")),
        "end": text(job.get("endDate")),
        "location": text(job.get("location")),
        "summary": " ".join(piece for piece in said if piece),
    }
    return {name: value for name, value in post.items() if value}


def _links(basics: dict[str, Any]) -> Iterator[dict[str, str]]:
    for profile in objects(basics.get("profiles")):
        network, url = text(profile.get("network")), text(profile.get("url"))
        if network and url:
            kind = network.casefold()
            yield {"type": _NETWORKS.get(kind, kind), "url": url}


def _skills(given: dict[str, Any]) -> Iterator[str]:
    """The skills, and what each is made of: `Web development` of `HTML` and `CSS`."""
    for skill in objects(given.get("skills")):
        named = [text(skill.get("name")), *list(texts(skill.get("keywords")))[:_SKILL_WORDS_MOST]]
        yield from (name for name in named if name)


def _without(given: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in names}
