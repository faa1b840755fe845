"""Sealed documents: hashed part by part, and signed with a key of this machine.

A seal holds a hash of each part of the content, so that whoever checks it can say which part was
changed, and a signature (Ed25519, of the `cryptography` library) over all of these hashes. The key
is made at its first use and never leaves the configuration folder; the public one is in the seal.
A signature says that the holder of that key sealed it: whose key it is, its fingerprint tells.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from shortlist.desk.places import DeskError, Places, refuse_link

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

VERSION: Final = 1
_KEY_FILE: Final = "signing-key"
_ALGORITHM: Final = "ed25519"
_DOCUMENT_PARTS: Final = ("kind", "version", "content", "seal")
ORDER: Final = "order"
"""The part that says in which order the entries of a list are."""
_SEAL_PARTS: Final = ("algorithm", "public_key", "parts", "signature")


@dataclass(slots=True)
class SealCheck:
    """What checking a sealed document found."""

    fingerprint: str = ""
    """Of the key in the seal."""
    signed: bool = False
    """Whether the signature fits the hashes in the seal."""
    changed: list[str] = field(default_factory=list)
    """Parts that are not what was sealed, as paths: `people/3/person/title`."""
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether all is as it was sealed, by the key of `fingerprint`."""
        return self.signed and not (self.changed or self.added or self.removed)


def dump_document(value: Any) -> bytes:
    """The one spelling of JSON that is hashed: names sorted, no blanks, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def seal(places: Places, kind: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """`content` as a sealed document of a `kind`. Raises `DeskError` where the key of this machine
    cannot be made or read."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    content = format_sealed(content)
    key = key_of(places)
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    parts = _hashes(content)
    signature = key.sign(_signed(kind, VERSION, parts))
    return {
        "kind": kind,
        "version": VERSION,
        "content": content,
        "seal": {
            "algorithm": _ALGORITHM,
            "public_key": base64.b64encode(public).decode(),
            "fingerprint": fingerprint_of(public),
            "parts": parts,
            "signature": base64.b64encode(signature).decode(),
        },
    }


def format_sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """`content` as it will be read again: what JSON and UTF-8 cannot hold is changed before it is
    hashed."""
    text = dump_document(content).decode("utf-8", "surrogatepass").encode("utf-8", "replace")
    read: dict[str, Any] = json.loads(text)
    return read


def check_seal(document: Any) -> SealCheck:
    """Check a sealed document. Raises `DeskError` for what is none."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    sealed, content = _opened(document)
    parts = sealed["parts"]
    try:
        public = base64.b64decode(sealed["public_key"], validate=True)
        signature = base64.b64decode(sealed["signature"], validate=True)
        key = Ed25519PublicKey.from_public_bytes(public)
    except ValueError:
        raise DeskError("Its seal has no key and signature that can be read.") from None
    found = SealCheck(fingerprint=fingerprint_of(public))
    try:
        key.verify(signature, _signed(str(document["kind"]), document["version"], parts))
        found.signed = True
    except InvalidSignature:
        pass
    now = _hashes(content)
    found.changed = [n for n in now if n in parts and not _same(now[n], parts[n])]
    found.added = [name for name in now if name not in parts]
    found.added += [name for name in document if name not in _DOCUMENT_PARTS]
    if sealed.get("fingerprint") != found.fingerprint:
        found.changed.append("fingerprint of the seal")
    found.removed = [name for name in parts if name not in now]
    return found


def key_of(places: Places) -> Ed25519PrivateKey:
    """The key of this machine, made at its first use. Raises `DeskError`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        load_pem_private_key,
    )

    path = places.config / _KEY_FILE
    refuse_link(path)
    if not path.exists():
        made = Ed25519PrivateKey.generate()
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(pem)
            # Of two programs that begin at once, the key of one is that of both.
            os.link(beside, path)
        except FileExistsError:
            pass
        except OSError as error:
            raise DeskError(f"{path} cannot be written: {error.strerror}.") from None
        finally:
            beside.unlink(missing_ok=True)
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        raise DeskError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise DeskError(f"{path} is damaged. Move it away: another key is then made.")
    return key


def own_fingerprint(places: Places, *, make: bool = False) -> str:
    """The fingerprint of this machine's key; empty where it never made one, unless `make`."""
    if not make and not (places.config / _KEY_FILE).exists():
        return ""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = key_of(places).public_key()
    return fingerprint_of(public.public_bytes(Encoding.Raw, PublicFormat.Raw))


def fingerprint_of(public: bytes) -> str:
    """What a public key is told from another by: 16 groups of 4 hexadecimal digits, of its
    SHA-256."""
    digits = hashlib.sha256(public).hexdigest()
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _opened(document: Any) -> tuple[dict[str, Any], Any]:
    sealed = document.get("seal") if isinstance(document, dict) else None
    is_seal = isinstance(sealed, dict) and all(name in sealed for name in _SEAL_PARTS)
    if not is_seal or "content" not in document or "kind" not in document:
        raise DeskError("This is no sealed document of this program.")
    assert isinstance(sealed, dict)
    if document.get("version") != VERSION or sealed["algorithm"] != _ALGORITHM:
        raise DeskError("It was sealed by another version of this program. Update it.")
    parts = sealed["parts"]
    if not isinstance(parts, dict) or not all(isinstance(each, str) for each in parts.values()):
        raise DeskError("Its seal has no list of parts that can be read.")
    return sealed, document["content"]


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))


def _signed(kind: str, version: int, parts: Mapping[str, str]) -> bytes:
    return b"shortlist sealed\n" + dump_document([kind, version, parts])


def _hashes(content: Any) -> dict[str, str]:
    return {
        path: hashlib.sha256(dump_document(value)).hexdigest()
        for path, value in _leaves(content, "")
    }


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every part by its path; an empty object or list is a part of its own."""
    if isinstance(value, dict) and value:
        for name in sorted(value):
            # A name may hold anything: what separates is never in it.
            clean = name.replace("~", "~0").replace("/", "~1")
            yield from _leaves(value[name], f"{path}/{clean}" if path else clean)
    elif isinstance(value, list) and value:
        names = _names_of(value)
        if names:
            yield f"{path}/{ORDER}", names
        for name, each in zip(names or map(str, range(len(value))), value, strict=True):
            yield from _leaves(each, f"{path}/{name}" if path else name)
    else:
        yield path, value


def _names_of(values: list[Any]) -> list[str]:
    """What the parts of a list are called where each has an id, so that one that is taken out
    does not make all behind it look changed; their order is a part of its own."""
    names = [part_name(each) for each in values]
    return names if all(names) and len(set(names)) == len(names) else []


def part_name(value: Any) -> str:
    """`item_1 (bee-1)` of an entry with an `item_id` and a `person.person_id`; else empty."""
    item_id = value.get("item_id") if isinstance(value, dict) else None
    if not isinstance(item_id, str) or not item_id:
        return ""
    person = value.get("person")
    known = person.get("person_id") if isinstance(person, dict) else None
    name = f"{item_id} ({known})" if known else item_id
    return name.replace("~", "~0").replace("/", "~1")
