"""Lenient access to nested JSON: texts, objects and lists, whatever stands in their place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from shortlist.service.reading.vocabulary import tables


def text(value: Any) -> str:
    """A text or a number as one trimmed text; of anything else nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def each_of(value: Any) -> Iterator[Any]:
    """What a list holds, or the one thing that stands in its place."""
    yield from value if isinstance(value, list) else () if value is None else (value,)


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of a list, or the one that stands in its place."""
    return (each for each in each_of(value) if isinstance(each, dict))


def texts(value: Any) -> Iterator[str]:
    """The texts of a list, or the one that stands in its place."""
    return (said for each in each_of(value) if (said := text(each)))


@lru_cache(maxsize=1000)
def country_name(code: str) -> str:
    """A country by its code of two or three letters; any other text as it is."""
    import pycountry

    by_two, by_three = pycountry.countries.get(alpha_2=code), pycountry.countries.get(alpha_3=code)
    found = by_two or by_three
    return str(getattr(found, "common_name", found.name)) if found else code


def language_name(tag: str) -> str:
    """The English name of the language of a tag such as `de-CH`; any other text as it is."""
    code = tag.replace("_", "-").partition("-")[0].lower()
    return tables.language_labels().get(code, tag)
