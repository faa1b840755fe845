"""Reading trades beside an office: `lawyers turned legislators`, `nurses in the Ohio House`."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon import roles
from shortlist.service.lexicon.text import STOPWORDS, listed, stems
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.read_roles import LEGISLATORS, VERBS
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

# How people call a trade | how records name it.
_TABLE: Final = """
lawyer;attorney;solicitor;counsel | attorney;lawyer;legal counsel;general counsel
teacher;educator;schoolteacher | teacher;educator
physician;doctor;surgeon;medical doctor | physician;doctor;surgeon
nurse | nurse
accountant;cpa;bookkeeper | accountant;accounting;cpa;bookkeeper
engineer | engineer
software engineer;programmer;software developer | software engineer;software developer;programmer
farmer;grower | farmer;farm and ranch
rancher | rancher;farm and ranch;cattleman;stockman
realtor;real estate agent;real estate broker;estate agent | \
realtor;real estate agent;real estate broker;real estate sales;real estate salesperson
business owner | business owner;small business owner;owner
small business owner | small business owner;small business
entrepreneur | entrepreneur
founder | founder
businessman;businesswoman;business person | businessman;businesswoman;businessperson
consultant | consultant
professor;academic;university teacher | professor
banker | banker
pastor;minister of religion;clergy;priest;preacher | pastor;clergy;minister;priest;preacher
veterinarian;vet | veterinarian
insurance agent;insurance broker | insurance agent;insurance broker;insurance producer
police officer;policeman;law enforcement officer;cop | police;law enforcement
retiree;retired people;pensioner | retired;retiree
journalist;reporter | journalist;journalism;reporter
student | student
architect | architect
pilot | pilot
pharmacist | pharmacist
dentist | dentist
contractor | contractor
builder | builder;building contractor
social worker | social worker
"""
# What people do for a living | how records name it.
_DOING: Final = """
teach;taught;teach school;teach class | teacher;educator
practice law;practise law;argue case in court | attorney;lawyer
practice medicine;practise medicine | physician;doctor;surgeon
treat patient;see patient;care for patient | physician;doctor;surgeon;nurse;dentist
work the land;farm;ranch;grow crop;raise cattle | farmer;rancher;farm and ranch
sell house;sell home;sell real estate;deal in real estate | \
realtor;real estate agent;real estate broker;real estate sales;real estate salesperson
sell insurance | insurance agent;insurance broker;insurance producer;insurance sales
own a small business;run a small business;own a business;run a business;own business | \
business owner;small business
build house;build home | builder;building contractor;general contractor;construction
keep the book | accountant;bookkeeper
fly plane | pilot
preach | pastor;clergy;minister;priest;preacher
"""
_WHO: Final = listed("who that and also or still")
"""Words before what somebody does."""
_SUBJECT_OF: Final = listed(
    """
    are is were was as being be became become occupation profession trade job work works working
    worked trained practicing practising retired fellow also career
    """
)
"""Words after which a trade says what someone is."""
_CUES: Final = (
    r"(?:who |that |and )?(?:(?:are |is |were |was )?(?:also )?(?:work(?:s|ed|ing)?|trained) as"
    r"|(?:whose|by|with an?|their) (?:occupation|profession|trade|training|day job|job|career)"
    r"(?: (?:is|was|as))?|(?:turned|became|become)|day job(?: as)?|occupation|(?:who )?practic\w+"
    r"|background(?: in| as)?|(?:also )?for a living|by day)(?=\s|$)"
)


def _read_table(table: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    found = {}
    for line in table.strip().splitlines():
        said, recorded = (part.split(";") for part in line.split(" | "))
        for phrase in said:
            found[stems(phrase)] = tuple(each.strip() for each in recorded)
    return found


_TRADES: Final = _read_table(_TABLE)
_LIVINGS: Final = _read_table(_DOING)
_LONGEST: Final = max(map(len, (*_TRADES, *_LIVINGS)))


def read_occupation(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """What lawmakers live by, where the query says what they are: not what they deal with."""
    known = vocabulary.values("occupation")
    if not known or not any(
        set(ids) & LEGISLATORS for *_, ids in reading.find(roles.PHRASES, roles.LONGEST_PHRASE)
    ):
        return []
    spans = [
        (start, end, recorded)
        for start, end, recorded in reading.find(_TRADES, _LONGEST)
        if _is_subject(reading, start, end)
    ]
    spans += [
        (start, end, recorded)
        for start, end, recorded in reading.find(_LIVINGS, _LONGEST)
        if reading.before(start) in _WHO
    ]
    for at in reading.content() if not spans else ():
        # A trade that no table names, by the index's own words: `paramedics turned lawmakers`.
        word = reading.words[at]
        plural = word.text.endswith("s") and not word.capital
        if plural and word.stem in known and _is_subject(reading, at, at + 1, surely=True):
            spans.append((at, at + 1, (word.text,)))
    chosen: list[tuple[int, int, tuple[str, ...]]] = []
    for span in spans:
        if reading.free(span[0], span[1]):
            reading.take(span[0], span[1])
            chosen.append(span)
    if not chosen:
        return []
    chosen.sort()
    label = reading.said(chosen[0][0], chosen[0][1])
    if reading.stems(*chosen[0][:2]) in _LIVINGS:
        label = chosen[0][2][0]  # who teaches school is a teacher
    phrases = dict.fromkeys(stems(each) for *_, recorded in chosen for each in recorded)
    for start, end, _ in reading.search(_CUES):
        reading.take(start, end)
    return [
        Condition(
            kind="occupation",
            label=label,
            description=f"Has the occupation {label}",
            clauses=tuple(Clause("occupation", words=phrase) for phrase in phrases),
            text=label,
            negated=reading.negated[chosen[0][0]],
            weight=2.0,
        )
    ]


def _is_subject(reading: Reading, start: int, end: int, *, surely: bool = False) -> bool:
    """Whether these words say what the people are. `surely`: not only by standing first."""
    phrase = roles.PHRASES.get(reading.stems(start, end), ())
    if set(phrase) & LEGISLATORS:
        return False
    after = reading.words[end] if end < len(reading.words) else None
    if (
        after is not None
        and after.text not in VERBS
        and (
            after.text in ("turned", "by")
            or set(roles.PHRASES.get((after.stem,), ())) & LEGISLATORS
        )
    ):
        return True
    before = reading.before(start, frozenset({"a", "an", "also", "the", "former", "currently"}))
    if before in _SUBJECT_OF:
        return True
    return not surely and (before == "" or (before in STOPWORDS and start <= 2 and before != "for"))
