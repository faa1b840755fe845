"""Redaction of e-mail addresses and telephone numbers in the text of pages.

Contact fields are never returned by search (interface, section 4.1, behavior rule 2), and a page's
words beside a person are no way around that. Years, dates, prices, postcodes and plain counts
stay: a number goes where it is written as telephone numbers are, or where a word says it is one.
"""

from __future__ import annotations

import html
import unicodedata
from typing import Final
from urllib.parse import unquote, urlsplit, urlunsplit

import regex

_PLUS: Final = "+\uff0b"
"""As it is written, and as wide as a Chinese or Japanese character."""
EMAIL: Final = "(e-mail left out)"
PHONE: Final = "(phone left out)"

_OPEN: Final = r"[\[({<【*_|-]"
_CLOSE: Final = r"[\])}>】*_|-]"
_DOT: Final = rf"(?:\s{{0,2}}{_OPEN}\s?(?:dot|punkt|point|punto|ponto|\.)\s?{_CLOSE}\s{{0,2}}|\.)"
_SPELT_DOT: Final = r"\s(?:dot|punkt|point|punto|ponto)\s"
_LOCAL: Final = rf"[\w+%'](?:[\w.+%'-]|{_SPELT_DOT}){{0,63}}"
_LABEL: Final = r"[\p{L}\p{N}][\p{L}\p{N}-]{0,62}"
_HOST: Final = rf"{_LABEL}(?:(?:{_DOT}|{_SPELT_DOT}){_LABEL}){{1,5}}"
_SIGN: Final = r"\s{0,2}[@＠﹫]\s{0,2}"
_BRACKETED: Final = rf"\s{{0,2}}{_OPEN}\s?(?:at|ät|@|arroba|chez)\s?{_CLOSE}\s{{0,2}}"
_EMAILS: Final = regex.compile(
    "|".join(
        (
            rf"(?:mailto:\s?)?{_LOCAL}(?:{_SIGN}|{_BRACKETED}|\(a\)){_HOST}",
            rf"[\w+%'][\w.+%'-]{{0,63}}{_BRACKETED}{_LABEL}",
            # `jane at acme dot com`, and not `an engineer at acme.com`.
            rf"{_LOCAL}\s(?:at|arroba)\s{_LABEL}(?:{_SPELT_DOT}{_LABEL}){{1,5}}",
            rf"[\w+%'-]{{1,40}}[._][\w.+%'-]{{1,40}}\sat\s{_LABEL}(?:\.{_LABEL}){{1,5}}",
        )
    ),
    regex.IGNORECASE,
)
_BETWEEN: Final = r"(?:\s?[-‐-―/·]\s?|\.|\s{1,2}|\s?\(|\)\s?[-./(]?|)"
_RUN: Final = regex.compile(
    rf"(?<![\w.,/@#$€£¥-])(?:[{_PLUS}]\s?)?\(?(?:[{_PLUS}]\s?)?\d(?:{_BETWEEN}\d){{4,18}}(?![\w%€£¥]|[.,:]\d)"
    r"(?:[\s,;]{0,2}(?:ext(?:ension)?|x|durchwahl|poste)\.?\s?\d{1,6})?",
    regex.IGNORECASE,
)
_VANITY: Final = regex.compile(
    r"(?<!\w)(?:1[-. ])?8(?:00|33|44|55|66|77|88)[-. ][A-Z][A-Z-]{5,9}(?!\w)"
)
_CALLED: Final = regex.compile(
    r"(?:\b(?:tel|telephone|phone|ph|mobile|mob|cell(?:phone)?|fax|call|dial|ring|whatsapp|sms"
    r"|hotline|t[ée]l[ée]phone|t[ée]l|telefon|telefax|tel[ée]fono|m[óo]vil|handy|celular|telefone"
    r"|cellulare|телефон|тел|моб)|☎|☏|✆|📞|📱|电话|電話|手机|携帯)"
    r"(?:\W{0,3}(?:number|no|nr|us|me|him|her|them|at|on|is|direct|office|work|home))*"
    r"[\s:.()\-–=#]{0,5}$",
    regex.IGNORECASE,
)
_OTHER_NUMBER: Final = regex.compile(
    r"(?:\b(?:isbn(?:-1[03])?|issn|npi|orcid|doi|ein|vat|iban|id|no|number|case|patent|ref"
    r"|registration)|#|№|usd|eur|gbp|[$€£¥])[\s:.#]{0,3}$",
    regex.IGNORECASE,
)
_DATES: Final = regex.compile(
    r"(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{4})(?:\s\d{1,4})?"
    r"|(?:1[5-9]|2[01])\d\d\s?[-–—/]\s?(?:1[5-9]|2[01])\d\d"
)
_POSTCODES: Final = regex.compile(r"\d{5}-\d{3,4}|\d{3}-\d{4}")
_SHAPES: Final = regex.compile(
    r"1?[-. ]?\(?[2-9]\d\d\)?[-. ]{0,2}[2-9]\d\d[-. ]?\d{4}"  # North America
    r"|\(\d{2,5}\)[-. ]{0,2}\d{2,5}(?:[-. ]?\d{2,5}){1,3}"
    r"|[6-9]\d{4}[- ]\d{5}"  # India
    r"|1[3-9]\d[- ]?\d{4}[- ]?\d{4}"  # China
)
_YEAR_IN_BRACKETS: Final = regex.compile(r"\((?:19|20)\d\d\)")
_SAID_IN_URLS: Final = regex.compile(
    r"(?:^|[&;?_-])(?:tel|phone|mobile|fax|whatsapp|cell)[a-z_]*[=:_-]", regex.IGNORECASE
)
_YEAR_BEFORE: Final = regex.compile(r"(?:19|20)\d\d\s+(?=\S{3})")
_TRUNK_LEAST: Final = 9
"""Digits of a number that begins with the zero dialled within a country."""
_LOOK_BACK: Final = 30


def without_contacts(text: str) -> str:
    """`text` with each e-mail address and telephone number replaced by words that say so."""
    if "&" in text:
        text = html.unescape(text)
    if "%40" in text:
        text = text.replace("%40", "@")
    without_emails = str(_VANITY.sub(PHONE, _EMAILS.sub(EMAIL, text)))
    return str(_RUN.sub(lambda found: _shown(found, without_emails), without_emails))


def url_without_contacts(url: str) -> str:
    """`url` up to where an e-mail address or a telephone number begins in it."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    query, fragment = (
        "" if _tells_contact(each) else each for each in (parts.query, parts.fragment)
    )
    kept: list[str] = []
    for segment in parts.path.split("/"):
        if _tells_contact(segment):
            kept.append("")
            break
        kept.append(segment)
    shown = (parts.scheme, host, "/".join(kept), query, fragment)
    return url if shown == tuple(parts) else urlunsplit(shown)


def _tells_contact(part: str) -> bool:
    said = unquote(unquote(part))
    if _EMAILS.search(said):
        return True
    # A plain row of digits is most often the number of a page.
    return any(
        found[0].lstrip("( ")[0] in _PLUS or _SAID_IN_URLS.search(said[: found.start()])
        for found in _RUN.finditer(said.replace("=", "= "))
    ) or (_SAID_IN_URLS.search(said) is not None and _RUN.search(said) is not None)


def _shown(found: regex.Match[str], text: str) -> str:
    """A row of digits as it may be shown."""
    before = text[max(found.start() - _LOOK_BACK, 0) : found.start()]
    if _is_phone(found[0], before):
        return PHONE
    said = str(found[0])
    year = _YEAR_BEFORE.match(said)
    if year and _is_phone(said[year.end() :], ""):
        return str(year[0]) + PHONE
    return said


def _is_phone(said: str, before: str) -> bool:
    """Whether a row of digits is a telephone number, by its form and by what stands `before`."""
    number = regex.split(r"[\s,;]{0,2}(?:ext|x|durchwahl|poste)", said, flags=regex.IGNORECASE)[0]
    digits = "".join(str(unicodedata.decimal(c)) for c in number if c.isdecimal())
    plain = number.strip("() ")
    if _DATES.fullmatch(plain) or len(digits) > 15:
        return False
    if _CALLED.search(before):
        return len(digits) >= 5
    if any(sign in number for sign in _PLUS):
        return len(digits) >= 7
    if _OTHER_NUMBER.search(before) or _POSTCODES.fullmatch(plain):
        return False
    if digits.startswith("0") and not regex.fullmatch(r"0\.\d+", plain):
        return len(digits) >= _TRUNK_LEAST
    shaped = unicodedata.normalize("NFKC", regex.sub(r"[‐-―\u00a0]", "-", number)).strip()
    return _SHAPES.fullmatch(shaped) is not None and not _YEAR_IN_BRACKETS.match(shaped)
