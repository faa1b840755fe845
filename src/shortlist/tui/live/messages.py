"""What happened. Workers post these; handlers of the app change the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from shortlist.client import Update
    from shortlist.contract.account import Usage
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.facets import Facet
    from shortlist.contract.person import PersonResponse
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import ItemList, PeopleSet, SetList
    from shortlist.desk.commands import Command, Output
    from shortlist.desk.lines import Lines
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.whereabouts import Whereabouts
    from shortlist.tui.features.imports.work import ImportWork
    from shortlist.tui.features.sets.changes import Changes
    from shortlist.tui.features.sets.combination import Comparison
    from shortlist.tui.kit.query.facet_book import FacetAsked
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.kit.roster import Roster
    from shortlist.tui.live.recording import Recording
    from shortlist.tui.live.state import Link, Standing, Trouble


class Happened(Message):
    """Something happened. It reaches each controller with a method of its name."""


class Answered(Happened):
    """The service was asked: it has answered, or the trouble says why not."""

    trouble: Trouble | None


class LinkChanged(Happened):
    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link


class StandingChanged(Happened):
    """The service stands otherwise than a second ago."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self.standing = standing


class ProfileChosen(Happened):
    """Another profile is to come into view."""

    def __init__(self, name: str, color: str) -> None:
        super().__init__()
        self.name, self.color = name, color


class SearchAnswered(Answered):
    def __init__(
        self,
        generation: int,
        asked: Question,
        answer: SearchResponse | None,
        trouble: Trouble | None,
    ) -> None:
        super().__init__()
        self.generation, self.asked, self.answer, self.trouble = generation, asked, answer, trouble


class FacetRead(Happened):
    """No sign of whether the service is reached: it is asked while one types, and given up soon."""

    def __init__(self, asked: FacetAsked, facet: Facet | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.asked, self.facet, self.trouble = asked, facet, trouble


class SetsListed(Answered):
    def __init__(self, page: SetList | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.page, self.trouble = page, trouble


class SetCreated(Answered):
    def __init__(self, created: PeopleSet | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.created, self.trouble = created, trouble


class SetCanceled(Answered):
    def __init__(self, set_id: str, the_set: PeopleSet | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.set_id, self.the_set, self.trouble = set_id, the_set, trouble


class RecordingRead(Happened):
    """The events of a finished Set, to replay it."""

    def __init__(self, set_id: str, recording: Recording | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.set_id, self.recording, self.trouble = set_id, recording, trouble


class ComparisonRead(Happened):
    """The people of several Sets, to compare and combine them."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison


class ChangesRead(Happened):
    """What changed from one Set to another."""

    def __init__(self, changes: Changes) -> None:
        super().__init__()
        self.changes = changes


class UpdatesCame(Happened):
    """What live Sets sent since the last tenth of a second; `draw`: now, not with the next."""

    def __init__(self, by_set: Mapping[str, Sequence[Update]], *, draw: bool) -> None:
        super().__init__()
        self.by_set, self.draw = by_set, draw


class FollowEnded(Answered):
    def __init__(self, set_id: str, trouble: Trouble | None) -> None:
        super().__init__()
        self.set_id, self.trouble = set_id, trouble


class ItemsLoaded(Answered):
    def __init__(self, set_id: str, page: ItemList | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.set_id, self.page, self.trouble = set_id, page, trouble


class ItemsKept(Happened):
    """Items were read from this machine's file; `done` with the last of them."""

    def __init__(self, roster: Roster, run: Lines, done: bool) -> None:
        super().__init__()
        self.roster, self.run, self.done = roster, run, done


class ItemsDiffer(Happened):
    """What was kept of a Set was not what the service has; the file has the latter now."""

    def __init__(self, set_id: str) -> None:
        super().__init__()
        self.set_id = set_id


class FieldsResolved(Answered):
    """One lookup has ended. With neither an answer nor a trouble, it never left."""

    def __init__(
        self,
        subject: str,
        fields: list[str],
        answer: EnrichResponse | None,
        trouble: Trouble | None,
    ) -> None:
        super().__init__()
        self.subject, self.fields, self.answer, self.trouble = subject, fields, answer, trouble


class UsageRead(Answered):
    def __init__(self, usage: Usage | None, trouble: Trouble | None) -> None:
        super().__init__()
        self.usage, self.trouble = usage, trouble


class ReceiptsRead(Happened):
    """What this machine knows to have been charged, newest first."""

    def __init__(self, receipts: list[Receipt]) -> None:
        super().__init__()
        self.receipts = receipts


class KeptWorkRead(Happened):
    """What this machine keeps of the account was read: Sets, and what the last search found,
    each with the time it was loaded."""

    def __init__(
        self,
        sets: list[tuple[datetime, PeopleSet]],
        asked: Question | None,
        found: tuple[datetime, SearchResponse] | None,
    ) -> None:
        super().__init__()
        self.sets, self.asked, self.found = sets, asked, found


class PersonPolled(Happened):
    """How the research of one person stands, while it goes on."""

    def __init__(self, person_id: str, run_id: str, status: str) -> None:
        super().__init__()
        self.person_id, self.run_id, self.status = person_id, run_id, status


class PersonResearched(Answered):
    """Research of one person has ended: an answer, whose dossier may be missing, or a trouble."""

    def __init__(
        self, person_id: str, answer: PersonResponse | None, trouble: Trouble | None = None
    ) -> None:
        super().__init__()
        self.person_id, self.answer, self.trouble = person_id, answer, trouble


class SetsSeen(Happened):
    """Another program of this machine has read or made these Sets, which are new here."""

    def __init__(self, sets: list[PeopleSet]) -> None:
        super().__init__()
        self.sets = sets


class CommandEnded(Happened):
    """A program of one's own has ended; or why it could not be run."""

    def __init__(self, command: Command, told: Output | str) -> None:
        super().__init__()
        self.command, self.told = command, told


class WhereaboutsRead(Happened):
    """Where somebody is on this machine was looked up; or why it could not be."""

    def __init__(self, person_id: str, found: Whereabouts | str) -> None:
        super().__init__()
        self.person_id, self.found = person_id, found


class NetworksRead(Answered):
    """One thing about a person's profiles on networks was answered, or failed."""

    def __init__(self, person_id: str, what: str, trouble: Trouble | None) -> None:
        super().__init__()
        self.person_id, self.what, self.trouble = person_id, what, trouble


class FileWritten(Happened):
    """`asked` were to be written, `rows` were: others are left out on this machine.

    `what` a row is, where it is not a person.
    """

    def __init__(
        self, path: str, rows: int, asked: int, trouble: Trouble | None = None, what: str = ""
    ) -> None:
        super().__init__()
        self.path, self.rows, self.asked = path, rows, asked
        self.trouble, self.what = trouble, what


class FilePreviewed(Happened):
    """The first people of a file were read as an import would read them, or why not."""

    def __init__(self, work: ImportWork, told: dict[str, Any], error: str) -> None:
        super().__init__()
        self.work, self.told, self.error = work, told, error


class ImportWent(Happened):
    """An import told how far it is, whom it left out, or what it did."""

    def __init__(self, work: ImportWork, told: dict[str, Any]) -> None:
        super().__init__()
        self.work, self.told = work, told


class ImportEnded(Happened):
    """An import is over; `error` says why, where it did not come to its end."""

    def __init__(self, work: ImportWork, error: str) -> None:
        super().__init__()
        self.work, self.error = work, error


class NotKept(Happened):
    """What there was to remember could not be written on this machine."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class JournalRead(Happened):
    """How many requests of earlier have no known outcome."""

    def __init__(self, unresolved: int) -> None:
        super().__init__()
        self.unresolved = unresolved


class JournalResumed(Answered):
    """Requests of earlier were asked again, each under its own key."""

    def __init__(self, outcomes: dict[str, int], trouble: Trouble | None) -> None:
        super().__init__()
        self.outcomes, self.trouble = outcomes, trouble
