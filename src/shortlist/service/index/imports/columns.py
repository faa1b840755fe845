"""Mapping of a table's columns to fields of a person."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from shortlist.service.index.imports.career_parts import STUDY_KEYS, key_of

FIELDS = frozenset(
    {
        "id",
        "name",
        "first_name",
        "middle_name",
        "last_name",
        "suffix",
        "title",
        "seniority",
        "function",
        "company",
        "department",
        "company_domain",
        "industry",
        "sub_industry",
        "company_size",
        "company_industry",
        "past_companies",
        "past_titles",
        "education",
        "school",
        "degree",
        "field_of_study",
        "education_start",
        "education_end",
        "skills",
        "languages",
        "certifications",
        "location",
        "city",
        "region",
        "country",
        "profile_url",
        "summary",
        "work_email",
        "personal_email",
        "email",
        "phone",
        "status",
        "as_of",
        "connected_on",
        "source",
        "licence",
        "dataset",
    }
)
"""What a column can be. `email` is sorted into work or personal by its domain."""

# The words people and programs head these columns with, letters and digits only.
_NAMES: dict[str, str] = {
    "id": "id personid recordid contactid memberid externalid uid uuid employeeid leadid",
    "name": "name fullname displayname person personname contactname contact leadname",
    "first_name": "firstname first givenname given forename fname vorname prénom prenom",
    "middle_name": "middlename middle middleinitial",
    "last_name": "lastname last surname familyname family lname nachname nom",
    "suffix": "suffix namesuffix",
    "title": "title jobtitle position role headline jobrole currenttitle currentposition "
    "occupation designation",
    "seniority": "seniority senioritylevel level managementlevel",
    "function": "function jobfunction",
    "company": "company companyname organization organisation organizationname employer account "
    "accountname currentcompany org firm institution affiliation",
    "department": "department dept division unit team",
    "company_domain": "companydomain domain website companywebsite companyurl web emaildomain "
    "organizationdomain",
    "industry": "industry sector vertical",
    "sub_industry": "subindustry subsector",
    "company_size": "companysize companyheadcount headcount employees employeecount "
    "numberofemployees noofemployees numemployees numberemployees employeerange sizeofcompany "
    "companyemployees staffcount",
    "company_industry": "companyindustry companysector employerindustry organizationindustry "
    "organisationindustry",
    "past_companies": "pastcompanies pastcompany previouscompanies previouscompany "
    "pastemployers pastemployer previousemployers previousemployer formercompanies "
    "formercompany formeremployers formeremployer",
    "past_titles": "pasttitles pasttitle previoustitles previoustitle previousjobtitle "
    "formertitle formerjobtitle previouspositions previousposition pastpositions",
    "education": "education educations educationhistory",
    "school": "school schools schoolname university universities college almamater "
    "institutionname universityname educationschool",
    "degree": "degree degrees degreename educationdegree highestdegree",
    "field_of_study": "fieldofstudy studyfield major areaofstudy educationfield degreefield "
    "degreesubject",
    "education_start": "educationstart educationstartdate educationstartyear",
    "education_end": "educationend educationenddate educationendyear graduationyear "
    "graduationdate yearofgraduation graduated classof",
    "skills": "skills skill skillset keyskills topskills expertise technologies competencies",
    "languages": "languages language spokenlanguages languagesspoken languageskills",
    "certifications": "certifications certification certificates certificate credentials "
    "licensesandcertifications licencesandcertifications licensescertifications "
    "professionalcertifications accreditations",
    "location": "location personlocation currentlocation area address",
    "city": "city town locality personcity",
    "region": "region state province stateregion stateprovince county personstate",
    "country": "country countryregion personcountry nation",
    "profile_url": "profileurl url profile linkedin linkedinurl linkedinprofile linkedinprofileurl "
    "personlinkedinurl profilelink link",
    "summary": "summary bio biography about notes description note comments comment",
    "work_email": "workemail businessemail companyemail corporateemail officialemail "
    "professionalemail workemailaddress",
    "personal_email": "personalemail privateemail homeemail personalemailaddress",
    "email": "email emailaddress mail primaryemail emailid emails mailaddress",
    "phone": "phone phonenumber telephone tel workphone businessphone mobile mobilephone cell "
    "primaryphone directphone officephone phonenumbers contactnumber",
    "status": "status",
    "as_of": "asof lastverified verified verifiedon lastupdated updatedat updated lastmodified "
    "lastseen",
    "connected_on": "connectedon",
    "source": "source sourceurl",
    "licence": "licence license",
    "dataset": "dataset",
}
HEADINGS = {word: field for field, words in _NAMES.items() for word in words.split()}
"""The field that a column of each of these headings is."""
_NOT_LETTER = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d{1,2}")
_LISTING = frozenset({"skills", "languages", "certifications", "past_companies", "past_titles"})
"""Fields of which several columns may each say some."""
_PREFIXES = {
    "education": ("education", "edu", "school", "university", "college"),
    "history": (
        "experience",
        "exp",
        "position",
        "job",
        "work",
        "employment",
        "employer",
        "company",
    ),
}

LEAVE_OUT = "leave_out"
"""What a mapping calls a column that nothing is kept of."""
MAPPABLE = FIELDS | {"history", LEAVE_OUT}
"""What a mapping may name: of objects a list of posts, too."""

# A header has one of these, or it is no header.
_IDENTIFYING = {"name", "last_name", "first_name", "profile_url", "email", "work_email"}


class BadMap(Exception):
    """The `--map` file cannot be used; one line says where and why."""


def field_of(column: str) -> str | None:
    """The field that a column of this heading holds, or None when it is none we know."""
    return HEADINGS.get(_NOT_LETTER.sub("", column.casefold()))


def fields_of(header: Sequence[str], mapping: Mapping[str, str] | None = None) -> list[str | None]:
    """The field of each column of `header`; of two columns for one field, the first has it, but
    of those that list things each has some. `history.2.title` is of a numbered column."""
    taken: set[str] = set()
    fields: list[str | None] = []
    # A mapping's word is final: what it names is not given to another column.
    named = {column.strip() for column in header}
    reserved = {field for column, field in (mapping or {}).items() if column in named}
    plain = {field_of(column) for column in header}
    for column in header:
        field = (mapping or {}).get(column.strip())
        if field is None:
            field = field_of(column) or _part_of(column, plain)
            if field in reserved:
                field = None
        if field in taken and field not in _LISTING and field != LEAVE_OUT:
            field = None
        if field:
            taken.add(field)
        fields.append(field)
    return fields


def _part_of(column: str, plain: set[str | None]) -> str | None:
    """The field of a column that says one thing of one post or study: `Company 2`, `School Degree`,
    `Job Start Date`. The first post is the present one where no plain column says that."""
    letters = _NOT_LETTER.sub("", column.casefold())
    base = _DIGITS.sub("", letters)
    digits = _DIGITS.findall(letters)
    if len(digits) > 1 or not base:
        return None
    number = int(digits[0]) if digits else 0
    field = HEADINGS.get(base)
    if number and field in _LISTING:
        return field
    if number and field in STUDY_KEYS:
        return f"education.{number}.{STUDY_KEYS[field]}"
    named = [("history", field)] if number and field in ("title", "company") else []
    for part, prefixes in _PREFIXES.items():
        for prefix in prefixes:
            key = key_of(part, base.removeprefix(prefix)) if base.startswith(prefix) else None
            # A number says of which post; without one, a date is of the present one.
            if key and (number or part == "education" or key in ("start", "end", "period")):
                named.append((part, key))
    if not named:
        return None
    part, of = named[0]
    if part == "history" and number == 1 and not plain & {"title", "company"}:
        return of if of in ("title", "company") else f"history.0.{of}"
    return f"{part}.{number}.{of}"


def is_header(cells: Sequence[str], mapping: Mapping[str, str] | None = None) -> bool:
    """Whether this row names columns: at least two of them known, one of them identifying."""
    if mapping and set(mapping) <= {cell.strip() for cell in cells}:
        return True
    known = {field for field in fields_of(cells, mapping) if field}
    return bool(known & _IDENTIFYING) and (len(known) >= 2 or len(cells) == 1)


def read_map(path: Path) -> dict[str, str]:
    """The columns of a `--map` file: TOML, `field = "Column heading"` a line.

    Gives heading → field. Raises `BadMap`.
    """
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadMap(f"{path}: {error}") from error
    columns = given.get("columns", given)
    mapping: dict[str, str] = {}
    for field, headings in columns.items():
        for heading in headings if isinstance(headings, list) else [headings]:
            if not isinstance(heading, str) or not heading.strip():
                raise BadMap(f"{path}: {field} needs the heading of its column, in quotes")
            mapping[heading.strip()] = known_field(field, f"{path}: ")
    if not mapping:
        raise BadMap(f'{path}: no columns; write lines such as name = "Full Name"')
    return mapping


def read_maps(given: Sequence[str]) -> dict[str, str] | None:
    """What all of `--map` say, each a file or `COLUMN=FIELD`; None where there is none. Raises
    `BadMap`."""
    mapping: dict[str, str] = {}
    for each in given:
        path = Path(each)
        if "=" in each and not path.is_file():
            column, field = read_pair(each)
            mapping[column] = field
        else:
            mapping |= read_map(path)
    return mapping or None


def read_pair(pair: str) -> tuple[str, str]:
    """The column and the field of `COLUMN=FIELD`. Raises `BadMap`."""
    column, _, field = pair.rpartition("=")
    if not column.strip():
        raise BadMap(f"{pair!r} is no COLUMN=FIELD, such as 'Employer Name=company'")
    return column.strip(), known_field(field.strip())


def known_field(field: str, where: str = "") -> str:
    """The field of this name, however it is written. Raises `BadMap`."""
    name = re.sub(r"[\W_]+", "_", field.strip().casefold())
    name = name if name in MAPPABLE else field_of(field) or name
    if name not in MAPPABLE:
        known = ", ".join(sorted(MAPPABLE))
        raise BadMap(f"{where}{field!r} is no field of a person; there are {known}")
    return name
