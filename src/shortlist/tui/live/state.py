"""The state of the app, as plain data.

Screens read it and draw it; only handlers of the app change it. It holds no widget and does no
I/O, and models of the wire are named for the type checker alone: the first frame is painted
before they are imported. What is one of its kind compares by being it: generating comparisons and
texts for all of them would take longer than drawing the frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from shortlist.tui.kit.query.facet_book import FacetBook
from shortlist.tui.kit.query.vocabulary import Vocabulary
from shortlist.tui.kit.roster import Roster
from shortlist.tui.kit.selection import Selection

if TYPE_CHECKING:
    from shortlist.contract.account import Usage
    from shortlist.contract.enrich import FieldResult
    from shortlist.contract.extensions import CountedCriteria
    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchResponse, SearchResult
    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.own_verdicts import OwnVerdict
    from shortlist.desk.receipts import Receipt
    from shortlist.desk.whereabouts import Whereabouts
    from shortlist.tui.features.people.research import PersonWork
    from shortlist.tui.features.sets.builder import SetDraft
    from shortlist.tui.kit.query.kept_search import SearchAnswer
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.networks import NetworkWork
    from shortlist.tui.live.set_progress import ProgressPoint
    from shortlist.tui.live.while_typing import CountAsked

FEED_LINES = 100

LinkStage = Literal["looking", "waiting", "starting", "ready", "failed"]


def utc_now() -> datetime:
    return datetime.now(UTC)


STARTING: Final = ("search_unavailable", "service_starting")


@dataclass
class Trouble:
    """A failure as a person needs it: what happened, what to do, and what to quote."""

    code: str
    message: str
    advice: str = ""
    request_id: str = ""
    came: str = ""
    """What the service answered in place of what was asked for, as JSON."""

    @property
    def is_over_soon(self) -> bool:
        """The service answers and a part of it is not ready yet; nothing was charged, and it is
        asked again by itself."""
        return self.code in STARTING


class Standing(NamedTuple):
    """How the service stands while something is asked of it."""

    held_seconds: int = 0
    """For so long it takes no request: its rate limit said so."""
    silent_seconds: int = 0
    """For so long it has answered nothing of what is asked; 0 while that is no time to speak of."""
    key_refused: bool = False
    """Paid work waits for another key."""


@dataclass(eq=False, repr=False)
class LinkState:
    """The deployment this app talks to, and how that stands."""

    stage: LinkStage = "looking"
    profile: str = ""
    text: str = ""
    trouble: Trouble | None = None
    log: str = ""
    color: str = ""
    """What the profile is marked with; none for the service of this machine."""
    offline: Trouble | None = None
    """The last request did not reach the service; what was loaded stays on the screens."""
    standing: Standing = field(default_factory=Standing)


@dataclass(eq=False, repr=False)
class SearchWork:
    """The search at hand: what was asked, and what came of it."""

    generation: int = 0
    asked: Question | None = None
    running: bool = False
    waiting: bool = False
    """It has not left yet: it leaves when the service is ready."""
    may_be_kept: bool = False
    """It was asked before the file of this machine was open, which may have its answer."""
    key: str = ""
    """The idempotency key of this search, kept until its answer has come."""
    revived: bool = False
    """It was asked again by itself, after the service had come back."""
    past: list[str] = field(default_factory=list)
    """Lines asked before, newest first."""
    answers: dict[str, SearchAnswer] = field(default_factory=dict)
    """Who searches of this run found, by what each says whole."""
    comparing: tuple[Question, Question] | None = None
    """Two searches that are compared once both are answered."""
    awaited: set[str] = field(default_factory=set)
    """Those of them that were asked anew, and have not been answered."""
    answer: SearchResponse | None = None
    answered: Question | None = None
    kept_at: datetime | None = None
    """The answer is one that this machine kept, of then; asked nothing, it cost nothing now."""
    trouble: Trouble | None = None
    seen: Vocabulary = field(default_factory=Vocabulary)
    """Values of this deployment's answers, to complete the query line from."""
    facets: FacetBook = field(default_factory=FacetBook)
    """What filters can be given, as far as the service listed it."""

    @property
    def results(self) -> list[SearchResult]:
        """Who was found, best first; nobody while there is no answer."""
        return list(self.answer.data.results) if self.answer is not None else []

    def put_sample_away(self) -> None:
        """Show nobody any more who was found in the synthetic sample."""
        self.answers.clear()
        echo = self.answer.data.request if self.answer is not None else None
        if echo is not None and echo.synthetic:
            self.answer = self.answered = self.kept_at = None


@dataclass
class FeedLine:
    """One line of a Set's event feed."""

    at: datetime | None
    text: str
    tone: str = ""


@dataclass(eq=False, repr=False)
class SetWork:
    """One Set, and what has been seen of it."""

    the_set: PeopleSet
    connection: Literal["", "connecting", "live", "polling", "reconnecting", "listed"] = ""
    """`listed`: it runs, and is read with the list of Sets every now and then."""
    feed: deque[FeedLine] = field(default_factory=lambda: deque(maxlen=FEED_LINES))
    newest: deque[SetItem] = field(default_factory=lambda: deque(maxlen=50))
    came: set[str] = field(default_factory=set)
    """Who came while it was followed, by person id."""
    points: list[ProgressPoint] = field(default_factory=list)
    """How far its search was, from moment to moment."""
    trouble: Trouble | None = None
    canceling: bool = False
    settled: bool = False
    """Its end has been seen and told."""

    @property
    def runs(self) -> bool:
        """Whether its newest search has not ended."""
        search = self.the_set.newest
        return search is not None and not search.finished


@dataclass(eq=False, repr=False)
class SetsWork:
    """The Sets of the workspace, and the one that is being made."""

    known: dict[str, SetWork] = field(default_factory=dict)
    """By id, newest first."""
    listed: bool = False
    listing: bool = False
    trouble: Trouble | None = None
    creating: bool = False
    waiting: bool = False
    """A Set was decided on and has not left yet: it leaves when the service is ready."""
    key: str = ""
    """The idempotency key of the creation that is under way, or failed."""
    draft: SetDraft | None = None
    """The Set that was decided on last, as it was filled in."""
    counts: dict[CountAsked, CountedCriteria | None] = field(default_factory=dict)
    """How many people meet what the one that is being built would check; None: it did not come."""
    opened: str | None = None
    """The Set last opened."""
    marked: set[str] = field(default_factory=set)
    """Sets chosen to be compared or combined, by id."""
    read_every: float = 0
    """Seconds between readings of running Sets that are not followed; 0 when there are none."""


@dataclass(eq=False, repr=False)
class PeopleWork:
    """The list that People shows: the items of one Set, or people kept on this machine."""

    set_id: str | None = None
    items: Roster = field(default_factory=Roster)
    title: str = ""
    """What a list that is no Set is called, such as a shortlist."""
    shortlist: str = ""
    """The shortlist this is, if it is one."""
    cursor: str | None = None
    complete: bool = False
    loading: bool = False
    looked: bool = False
    """Whether this machine's file was looked into for the items."""
    kept: bool = False
    """They are as this machine kept them: the service has not been asked since."""
    kept_at: datetime | None = None
    """When they were read from it."""
    stale: bool = False
    """More were admitted after the walk had come to its end."""
    before: PeopleWork | None = None
    """What it takes the place of, should its first page not come."""
    trouble: Trouble | None = None


@dataclass(eq=False, repr=False)
class FieldWork:
    """One field of one person: what is known, or what became of asking."""

    status: str = "waiting"
    """`waiting`, `asking`, `found`, `not_found`, `unavailable` or `failed`."""
    result: FieldResult | None = None
    known: bool = False
    """Resolved earlier on this machine, so it is not asked, nor paid, again."""
    trouble: Trouble | None = None


@dataclass
class Anchor:
    """How a person is named to the service: one anchor, the strongest there is."""

    kind: str
    """`profile_url`, `person_id`, `email` or `name`."""
    fields: dict[str, str]

    @property
    def words(self) -> str:
        return {
            "profile_url": "profile page",
            "person_id": "person id",
            "email": "e-mail",
            "name": "name and company domain",
        }[self.kind]

    @property
    def strength(self) -> int:
        """3: names one person exactly. 1: may be shared."""
        return {"person_id": 3, "profile_url": 3, "email": 2}.get(self.kind, 1)

    @property
    def why(self) -> str:
        return {
            "person_id": "the service's own id: it names one person exactly",
            "profile_url": "one page of one person, however the address is written",
            "email": "a reverse lookup: whoever has this address is meant",
            "name": "two people may share a name: a profile page is safer",
        }[self.kind]


@dataclass(eq=False, repr=False)
class Subject:
    """A person to enrich."""

    key: str
    name: str
    person: Person | None
    anchor: Anchor
    fields: dict[str, FieldWork] = field(default_factory=dict)
    keys: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Idempotency keys of requests whose answer has not come, by the fields they ask for."""


class LostRequest(NamedTuple):
    """A request for contact details that got no answer."""

    subject: str
    fields: list[str]
    key: str


@dataclass(eq=False, repr=False)
class EnrichWork:
    """The people whose contact details are asked for."""

    subjects: dict[str, Subject] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=lambda: {"work_email"})
    running: int = 0
    """Requests on the wire or waiting for their turn."""
    charged: float = 0
    untold: int = 0
    """Answers that do not say what they cost."""
    cap: int | None = None
    """The most ACU that the requests of this list may cost; `None`: the balance alone bounds it."""
    floor: int | None = None
    """Of how many people in a hundred something must be found for the rest to be asked for."""
    found: int = 0
    answered: int = 0
    """Answers of this run, and those of them that found something."""
    billed: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By field, how often it was billed of how often it was asked for: before, and in this run."""
    stopped: bool = False
    """This run found too little: what had not left yet was not asked for."""
    trouble: Trouble | None = None
    lost: list[LostRequest] = field(default_factory=list)
    """Requests whose answer was lost with the service: they go out again when it is back."""
    revived: set[str] = field(default_factory=set)
    """Idempotency keys of those that went out again: each does so by itself once."""


@dataclass(eq=False, repr=False)
class UsageWork:
    """What the service tells of the account, and the receipts of this machine."""

    usage: Usage | None = None
    receipts: list[Receipt] = field(default_factory=list)
    """Charges this machine knows of, newest first."""
    read_at: datetime | None = None
    loading: bool = False
    trouble: Trouble | None = None


@dataclass(eq=False, repr=False)
class AppState:
    """Everything the screens draw."""

    link: LinkState = field(default_factory=LinkState)
    kept_at: datetime | None = None
    """The service is away, and what is shown was loaded then, or later."""
    credits: float | None = None
    refusal: Trouble | None = None
    """Why the service took the key no more, when it was asked last."""
    key_asked: bool = False
    """Another API key was asked for, and nothing that has to be paid since."""
    recent_people: list[Person] = field(default_factory=list)
    """Whose pages were opened last, newest first."""
    synthetic: bool = False
    """The directory that is searched is the synthetic sample."""
    selection: Selection = field(default_factory=Selection)
    search: SearchWork = field(default_factory=SearchWork)
    sets: SetsWork = field(default_factory=SetsWork)
    people: PeopleWork = field(default_factory=PeopleWork)
    enrich: EnrichWork = field(default_factory=EnrichWork)
    usage: UsageWork = field(default_factory=UsageWork)
    research: dict[str, PersonWork] = field(default_factory=dict)
    whereabouts: dict[str, Whereabouts | str] = field(default_factory=dict)
    """Where people are on this machine, by person id, or why that cannot be read."""
    networks: dict[str, NetworkWork] = field(default_factory=dict)
    """Profiles on networks, by person id, as far as they were looked at."""
    purposes: dict[str, str] = field(default_factory=dict)
    """What each Set is for, by its id, where that was written down."""
    left_out: Container[Any] = ()
    """Who is left out on this machine: `person in state.left_out`."""
    own_verdicts: dict[tuple[str, str], list[OwnVerdict]] = field(default_factory=dict)
    """What somebody here said of people of Sets, by Set and person id."""
    remarks: dict[str, dict[str, Any]] = field(default_factory=dict)
    """`note` and `tags` of everyone who has any, by person id; kept on this machine."""

    def retire_sample(self) -> None:
        """People were imported: the sample is searched no more."""
        self.synthetic = False
        self.search.put_sample_away()

    def own_verdicts_on(self, set_id: str, item: SetItem) -> Sequence[OwnVerdict]:
        """Those on one person of a Set."""
        return self.own_verdicts.get((set_id, item.person.person_id), ())

    @property
    def set_in_view(self) -> SetWork | None:
        """The Set last opened, else the newest."""
        opened = self.sets.known.get(self.sets.opened or "")
        return opened or next(iter(self.sets.known.values()), None)
