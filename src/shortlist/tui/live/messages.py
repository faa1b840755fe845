"""The messages of the app: workers post what happened, controllers change the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.message import DataMessage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from shortlist.client import Update
    from shortlist.contract.account import Usage
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.extensions import CountedCriteria, Facet
    from shortlist.contract.person import PersonResponse
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import ItemList, PeopleSet, SetList
    from shortlist.desk.commands import Command, Output
    from shortlist.desk.item_briefs import ItemLines
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.whereabouts import Whereabouts
    from shortlist.tui.features.imports.work import ImportWork
    from shortlist.tui.features.sets.changes import SetChanges
    from shortlist.tui.features.sets.combination import SetComparison
    from shortlist.tui.kit.query.facet_book import FacetAsked
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.kit.roster import Roster
    from shortlist.tui.live.recording import Recording
    from shortlist.tui.live.state import LinkState, Standing, Trouble
    from shortlist.tui.live.while_typing import CountAsked


class Happened(DataMessage):
    """Something happened. It reaches each controller with a method of its name."""


class Answered(Happened):
    """The service was asked: it has answered, or `trouble` says why not."""

    if TYPE_CHECKING:

        @property
        def trouble(self) -> Trouble | None: ...


class ActAnswered(Answered):
    """The same of what somebody asked for; the rest is asked by the app itself."""


class LinkChanged(Happened):
    link: LinkState


class StoreOpened(Happened):
    """This machine's file is open: what is kept for the account can be read."""


class StandingChanged(Happened):
    """The service stands otherwise than a second ago."""

    standing: Standing


class ProfileChosen(Happened):
    """Another profile is to come into view."""

    name: str
    color: str


class SearchAnswered(ActAnswered):
    generation: int
    asked: Question
    answer: SearchResponse | None
    trouble: Trouble | None


class FacetRead(Happened):
    """No sign of whether the service is reached: it is asked while one types, and given up soon."""

    asked: FacetAsked
    facet: Facet | None
    trouble: Trouble | None


class CountRead(Happened):
    """As of `FacetRead`; None where it did not come."""

    asked: CountAsked
    counted: CountedCriteria | None


class SetsListed(Answered):
    page: SetList | None
    trouble: Trouble | None


class SetCreated(ActAnswered):
    created: PeopleSet | None
    trouble: Trouble | None


class SetCanceled(ActAnswered):
    set_id: str
    the_set: PeopleSet | None
    trouble: Trouble | None


class RecordingRead(Happened):
    """The events of a finished Set, to replay it."""

    set_id: str
    recording: Recording | None
    trouble: Trouble | None


class ComparisonRead(Happened):
    """The people of several Sets, to compare and combine them."""

    comparison: SetComparison


class ChangesRead(Happened):
    """What changed from one Set to another."""

    changes: SetChanges


class UpdatesCame(Happened):
    """What live Sets sent since the last tenth of a second."""

    by_set: Mapping[str, Sequence[Update]]


class FollowEnded(Answered):
    set_id: str
    trouble: Trouble | None


class ItemsLoaded(Answered):
    set_id: str
    page: ItemList | None
    trouble: Trouble | None


class ItemsKept(Happened):
    """Items were read from this machine's file; `done` with the last of them."""

    roster: Roster
    run: ItemLines
    done: bool


class ItemsDiffer(Happened):
    """What was kept of a Set was not what the service has; the file has the latter now."""

    set_id: str


class FieldsResolved(ActAnswered):
    """One lookup has ended. With neither an answer nor a trouble, it never left."""

    subject: str
    fields: list[str]
    answer: EnrichResponse | None
    trouble: Trouble | None


class UsageRead(Answered):
    usage: Usage | None
    trouble: Trouble | None
    synthetic: bool | None = None
    """Whether the directory that is searched is the sample; None where that is not said."""


class ReceiptsRead(Happened):
    """What this machine knows to have been charged, newest first."""

    receipts: list[Receipt]


class KeptWorkRead(Happened):
    """What this machine keeps of the account was read: Sets, and what the last search found,
    each with the time it was loaded."""

    sets: list[tuple[datetime, PeopleSet]]
    asked: Question | None
    found: tuple[datetime, SearchResponse] | None


class PersonPolled(Happened):
    """How the research of one person stands, while it goes on."""

    person_id: str
    run_id: str
    status: str


class PersonResearched(ActAnswered):
    """Research of one person has ended: an answer, whose dossier may be missing, or a trouble."""

    person_id: str
    answer: PersonResponse | None
    trouble: Trouble | None = None


class SetsSeen(Happened):
    """Another program of this machine has read or made these Sets, which are new here."""

    sets: list[PeopleSet]


class CommandEnded(Happened):
    """A program of one's own has ended; or why it could not be run."""

    command: Command
    told: Output | str


class WhereaboutsRead(Happened):
    """Where somebody is on this machine was looked up; or why it could not be."""

    person_id: str
    found: Whereabouts | str


class NetworksRead(Answered):
    """One thing about a person's profiles on networks was answered, or failed."""

    person_id: str
    what: str
    trouble: Trouble | None


class FileWritten(Happened):
    """`asked` were to be written, `rows` were: others are left out on this machine.

    `what` a row is, where it is not a person.
    """

    path: str
    rows: int
    asked: int
    trouble: Trouble | None = None
    what: str = ""


class FilePreviewed(Happened):
    """The first people of a file were read as an import would read them, or why not."""

    work: ImportWork
    told: dict[str, Any]
    error: str


class ImportWent(Happened):
    """An import told how far it is, whom it left out, or what it did."""

    work: ImportWork
    told: dict[str, Any]


class ImportEnded(Happened):
    """An import is over; `error` says why, where it did not come to its end."""

    work: ImportWork
    error: str


class NotKept(Happened):
    """What there was to remember could not be written on this machine."""

    reason: str


class JournalRead(Happened):
    """How many requests of earlier have no known outcome."""

    unresolved: int


class JournalResumed(Answered):
    """Requests of earlier were asked again, each under its own key."""

    outcomes: dict[str, int]
    trouble: Trouble | None
