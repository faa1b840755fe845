"""Which column of a table is which field of a person."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

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
_FIELD_OF = {word: field for field, words in _NAMES.items() for word in words.split()}
_NOT_LETTER = re.compile(r"[\W_]+")

# A header has one of these, or it is no header.
_IDENTIFYING = {"name", "last_name", "first_name", "profile_url", "email", "work_email"}


class BadMap(Exception):
    """The `--map` file cannot be used; one line says where and why."""


def field_of(column: str) -> str | None:
    """The field that a column of this heading holds, or None when it is none we know."""
    return _FIELD_OF.get(_NOT_LETTER.sub("", column.casefold()))


def fields_of(header: Sequence[str], mapping: Mapping[str, str] | None = None) -> list[str | None]:
    """The field of each column of `header`; of two columns for one field, the first has it."""
    taken: set[str] = set()
    fields: list[str | None] = []
    # A mapping's word is final: what it names is not given to another column.
    reserved = set((mapping or {}).values())
    for column in header:
        field = (mapping or {}).get(column.strip())
        if field is None:
            field = field_of(column)
            if field in reserved:
                field = None
        if field in taken:
            field = None
        if field:
            taken.add(field)
        fields.append(field)
    return fields


def is_header(cells: Sequence[str], mapping: Mapping[str, str] | None = None) -> bool:
    """Whether this row names columns: at least two of them known, one of them identifying."""
    if mapping:
        return set(mapping) <= {cell.strip() for cell in cells}
    known = {field for field in fields_of(cells) if field}
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
    for field, heading in columns.items():
        if field not in FIELDS:
            known = ", ".join(sorted(FIELDS))
            raise BadMap(f"{path}: {field!r} is no field of a person; there are {known}")
        if not isinstance(heading, str) or not heading.strip():
            raise BadMap(f"{path}: {field} needs the heading of its column, in quotes")
        mapping[heading.strip()] = field
    if not mapping:
        raise BadMap(f'{path}: no columns; write lines such as name = "Full Name"')
    return mapping
