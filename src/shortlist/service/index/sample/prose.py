"""Biographies of the sample: sentences from many patterns, no two people alike."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Life:
    """What a biography is written from."""

    first: str
    name: str
    title: str
    company: str
    city: str
    country: str
    industry: str
    branch: str
    topic: str
    second_topic: str
    skills: tuple[str, ...]
    since: int
    years: int
    team: int
    former: tuple[tuple[str, str], ...]
    """(title, company), newest first."""
    school: str
    degree: str
    language: str
    is_lead: bool
    status: str


_OPENINGS = (
    "{name} is {a_title} at {company} in {city}, where the work is mostly {topic}.",
    "As {title} of {company}, {name} spends the week on {topic}.",
    "{title} at {company} since {since}. Current focus: {topic}.",
    "{first} joined {company} in {since} and is now its {title}; {topic} has been the thread.",
    "Based in {city}, {name} works on {topic} for {company}.",
    "Ask anyone in {city} about {topic} and {first}'s name comes up; the day job is {title} at "
    "{company}.",
    "{years} years in {industry_lower}, the last of them at {company} as {title}.",
    "{company}'s {title}. Before anything else, {first} cares about {topic}.",
    "What does {a_title} at {company} do? In {first}'s case: {topic}.",
    "{name} came to {branch_lower} by accident and stayed for {topic}.",
    "Known at {company} for {topic}, {first} holds the post of {title} in {city}.",
    "{first} looks after {topic} at {company}, a {branch_lower} organisation in {city}.",
)
_WORK = (
    "The most recent project was about {second_topic}.",
    "Day to day that means {skill1}, {skill2} and a good deal of {skill3}.",
    "Strong in {skill1} and {skill2}; still learning {skill3}, by own account.",
    "Colleagues mention {skill1} first and {skill2} second.",
    "Also advises a sister organisation on {second_topic}.",
    "Introduced {skill1} where there had been none, and wrote the handbook for it.",
    "Much of the craft is {skill1}; the rest is listening.",
    "Took over {second_topic} when nobody wanted it and made it a team of its own.",
    "Works in {language} and English, and writes most things down.",
    "Has a soft spot for {second_topic}, which fills the Fridays.",
)
_LEADING = (
    "Leads {team} people across {teams} teams.",
    "Runs a group of {team} and answers for its budget.",
    "Built the team from three people to {team}.",
    "Manages {team} people, most of them outside {city}.",
    "Reports to the board and hires for everything around {skill1}.",
)
_RESULTS = (
    "Cut costs by {percent} per cent in {span} months without letting anyone go.",
    "Shortened waiting times from {before} days to {after}.",
    "Won a tender that kept {team} jobs in {city}.",
    "Brought complaints down by {percent} per cent.",
    "Published {after} papers and one children's book on the subject.",
    "Saw the budget grow to {money} million and come in under it every year but one.",
    "Opened the {country} office and later handed it over in good order.",
    "Received a national award for it in {award}.",
    "Stopped a project worth {money} million because the numbers did not hold.",
    "Trained {before} newcomers, {after} of whom now run teams of their own.",
    "Got two rival departments to share one plan, which took {span} months.",
)
_PAST = (
    "Earlier: {title1} at {company1}.",
    "Before that, {first} was {title1} at {company1}.",
    "Previously with {company1} as {title1}, and earlier still with {company2}.",
    "The road there led through {company1} and {company2}.",
    "Started out as {title2} at {company2}, then moved to {company1}.",
    "Spent the years before at {company1}, the last of them as {title1}.",
)
_SCHOOL = (
    "Studied {degree} at {school}.",
    "Holds a degree in {degree} from {school}.",
    "Trained in {degree} at {school}, with a year abroad.",
    "Left {school} with a degree in {degree} and no plan.",
    "Came to the field sideways, after {degree} at {school}.",
)
_ASIDES = (
    "Speaks at meet-ups about what went wrong.",
    "Mentors first-generation students on Thursdays.",
    "Sits on the jury of a regional prize for {branch_lower}.",
    "Writes a newsletter that some four hundred people read.",
    "Volunteers with the mountain rescue.",
    "Plays the viola in an amateur orchestra.",
    "Keeps bees on the office roof.",
    "Cycles to work in any weather.",
    "Coaches a girls' football team.",
    "Restores wooden boats, slowly.",
    "Teaches an evening class on {skill1}.",
    "Works four days a week and recommends it.",
    "Open to conversations about board work in {branch_lower}.",
    "Co-founded a repair café in {city}.",
    "Translates poetry from {language}.",
    "Does not own a car and will tell you why.",
)
_FORMER = (
    "Left {company} this year and is taking some time off.",
    "Recently stepped down after {years} years in {industry_lower}.",
)


def biography(life: Life, rng: Random) -> str:
    """Three to six sentences about `life`; the order and the choice vary."""
    words = _words(life, rng)
    sentences = [rng.choice(_OPENINGS)]
    middle = [rng.choice(_WORK)]
    if life.is_lead and rng.random() < 0.8:
        middle.append(rng.choice(_LEADING))
    if rng.random() < 0.55:
        middle.append(rng.choice(_RESULTS))
    if rng.random() < 0.25:
        told = "second_topic" in middle[0]
        middle.append(
            rng.choice([w for w in _WORK if w not in middle and not (told and "second_topic" in w)])
        )
    rng.shuffle(middle)
    sentences += middle
    if life.former and rng.random() < 0.7:
        two = len(life.former) > 1
        sentences.append(rng.choice([p for p in _PAST if two or "company2" not in p]))
    if rng.random() < 0.4:
        sentences.append(rng.choice(_SCHOOL))
    if rng.random() < 0.45:
        sentences.append(rng.choice(_ASIDES))
    if life.status == "former":
        sentences.append(rng.choice(_FORMER))
    return " ".join(_capital(sentence.format(**words)) for sentence in sentences)


def _words(life: Life, rng: Random) -> dict[str, object]:
    skills = rng.sample(life.skills, 3)
    former = [*life.former, ("", ""), ("", "")]
    after = rng.randint(2, 9)
    return {
        "name": life.name,
        "first": life.first,
        "title": life.title,
        "a_title": f"{'an' if life.title[0] in 'AEIOU' else 'a'} {life.title}",
        "company": life.company,
        "city": life.city,
        "country": life.country,
        "industry_lower": lower(life.industry),
        "branch_lower": lower(life.branch),
        "topic": life.topic,
        "second_topic": life.second_topic,
        "skill1": skills[0],
        "skill2": skills[1],
        "skill3": skills[2],
        "since": life.since,
        "years": life.years,
        "team": life.team,
        "teams": rng.choice(("two", "three", "four", "five")),
        "percent": rng.randint(8, 60),
        "span": rng.randint(4, 30),
        "before": after + rng.randint(4, 40),
        "after": after,
        "money": rng.randint(2, 90),
        "award": rng.randint(2016, 2025),
        "title1": former[0][0],
        "company1": former[0][1],
        "title2": former[1][0],
        "company2": former[1][1],
        "school": life.school,
        "degree": life.degree,
        "language": life.language,
    }


def lower(text: str) -> str:
    """`text` as it stands inside a sentence: acronyms keep their capitals."""
    return text if text[:2].isupper() or text[1:2] in "0123456789" else text[0].lower() + text[1:]


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
