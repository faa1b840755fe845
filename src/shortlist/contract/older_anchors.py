"""Earlier normal forms of anchors, for lists that hold them or hashes of them: who asked to be left
out then is still left out. Nothing here ever changes."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote, urlsplit

_NETWORK_HOST: Final = re.compile(
    r"^(?:[a-z]{2,3}|m|mobile)\.(linkedin\.com|facebook\.com|xing\.com)$"
)
_SAME_HOSTS: Final = (("x.com", "twitter.com"), ("facebook.com", "fb.com"))


def older_forms(kind: str, value: str) -> set[str]:
    """The forms that earlier versions gave to `value`, an `email` or the address of a `profile`."""
    if kind == "email":
        return {value.strip().removeprefix("mailto:").lower(), value.strip().lower()}
    if kind != "profile":
        return set()
    given = value.strip()
    spelt = {given}
    for one, other in _SAME_HOSTS:
        for host, same in ((one, other), (other, one)):
            spelt.add(
                re.sub(rf"^((?:https?://)?(?:www\.)?){re.escape(host)}/", rf"\1{same}/", given)
            )
    forms = {form for each in spelt for form in (older_page(each), _on_a_machine(each))}
    return {form for form in forms if form}


def older_page(value: str) -> str | None:
    """The address of a profile as the service spelled it: ids of people are derived from it."""
    value = value.strip()
    if "//" not in value:
        value = f"https://{value}"
    try:
        parts = urlsplit(value)
        host = (parts.hostname or "").removeprefix("www.").rstrip(".")
    except ValueError:
        return None
    if "." not in host:
        return None
    host = _NETWORK_HOST.sub(r"\1", host)
    path = unquote(parts.path).rstrip("/")
    if host == "linkedin.com":
        return f"{host}{path.lower()}"
    return f"{host}{path}?{parts.query}" if parts.query else f"{host}{path}"


def _on_a_machine(value: str) -> str | None:
    try:
        parts = urlsplit(value if "//" in value else f"//{value}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    path = parts.path.rstrip("/")
    query = f"?{parts.query}" if parts.query else ""
    return f"{host}{path}{query}".lower() if host and (path or query) else None
