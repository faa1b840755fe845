"""schema.org `Person` as JSON-LD: the people of a graph, each as an object of our names.

Contexts are not fetched: the names of schema.org are read as they are, with or without a prefix.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeGuard

from shortlist.service.index.imports.json_values import (
    country_name,
    each_of,
    language_name,
    objects,
    text,
    texts,
)
from shortlist.service.index.imports.rows import Rest
from shortlist.service.lexicon.text import listed

KIND: Final = "json-ld"

_PREFIXES: Final = ("schema:", "http://schema.org/", "https://schema.org/")
_DEEPEST: Final = 8
_NODES_MOST: Final = 100_000
_SAME_AS: Final = {
    "linkedin.com": "professional_network",
    "twitter.com": "twitter",
    "x.com": "twitter",
    "github.com": "github",
    "facebook.com": "facebook",
    "wikidata.org": "wikidata",
}
_READ: Final = listed(
    """
    @context @type @id name givenName additionalName familyName honorificSuffix jobTitle
    worksFor hasOccupation affiliation alumniOf knowsLanguage knowsAbout skills hasCredential
    address workLocation homeLocation email telephone url sameAs description
    disambiguatingDescription
    """
)


def is_linked_data(given: Any) -> TypeGuard[dict[str, Any] | list[Any]]:
    """Whether a document is JSON-LD; of a list, whether what it lists first is."""
    if isinstance(given, list):
        return bool(given) and isinstance(given[0], dict) and is_linked_data(given[0])
    return isinstance(given, dict) and bool(
        {"@graph", "@type"} & given.keys()
        or any("schema.org" in each for each in texts(given.get("@context")))
    )


def people_of(document: Any, rest: Rest) -> Iterator[dict[str, Any]]:
    """Everyone of type `Person` in a document, however deep, once."""
    graph = _Graph(document)
    for node in graph.people:
        rest.leave(name for key in node if (name := _plain(key)) not in _READ)
        person = _Person(graph, node).told()
        yield {name: value for name, value in person.items() if value not in (None, "", [], {})}


def _plain(key: str) -> str:
    return next((key[len(p) :] for p in _PREFIXES if key.startswith(p)), key)


def _types(node: dict[str, Any]) -> set[str]:
    return {_plain(name) for name in texts(node.get("@type"))}


class _Graph:
    """The nodes of a document: those that others point at, and the people."""

    def __init__(self, document: Any) -> None:
        self._by_id: dict[str, dict[str, Any]] = {}
        self.people: list[dict[str, Any]] = []
        # Whom a person names, such as their children, is nobody whom the document is about.
        waiting: list[tuple[Any, int, bool]] = [(document, 0, False)]
        seen = 0
        while waiting and seen < _NODES_MOST:
            value, depth, named = waiting.pop()
            seen += 1
            if isinstance(value, list):
                waiting += [(each, depth, named) for each in reversed(value)]
            elif isinstance(value, dict) and depth < _DEEPEST:
                name = value.get("@id")
                if isinstance(name, str) and len(value) > 1:
                    self._by_id.setdefault(name, value)
                if person := "Person" in _types(value):
                    self.people += [] if named else [value]
                inner = [each for each in value.values() if isinstance(each, dict | list)]
                waiting += [(each, depth + 1, named or person) for each in reversed(inner)]

    def values(self, node: dict[str, Any], name: str) -> Iterator[Any]:
        """What a node says under `name`, each as the node that it points at where it does."""
        for key in (name, *(prefix + name for prefix in _PREFIXES)):
            for value in each_of(node.get(key)):
                pointed = value.get("@id") if isinstance(value, dict) else None
                if isinstance(pointed, str) and len(value) == 1:
                    value = self._by_id.get(pointed, value)
                elif isinstance(value, dict) and "@value" in value:
                    value = value["@value"]
                yield value

    def text(self, node: dict[str, Any], *names: str) -> str:
        """The first text under one of `names`; of a node, its name."""
        for name in names:
            for value in self.values(node, name):
                said = self._name(value)
                if said:
                    return said
        return ""

    def _name(self, value: Any) -> str:
        if not isinstance(value, dict):
            return text(value)
        return next(
            (said for key in ("name", "alternateName") for each in self.values(value, key)
             if (said := text(each))),
            "",
        )  # fmt: skip

    def texts(self, node: dict[str, Any], name: str) -> list[str]:
        """All texts under `name`; of nodes, their names."""
        return [said for value in self.values(node, name) if (said := self._name(value))]


class _Person:
    """One person of a graph."""

    def __init__(self, graph: _Graph, node: dict[str, Any]) -> None:
        self._graph = graph
        self._node = node

    def told(self) -> dict[str, Any]:
        """All that a record has room for."""
        graph, node = self._graph, self._node
        work = [*self._posts("worksFor"), *self._posts("hasOccupation")]
        posts, employer = [post for post, _ in work], self._employer()
        now = [post for post in posts if "end" not in post]
        titles, companies = ([post[of] for post in now if of in post] for of in _OF_A_POST)
        dated = [post for post, role in work if role]
        url, same = graph.text(node, "url"), graph.texts(node, "sameAs")
        network = next((each for each in same if _kind(each) == "professional_network"), "")
        name = " ".join(graph.text(node, part) for part in _NAME_PARTS)
        own_id = text(node.get("@id"))
        return {
            "id": own_id if "://" in own_id else "",
            "name": graph.text(node, "name") or " ".join(name.split()),
            "title": graph.text(node, "jobTitle") or next(iter(titles), ""),
            "company": next(iter(companies), "") or graph.text(node, "affiliation"),
            "company_size": self._size(employer),
            "company_domain": graph.text(employer, "url"),
            "email": graph.text(node, "email").removeprefix("mailto:"),
            "phone": graph.text(node, "telephone").removeprefix("tel:"),
            "profile_url": network or url,
            "links": [{"type": _kind(each), "url": each} for each in same if "://" in each],
            "summary": graph.text(node, "description", "disambiguatingDescription"),
            **self._place(),
            "history": [*dated, *self._once_at()],
            "education": list(self._studies()),
            "skills": [*graph.texts(node, "knowsAbout"), *graph.texts(node, "skills")],
            "languages": [language_name(each) for each in graph.texts(node, "knowsLanguage")],
            "certifications": list(self._certificates()),
            "facts": {"also_works_for": companies[1:]} if companies[1:] else {},
        }

    def _of(self, name: str) -> Iterator[tuple[Any, dict[str, Any]]]:
        """What the person says under `name`, and the role that is in between, if any."""
        for value in self._graph.values(self._node, name):
            role = value if isinstance(value, dict) else {}
            of = next((each for each in self._graph.values(role, name) if each), None)
            yield (value, {}) if of is None else (of, role)

    def _employer(self) -> dict[str, Any]:
        return next((of for of, _ in self._of("worksFor") if isinstance(of, dict)), {})

    def _posts(self, name: str) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
        """What they do for whom; a role says as what, and since when."""
        graph = self._graph
        for of, role in self._of(name):
            said = graph.text({name: of}, name)
            title = graph.text(role, "roleName", "jobTitle")
            post = {
                "title": title if name == "worksFor" else title or said,
                "company": said if name == "worksFor" else "",
                "start": graph.text(role, "startDate"),
                "end": graph.text(role, "endDate"),
            }
            if said:
                yield {key: value for key, value in post.items() if value}, role

    def _studies(self) -> Iterator[dict[str, str]]:
        graph = self._graph
        for of, role in self._of("alumniOf"):
            study = {
                "school": graph.text({"of": of}, "of"),
                "degree": graph.text(role, "roleName"),
                "start": graph.text(role, "startDate"),
                "end": graph.text(role, "endDate"),
            }
            if study["school"] and _teaches(of):
                yield {key: said for key, said in study.items() if said}
        for credential in self._credentials(degrees=True):
            study = {
                "degree": graph.text(credential, "name"),
                "school": graph.text(credential, "recognizedBy"),
            }
            yield {key: said for key, said in study.items() if said}

    def _once_at(self) -> Iterator[dict[str, str]]:
        """An organisation that they are alumni of, and that is no school, employed them."""
        for of, role in self._of("alumniOf"):
            if not _teaches(of) and (company := self._graph.text({"of": of}, "of")):
                post = {
                    "title": self._graph.text(role, "roleName"),
                    "company": company,
                    "start": self._graph.text(role, "startDate"),
                    "end": self._graph.text(role, "endDate"),
                }
                yield {key: said for key, said in post.items() if said}

    def _certificates(self) -> Iterator[dict[str, str]]:
        graph = self._graph
        for credential in self._credentials(degrees=False):
            certificate = {
                "name": graph.text(credential, "name"),
                "issuer": graph.text(credential, "recognizedBy"),
                "start": graph.text(credential, "dateCreated", "validFrom"),
                "end": graph.text(credential, "expires"),
            }
            yield {key: said for key, said in certificate.items() if said}

    def _credentials(self, *, degrees: bool) -> Iterator[dict[str, Any]]:
        for value in self._graph.values(self._node, "hasCredential"):
            node = value if isinstance(value, dict) else {"name": value}
            category = self._graph.text(node, "credentialCategory").casefold()
            if ("degree" in category) is degrees:
                yield node

    def _place(self) -> dict[str, str]:
        """Where they work, else where they live: of an address no more than the town."""
        graph = self._graph
        for name in ("workLocation", "homeLocation", "address"):
            for value in graph.values(self._node, name):
                if isinstance(value, str) and name != "address":
                    return {"location": value}
                node = value if isinstance(value, dict) else {}
                address = next(objects(list(graph.values(node, "address"))), node)
                place = {
                    "city": graph.text(address, "addressLocality"),
                    "region": graph.text(address, "addressRegion"),
                    "country": country_name(graph.text(address, "addressCountry")),
                }
                if any(place.values()):
                    return place
                if said := graph.text(node, "name"):
                    return {"location": said}
        return {}

    def _size(self, employer: dict[str, Any]) -> str:
        graph = self._graph
        for value in graph.values(employer, "numberOfEmployees"):
            if not isinstance(value, dict):
                return text(value)
            least, most = graph.text(value, "minValue"), graph.text(value, "maxValue")
            return graph.text(value, "value") or "-".join(each for each in (least, most) if each)
        return ""


_NAME_PARTS: Final = ("givenName", "additionalName", "familyName")
_OF_A_POST: Final = ("title", "company")
_EMPLOYERS: Final = frozenset(("Organization", "Corporation", "LocalBusiness", "NGO"))


def _teaches(value: Any) -> bool:
    """Whether what somebody is an alumnus of is a school, or may be one."""
    types = _types(value) if isinstance(value, dict) else set()
    return not types & _EMPLOYERS or len(types) > 1


def _kind(url: str) -> str:
    host = url.partition("://")[2].partition("/")[0].removeprefix("www.").casefold()
    return next((kind for name, kind in _SAME_AS.items() if host.endswith(name)), "web")
