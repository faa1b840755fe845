"""The sealed proof that somebody was erased, which names nobody.

It holds hashes of what they were known by, with a salt of its own: whoever knows the address can
check that the proof is about it, and nobody can read the address from it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from shortlist import __version__
from shortlist.contract.times import format_time
from shortlist.desk.left_out import anchors_of
from shortlist.desk.seals import seal

if TYPE_CHECKING:
    from shortlist.desk.places import Places
    from shortlist.desk.sightings import Sighting

KIND: Final = "shortlist-erasure"
_NOT_COVERED: Final = (
    "Files that were exported, printed or piped: those that are known are counted above.",
    "Other deployments that were asked about the person, and other machines.",
    "Snapshots and backups of this machine.",
)


def make_proof(
    places: Places,
    given: Mapping[str, str],
    pairs: Iterable[tuple[str, str]],
    before: Sequence[Sighting],
    after: Sequence[Sighting],
    in_service: Mapping[str, Any] | None,
    at: datetime,
) -> bytes:
    """A sealed proof. `pairs`: kind and value of all that they were known by; `before` and
    `after`: where they were, and where they still are."""
    salt = secrets.token_hex(16)
    known = [*given.items(), *pairs]
    forms = {form for kind, value in known for form in anchors_of({kind: value})}
    content = {
        "made_at": format_time(at),
        "versions": {"program": f"shortlist {__version__}"},
        "subject": {
            "how": "SHA-256 of salt, a line feed, and the anchor: mail:, page: or id: and its form",
            "salt": salt,
            "hashes": sorted(hash_of(salt, form) for form in forms),
        },
        "erased": dict(Counter(each.kind for each in before if each.kind not in _STAYS)),
        "exported_files": sum(each.kind == "export" for each in before),
        "left": dict(Counter(each.kind for each in after)),
        "left_out_from_now_on": True,
        "service_of_this_machine": dict(in_service) if in_service is not None else None,
        "receipts": "What was paid stays, without saying for whom.",
        "not_covered": list(_NOT_COVERED),
    }
    document = seal(places, KIND, content)
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


_STAYS: Final = ("export", "left out")


def hash_of(salt: str, anchor: str) -> str:
    """What stands for an anchor in a proof."""
    return hashlib.sha256(f"{salt}\n{anchor}".encode()).hexdigest()


def is_about(content: Any, person: Mapping[str, str]) -> bool:
    """Whether the content of a proof is about whoever `person` names."""
    subject = content.get("subject") if isinstance(content, dict) else None
    if not isinstance(subject, dict) or not isinstance(subject.get("hashes"), list):
        return False
    salt = str(subject.get("salt"))
    return any(hash_of(salt, form) in subject["hashes"] for form in anchors_of(person))
