"""`shortlist verify`."""

from __future__ import annotations

from pathlib import Path

import click

from shortlist.cli.deployment import local
from shortlist.cli.output import amount, print_json, print_line, say

_MOST_BYTES = 256 * 1024 * 1024


@click.command(short_help="Check that nothing of a sealed file was changed.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--key", metavar="FINGERPRINT", help="It must be sealed with the key of this fingerprint."
)
@click.option(
    "--about", metavar="EMAIL|URL|ID", help="A proof of an erasure must be about this person."
)
@local
def verify(file: Path, key: str | None, about: str | None, as_json: bool) -> None:
    """Check a sealed FILE: an evidence bundle, or the proof of an erasure. Needs no network.

    Says what was changed, added or removed, of whom. Ends with 0 when all is as it was sealed,
    and with 1 when it is not, or is not what --key or --about says.
    """
    from shortlist.desk.bundle import checked_bundle, describe_check
    from shortlist.desk.erasure_proof import is_about
    from shortlist.desk.places import DeskError, find_places
    from shortlist.desk.seals import own_fingerprint
    from shortlist.desk.sightings import named

    if file.stat().st_size > _MOST_BYTES:
        raise DeskError(f"{file} is too large to be a sealed file of this program.")
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise DeskError(f"{file} is no sealed file of this program.") from None
    found, document = checked_bundle(text)
    ours = own_fingerprint(find_places()) == found.fingerprint
    meant = key is None or _bare(key) == _bare(found.fingerprint)
    of_them = about is None or is_about(document["content"], named(about))
    lines = describe_check(found, document["content"])
    if as_json:
        print_json(
            {"file": str(file), "kind": document["kind"]}
            | {"whole": found.whole, "signed": found.signed}
            | {"changed": found.changed, "added": found.added, "removed": found.removed}
            | {
                "told": lines,
                "fingerprint": found.fingerprint,
                "own_key": ours,
                "key": meant,
            }
            | {"about": of_them}
        )
    else:
        for line in lines:
            print_line(line)
        if not found.signed:
            print_line("The signature does not fit: the seal itself was changed.")
        if not meant:
            print_line("It is sealed with another key than the one you named.")
        if not of_them:
            print_line("It is not about the person you named.")
        whose = "this machine's own" if ours else "not this machine's: compare it with the sealer's"
        say(f"The key: {found.fingerprint} ({whose})")
        parts = len(document["seal"]["parts"])
        say(
            f"Nothing was changed: {amount(parts, 'part')}, as they were sealed."
            if found.whole
            else "This is not as it was sealed."
        )
    click.get_current_context().exit(0 if found.whole and meant and of_them else 1)


def _bare(fingerprint: str) -> str:
    return "".join(fingerprint.split()).replace(":", "").lower()
