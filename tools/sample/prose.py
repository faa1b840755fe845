"""What people of the sample write of themselves: some much, some a line, some nothing.

Each has a voice (first person, third person, notes) and says what there is to say in an order of
their own, from the facts of the record and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class Life:
    """What a summary is written from."""

    first: str
    title: str
    company: str
    city: str
    branch: str
    matters: tuple[str, ...]
    skills: tuple[str, ...]
    since: int
    years: int
    posts: tuple[dict[str, Any], ...]
    """Earlier ones, newest first."""
    school: str
    field: str
    languages: tuple[str, ...]
    certifications: tuple[str, ...]
    people_led: int
    """0 where they lead nobody."""
    stage: str
    """Of a conference at which they spoke; empty where they did not."""
    left: bool


def summary(life: Life, rng: Random) -> str:
    """The summary; empty for one in eight."""
    voice = rng.random()
    if voice < 0.12:
        return _spoken(life, rng)
    if voice < 0.3:
        return " ".join(filter(None, [_headline(life, rng), _spoken(life, rng)]))
    if voice < 0.45:
        return _notes(life, rng)
    told = _told(life, rng, _Voice() if voice < 0.75 else _Voice(life.first))
    return " ".join(told)


def _headline(life: Life, rng: Random) -> str:
    two = life.skills[:2]
    return rng.choice(
        (
            f"{life.title} | {' | '.join(two)}",
            f"{life.title} at {life.company}. {_cap(_list(two))}.",
            f"{life.years} years in {life.branch.lower()}.",
            f"{_cap(life.matters[0])}, mostly.",
            f"{life.title} in {life.city}, working on {life.matters[0]}.",
        )
    )


def _notes(life: Life, rng: Random) -> str:
    lines = [
        f"{_cap(life.matters[0])}; {life.matters[1]}.",
        f"Tools and methods: {', '.join(life.skills)}.",
    ]
    if life.people_led:
        lines.append(f"Team of {life.people_led}.")
    if life.posts:
        before = life.posts[0]
        lines.append(f"{before['start'][:4]}-{before['end'][2:4]} {before['company']}.")
    if life.certifications:
        lines.append(f"{life.certifications[0]}.")
    rng.shuffle(lines)
    return " ".join([*lines[: rng.randint(2, 4)], _spoken(life, rng)]).strip()


@dataclass(frozen=True, slots=True)
class _Voice:
    """Who speaks: they themselves, or somebody of them."""

    name: str = ""

    @property
    def me(self) -> str:
        return self.name or "me"

    def does(self, mine: str, theirs: str) -> str:
        """With the verb as it is said of oneself, or of others."""
        return f"{self.name} {theirs}" if self.name else f"I {mine}"


Sentence = Callable[[Life, Random, _Voice], str]


def _work(life: Life, rng: Random, voice: _Voice) -> str:
    now = life.matters[0]
    if life.left:
        return f"Until recently {life.title} at {life.company}, where {now} took up most days."
    return rng.choice(
        (
            f"{voice.does('work', 'works')} on {now} at {life.company}.",
            f"At {life.company} since {life.since}: {now}, and lately {life.matters[1]}.",
            f"{voice.does('joined', 'joined')} {life.company} in {life.since} for {now}.",
            f"Most weeks are about {now}; the rest goes to {life.matters[1]}.",
            f"At {life.company} they call {voice.me} about {now}.",
            f"{voice.does('look', 'looks')} after {now} in {life.city}.",
            f"{life.title} in {life.city}. {_cap(now)}, {life.matters[1]}.",
            f"{voice.does('am', 'is')} {_a(life.title)}; this year that is {now}.",
            f"{life.branch} is the trade, {now} the daily bread.",
            f"Mainly {now} these days, at {life.company}.",
            f"Right now: {now}. Next: {life.matters[1]}.",
            f"Part of the job at {life.company}: {now}, {life.matters[1]}.",
            f"{voice.does('split', 'splits')} the week between {now} and {life.matters[1]}.",
            f"Whatever is about {now} comes to {voice.me}.",
            f"{life.years} years in, and never done with {now}.",
        )
    )


def _path(life: Life, rng: Random, voice: _Voice) -> str:
    if not life.posts:
        return f"First job after {life.school}." if life.school and life.years < 4 else ""
    before = life.posts[0]
    said = rng.choice(
        (
            f"Came from {before['company']}, as {_a(before['title'])}.",
            f"Before this, {_span(before)} at {before['company']}.",
            f"{voice.does('spent', 'spent')} {_span(before)} at {before['company']}"
            f" as {_a(before['title'])}.",
            f"Formerly {before['title']} at {before['company']}.",
        )
    )
    if len(life.posts) > 2 and rng.random() < 0.4:
        said += f" Started out at {life.posts[-1]['company']} in {life.posts[-1]['start'][:4]}."
    return said


def _skill(life: Life, rng: Random, voice: _Voice) -> str:
    one, *others = life.skills
    years = max(1, min(life.years, rng.randint(2, 12)))
    return rng.choice(
        (
            f"{years} {'year' if years == 1 else 'years'} of {one}, some {others[0]}.",
            f"Strong in {_list(life.skills[:3])}.",
            f"Happiest with {one} and a clear question.",
            f"Good at {one}; learning {others[-1]}.",
            f"{_cap(one)} first, {others[0]} second.",
            f"Ask about {one}.",
            f"{voice.does('teach', 'teaches')} {one} to new colleagues.",
            f"{voice.does('use', 'uses')} {one} and {others[0]} every day.",
            f"Day to day: {', '.join(life.skills[:3])}.",
        )
    )


def _lead(life: Life, rng: Random, voice: _Voice) -> str:
    if not life.people_led:
        return ""
    n = life.people_led
    return rng.choice(
        (
            f"{voice.does('lead', 'leads')} a team of {n}.",
            f"{n} people report to {voice.me}, directly or not.",
            f"Grew the team from {max(2, n // 3)} to {n}.",
            f"{voice.does('manage', 'manages')} {n} people and the budget that goes with them.",
        )
    )


def _result(life: Life, rng: Random, voice: _Voice) -> str:
    matter = life.matters[-1]
    return rng.choice(
        (
            f"Took on {matter} as well in {life.since}.",
            f"Day after day: {matter}.",
            f"Proudest of {matter}.",
            f"{voice.does('know', 'knows')} a thing or two about {matter}.",
            f"Not done with {matter} yet.",
            f"New colleagues ask {voice.me} about {matter}.",
            f"Learned most from {matter}.",
            f"Wrote the handbook on {matter} that {life.company} still uses.",
            f"The hard part: {matter}.",
        )
    )


def _learned(life: Life, rng: Random, voice: _Voice) -> str:
    if not life.school:
        return "Learned on the job."
    return rng.choice(
        (
            f"{voice.does('studied', 'studied')} {life.field} at {life.school}.",
            f"{_cap(life.field)}, {life.school}.",
            f"A degree in {life.field} from {life.school}.",
        )
    )


def _held(life: Life, rng: Random, voice: _Voice) -> str:
    if not life.certifications:
        return ""
    own = life.certifications[0]
    return rng.choice((f"{voice.does('hold', 'holds')} {own}.", f"Certified: {own}."))


def _told(life: Life, rng: Random, voice: _Voice) -> list[str]:
    ways: Sequence[Sentence] = (_path, _skill, _lead, _result, _learned, _held)
    chosen = rng.sample(ways, rng.randint(1, 4))
    said = [_work(life, rng, voice), *(way(life, rng, voice) for way in chosen)]
    if rng.random() < 0.3:
        rng.shuffle(said)
    if rng.random() < 0.16:
        said.append(rng.choice(_ASIDES))
    return [_cap(each) for each in (*said, _spoken(life, rng)) if each]


def _spoken(life: Life, rng: Random) -> str:
    said = []
    if life.stage:
        subjects = [skill for skill in life.skills if skill.islower()]
        topic = rng.choice(subjects or life.matters)
        said.append(f"{rng.choice(('Panelist on', 'Spoke about', 'Speaker on'))} {topic} at"
                    f" {life.stage}.")  # fmt: skip
    if len(life.languages) > 1 and rng.random() < 0.2:
        said.append(f"Speaks {_list(life.languages)}.")
    return " ".join(said)


_ASIDES = (
    "Open to a chat about mentoring.", "Not looking to move this year.", "Parent of twins.",
    "Volunteers on Saturdays at the food bank.", "Runs half marathons, slowly.",
    "Returned to work in spring after a year of leave.", "Works four days a week.",
    "Sings in a choir.", "Always glad to hear from former colleagues.", "Union representative.",
    "Trains apprentices.", "Happy to relocate.",
)  # fmt: skip


def _span(post: dict[str, Any]) -> str:
    years = int(post["end"][:4]) - int(post["start"][:4])
    return f"{years} years" if years > 1 else "a year" if years == 1 else "some months"


def _a(title: str) -> str:
    return f"{'an' if title[0] in 'AEIOU' or title[:2] in ('HR', 'MR') else 'a'} {title}"


def _list(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]
