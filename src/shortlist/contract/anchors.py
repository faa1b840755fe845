"""Normal forms of identity anchors (section 4.3).

The service and the machine of who asks it compare people by these forms and no others: to look
them up, to tell whether two entries are one person, and to know who asked to be left out. A form
joins what the provider itself takes for one mailbox or one page, and nothing more: where nobody
says so, another spelling is another anchor.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal
from urllib.parse import unquote

from shortlist.contract.pages import host_of, page_of

AnchorKind = Literal["email", "profile", "name_domain", "phone"]

_EMAIL: Final = re.compile(r"[^@\s]+@(?:[\w-]+\.)+[\w-]+")
_IN_TEXT: Final = re.compile(r"[^\s<>()\[\],;:\"|@]+@[^\s<>()\[\],;:\"|@?&]+")
_AROUND: Final = "<>()[]\"'`.,;: \t\r\n"
_DOMAIN: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
_TAGGED: Final = frozenset(
    (
        *("gmail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com"),
        *("proton.me", "protonmail.com", "pm.me", "fastmail.com", "fastmail.fm", "yandex.ru"),
    )
)
"""Where what comes to `jo+anything` is `jo`'s; elsewhere it may be another's."""
_BLIND: Final = {
    # To whom these signs within a name mean nothing.
    "gmail.com": ".",
    "proton.me": "._-",
    "protonmail.com": "._-",
    "pm.me": "._-",
}
_SAME_MAIL: Final = {
    "googlemail.com": "gmail.com",
    **dict.fromkeys(
        ("ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "yandex.net"), "yandex.ru"
    ),
}

# Letters that Unicode does not decompose.
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
)
_NOT_WORD: Final = re.compile(r"[^\w]+")
_LINE: Final = re.compile(r"(?:;?\s*(?:ext|extension|x|#)[.=:\s]*)(\d{1,7})\s*$", re.IGNORECASE)


def normalise(kind: str, value: str) -> str | None:
    """The one form of `value`, or None when it is no such anchor.

    `email`: lower case, its domain in ASCII, without `mailto:`, a name around it, and what the
    mailbox's provider reads past. `profile`: host and path as `pages.page_of` has them.
    `name_domain`: `name|domain`, the name folded to plain lower-case letters. `phone`: digits,
    after a `+` where the country is given. Raises `ValueError` for another kind.
    """
    if kind == "email":
        return _email(value)
    if kind == "profile":
        return page_of(value)
    if kind == "name_domain":
        name, _, domain = value.rpartition("|")
        name, host = fold(name), domain_of(domain)
        return f"{name}|{host}" if name and host else None
    if kind == "phone":
        return _phone(value)
    raise ValueError(f"no such anchor: {kind}")


def emails_in(text: str) -> list[str]:
    """Every e-mail address in `text`, such as `Jo <jo@a.example>; jo@b.example`, in order, each
    once and in its one form."""
    if "@" not in text and "%40" not in text:
        return []
    if "%40" in text or "mailto:" in text.lower():
        text = unquote(text)
    found = (_email(each) for each in _IN_TEXT.findall(text))
    return list(dict.fromkeys(email for email in found if email))


@lru_cache(4096)
def domain_of(value: str) -> str | None:
    """The bare domain of a domain or web address: `https://www.nsf.gov/x` gives `nsf.gov`."""
    host = host_of(value)
    return host if host and _DOMAIN.fullmatch(host) else None


def fold(text: str) -> str:
    """`text` in lower case, without accents and punctuation, single-spaced."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in folded if not unicodedata.combining(c)).translate(_LETTERS)
    return _NOT_WORD.sub(" ", plain).strip()


def written_email(value: str) -> str | None:
    """The address in `value` as it is written to: in lower case, without `mailto:` and a name
    around it; None when there is none."""
    text = unicodedata.normalize("NFC", value).strip()
    if text[:7].lower() == "mailto:":
        text = unquote(text[7:].partition("?")[0])
    if text.endswith(">") and "<" in text:
        text = text.rpartition("<")[2]
    text = text.strip(_AROUND)
    return unicodedata.normalize("NFC", text.lower()) if _EMAIL.fullmatch(text) else None


@lru_cache(8192)
def _email(value: str) -> str | None:
    local, _, domain = (written_email(value) or "").rpartition("@")
    host = host_of(f"//{domain}", whole=True)
    if not host:
        return None
    host = _SAME_MAIL.get(host, host)
    if host in _TAGGED:
        plain = local.partition("+")[0]
        plain = plain.translate({ord(sign): None for sign in _BLIND.get(host, "")})
        local = plain or local
    return f"{local}@{host}"


def _phone(value: str) -> str | None:
    text = unicodedata.normalize("NFKC", value).strip()
    text = text[4:] if text[:4].lower() == "tel:" else text
    line = _LINE.search(text)
    text = text[: line.start()] if line else text
    # The zero that is dialled only within the country.
    text = re.sub(r"^(\s*(?:\+|00).*?)\(0\)", r"\1", text)
    digits = "".join(c for c in text if c.isdecimal() and c.isascii())
    if text.startswith("+"):
        digits = f"+{digits}"
    elif digits.startswith("00"):
        digits = f"+{digits[2:]}"
    if len(digits) < 7 or re.search(r"[^\W\d_]", text):
        return None
    return f"{digits}x{line[1]}" if line else digits
