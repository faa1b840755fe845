"""The wordings of `reworded.py`, and what its rules look for in the raw fields.

Even places of each tuple are for development, odd ones are held out.
"""

from __future__ import annotations

from typing import Final

from benchmarks.quality.compose import PORTFOLIOS as COMPOSED


def _of(names: str) -> list[str]:
    return names.split("|")


POSTAL: Final = {
    name: code
    for pair in _of(
        "AL:Alabama|AK:Alaska|AZ:Arizona|AR:Arkansas|CA:California|CO:Colorado|CT:Connecticut"
        "|DE:Delaware|FL:Florida|GA:Georgia|HI:Hawaii|ID:Idaho|IL:Illinois|IN:Indiana|IA:Iowa"
        "|KS:Kansas|KY:Kentucky|LA:Louisiana|ME:Maine|MD:Maryland|MA:Massachusetts|MI:Michigan"
        "|MN:Minnesota|MS:Mississippi|MO:Missouri|MT:Montana|NV:Nevada|NH:New_Hampshire"
        "|NJ:New_Jersey|NM:New_Mexico|NY:New_York|NC:North_Carolina|ND:North_Dakota|OH:Ohio"
        "|OK:Oklahoma|OR:Oregon|PA:Pennsylvania|RI:Rhode_Island|SC:South_Carolina"
        "|SD:South_Dakota|TN:Tennessee|TX:Texas|UT:Utah|VT:Vermont|VA:Virginia|WA:Washington"
        "|WV:West_Virginia|WI:Wisconsin|WY:Wyoming"
    )
    for code, name in [pair.replace("_", " ").split(":")]
}
SAID: Final = {
    # topic: (its pattern in a committee's name, how other people say it, twice or more)
    "education": (r"education", "schools and teachers", "what children learn"),
    "health": (r"health", "hospitals", "public health and medicine"),
    "agriculture": (r"agricultur", "farming", "farmers and ranchers"),
    "transportation": (r"transport", "roads and highways", "public transit and bridges"),
    "judiciary": (r"judiciary", "the courts", "judges and the justice system"),
    "energy": (r"energy", "electric power", "power plants and the grid"),
    "housing": (r"housing", "affordable homes", "rents and landlords"),
    "veterans": (r"veteran", "ex-servicemen", "military veterans"),
    "insurance": (r"insurance", "insurers", "insurance companies"),
    "labor": (r"labor", "workers' rights", "wages and unions"),
    "elections": (r"election", "voting", "ballots and polling places"),
    "environment": (r"environment", "pollution", "clean air and water"),
    "natural resources": (r"natural resources", "forests and wildlife", "conservation"),
    "appropriations": (r"appropriation", "the state's spending", "public spending"),
}
TRADES: Final = {
    "lawyer": (r"attorney|lawyer", "a lawyer", "lawyers"),
    "farmer": (r"farm|ranch", "a farmer", "farmers"),
    "teacher": (r"teacher|educator", "a teacher", "teachers"),
    "nurse": (r"nurs", "a nurse", "nurses"),
    "realtor": (r"realtor|real estate", "a real estate agent", "real estate agents"),
    "doctor": (r"physician|doctor|surgeon", "a physician", "physicians"),
    "business": (
        r"business owner|business ?m[ae]n|businesswom",
        "a business owner",
        "business owners",
    ),
}
OFFICES: Final = {
    "Governor": "governors",
    "Attorney General": "attorneys general",
    "Lieutenant Governor": "lieutenant governors",
    "Secretary of State": "secretaries of state",
}
STATES_OF: Final = {
    "New England": _of("Connecticut|Maine|Massachusetts|New Hampshire|Rhode Island|Vermont"),
    "the Midwest": _of(
        "Illinois|Indiana|Michigan|Ohio|Wisconsin|Iowa|Kansas|Minnesota|Missouri|Nebraska"
        "|North Dakota|South Dakota"
    ),
    "the Deep South": _of("Alabama|Georgia|Louisiana|Mississippi|South Carolina"),
    "the Pacific Northwest": _of("Oregon|Washington|Idaho"),
    "the Great Plains": _of("Kansas|Nebraska|North Dakota|South Dakota|Oklahoma"),
    "the West Coast": _of("California|Oregon|Washington"),
    "the Mountain West": _of("Arizona|Colorado|Idaho|Montana|Nevada|New Mexico|Utah|Wyoming"),
}
COUNTRIES: Final = {
    "the Nordics": _of("Denmark|Finland|Iceland|Norway|Sweden"),
    "the Baltics": _of("Estonia|Latvia|Lithuania"),
    "Benelux": _of("Belgium|Netherlands|Luxembourg"),
    "South America": _of(
        "Argentina|Bolivia|Brazil|Chile|Colombia|Ecuador|Guyana|Paraguay|Peru|Suriname|Uruguay"
        "|Venezuela"
    ),
    "Central America": _of("Belize|Costa Rica|El Salvador|Guatemala|Honduras|Nicaragua|Panama"),
    "West Africa": _of(
        "Benin|Burkina Faso|Cabo Verde|Cote d'Ivoire|Gambia, The|Gambia|Ghana|Guinea|Guinea-Bissau"
        "|Liberia|Mali|Mauritania|Niger|Nigeria|Senegal|Sierra Leone|Togo"
    ),
    "Central Asia": _of("Kazakhstan|Kyrgyzstan|Tajikistan|Turkmenistan|Uzbekistan"),
    "the Gulf states": _of("Bahrain|Kuwait|Oman|Qatar|Saudi Arabia|United Arab Emirates"),
    "Southeast Asia": _of(
        "Brunei|Cambodia|Indonesia|Laos|Malaysia|Burma|Philippines|Singapore|Thailand|Vietnam"
        "|Timor-Leste"
    ),
}
PORTFOLIOS: Final = {
    **COMPOSED,
    "agriculture": r"\bAgriculture\b",
    "transport": r"\bTransport",
    "defense": r"\bDefen[cs]e\b",
    "labor": r"\bLabou?r\b",
    "environment": r"\bEnvironment\b",
}
TITLES: Final = {
    "Chief of Staff": "chiefs of staff",
    "General Counsel": "general counsels",
    "Press Secretary": "press secretaries",
    "Senior Advisor": "senior advisers",
    "Special Assistant": "special assistants",
    "Inspector General": "inspectors general",
    "Chief Information Officer": "chief information officers",
    "Speechwriter": "speechwriters",
}
PRESIDENTS: Final = {
    "Clinton": "William J. Clinton",
    "Obama": "Barack Obama",
    "Trump": "Donald J. Trump",
    "Biden": "Joseph R. Biden",
    "Reagan": "Ronald Reagan",
    "President George W. Bush": "George W. Bush",
}
BELONGS: Final = {
    "CFO": ("finance chiefs", "heads of finance", "chief financial officers"),
    "CEO": ("chief executives", "CEOs"),
    "COO": ("operations chiefs", "chief operating officers"),
    "GC": ("general counsels", "heads of legal", "chief legal officers"),
    "CHRO": ("HR chiefs", "heads of human resources", "chief people officers"),
    "CMO": ("marketing chiefs", "heads of marketing"),
}
SAID_OF_TRADES: Final = {
    # how people say it: the sub-industries meant
    "banks": ["Diversified Banks", "Regional Banks"],
    "regional banks": ["Regional Banks"],
    "biotech firms": ["Biotechnology"],
    "pharma companies": ["Pharmaceuticals"],
    "restaurant chains": ["Restaurants"],
    "railroads": ["Rail Transportation"],
    "airlines": ["Passenger Airlines"],
    "homebuilders": ["Homebuilding"],
    "chip companies": ["Semiconductors", "Semiconductor Materials & Equipment"],
    "medical device firms": ["Health Care Equipment", "Health Care Supplies"],
    "defense companies": ["Aerospace & Defense"],
    "casinos": ["Casinos & Gaming"],
    "trucking companies": ["Cargo Ground Transportation"],
    "life insurers": ["Life & Health Insurance"],
    "packaged food companies": ["Packaged Foods & Meats"],
    "steel producers": ["Steel"],
    "waste management companies": ["Environmental & Facilities Services"],
    "office landlords": ["Office REITs"],
    "gold miners": ["Gold"],
    "soft drink companies": ["Soft Drinks & Non-alcoholic Beverages"],
}
SCIENCES: Final = {
    "earthquakes": r"earthquake|seismic|seismo",
    "batteries": r"batter(?:y|ies)|lithium",
    "machine learning": r"machine learning|deep learning|neural network",
    "quantum": r"quantum|qubit",
    "coral reefs": r"coral|reef",
    "algebraic geometry": r"algebraic geometry",
    "superconductors": r"superconduct",
    "bees and pollination": r"\bbees?\b|pollinat",
    "cybersecurity": r"cyber ?security|cyber-security",
    "wildfires": r"wild ?fire",
    "dark matter": r"dark matter",
    "wireless networks": r"wireless|5g|6g",
    "galaxies": r"galax(?:y|ies)",
    "microplastics": r"microplastic",
    "turbulence": r"turbulen",
    "protein folding": r"protein",
}

FORMS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "senate_committee": (
        "list",
        (
            "{topic} committee of the {state} Senate",
            "who serves on the {topic} committee in the {state} senate?",
            "senators sitting on {state}'s {topic} panel",
            "{lower} state senate {topic} cmte members",
            "everyone on the senate {topic} committee in {state}",
            "list the {state} senators assigned to {topic} committees",
        ),
    ),
    "house_committee": (
        "list",
        (
            "{state} house {topic} committee",
            "state reps in {state} on a committee about {topic}",
            "lower house members from {state} who sit on {topic} committees",
            "who is on the {topic} committee of the {state} House of Representatives",
            "{lower} house of representatives, {topic} committee members",
            "members of {state}'s House serving on the {topic} committee",
        ),
    ),
    "subject": (
        "semantic",
        (
            "{state} lawmakers who deal with {said}",
            "people in the {state} legislature working on {said}",
            "which {state} legislators are responsible for {said}?",
            "politicians in {state} in charge of {said}",
            "who oversees {said} in the {state} statehouse",
            "{said}: legislators from {state}",
        ),
    ),
    "party_chamber": (
        "list",
        (
            "{party} {members} in {state}",
            "{plural} in the {state} {house}",
            "{state} {house} {plural}",
            "{state} {members} from the {party} party",
            "{lower} {house} members who are {plural}",
            "who are the {party} members of the {state} {house}?",
        ),
    ),
    "party_committee": (
        "list",
        (
            "{plural} on the {topic} committee in the {state} legislature",
            "{party} legislators from {state} serving on {topic} committees",
            "{state} {party} lawmakers, {topic} committee",
            "which {plural} in {state} sit on a {topic} committee",
        ),
    ),
    "chairs": (
        "list",
        (
            "{state} {topic} committee chair",
            "who heads the {topic} committee in {state}'s legislature",
            "legislators leading {topic} committees in {state}",
            "chairpersons of {topic} committees, {state}",
            "chairmen of the {state} {topic} committee",
            "the people chairing {topic} in the {state} legislature",
        ),
    ),
    "trade": (
        "list",
        (
            "{state} legislators who are {trade}",
            "{trade} serving in the {state} legislature",
            "{state} lawmakers who work as {trade}",
            "members of the {state} legislature whose occupation is {one}",
            "{trade} turned lawmakers in {state}",
            "{state} legislators with a day job as {one}",
        ),
    ),
    "county": (
        "list",
        (
            "legislators representing {county} County, {state}",
            "state lawmakers for {county} County in {state}",
            "who represents {county} County in the {state} legislature",
            "{county} County's delegation in {state}",
        ),
    ),
    "seat": (
        "role_at_org",
        (
            "{state} {house} district {number}",
            "who holds {house} district {number} in {state}",
            "member for the {state} {house}, district {number}",
            "{state} {house} member representing district {number}",
        ),
    ),
    "leader": (
        "role_at_org",
        (
            "{party} leader of the {state} {house}",
            "{state} {house} {party} leader",
            "who is the {house} {party} leader in {state}",
            "who leads the {party} in the {state} {house}",
        ),
    ),
    "without_committee": (
        "filter",
        (
            "{state} state senators not on any {topic} committee",
            "{state} senators except those on the {topic} committee",
            "members of the {state} Senate who aren't on the {topic} committee",
            "state senators from {state} without a seat on the {topic} committee",
        ),
    ),
    "without_party": (
        "filter",
        (
            "{state} state senators who are not {plural}",
            "non-{party} state senators in {state}",
            "{state} Senate members who aren't {plural}",
            "state senators in {state} other than {plural}",
        ),
    ),
    "reachable": (
        "filter",
        (
            "{state} state senators with {way}",
            "state senators in {state} who have {way}",
            "members of the {state} Senate whose record lists {way}",
            "{lower} senators that have {way} listed",
        ),
    ),
    "unreachable": (
        "filter",
        (
            "{state} legislators without a listed {way}",
            "{state} lawmakers with no published {way}",
            "members of the {state} legislature missing a {way}",
            "state legislators in {state} whose {way} is not listed",
        ),
    ),
    "left": (
        "filter",
        (
            "former {state} legislators whose term ended in {year}",
            "ex-lawmakers from {state} who left in {year}",
            "{state} legislators who left office in {year}",
            "people who stopped being {state} legislators in {year}",
        ),
    ),
    "began": (
        "filter",
        (
            "{state} state senators who took office in {year} or later",
            "{state} senators first elected after {before}",
            "state senators in {state} serving since {year} or later",
            "{state} Senate members who joined since {year}",
        ),
    ),
    "moved_up": (
        "filter",
        (
            "{state} state senators who used to be in the House",
            "senators in the {state} legislature who previously served in the lower chamber",
            "{state} senators who were state representatives before",
            "state senators from {state} with earlier service in the house",
        ),
    ),
    "state_office": (
        "role_at_org",
        (
            "{office} of {state}",
            "{state} {office}",
            "who is {state}'s {office}?",
            "{lower} {office}",
        ),
    ),
    "offices_of_region": (
        "list",
        (
            "{offices} in {region}",
            "who are the {offices} of {region}?",
            "{offices} of states in {region}",
            "{region} {offices}",
        ),
    ),
    "mayor": (
        "role_at_org",
        (
            "mayor of {city}, {state}",
            "{city} {code} mayor",
            "who is the mayor of {city} in {state}?",
            "mayor {city} {state}",
        ),
    ),
    "congress": (
        "list",
        (
            "U.S. representatives from {state}",
            "members of the US House from {state}",
            "{state}'s congressmen and congresswomen",
            "who represents {state} in the US House of Representatives",
            "{state} congressional delegation, House members",
            "house members representing {lower} in congress",
        ),
    ),
    "congress_region": (
        "list",
        (
            "{party} U.S. senators from {region}",
            "{plural} in the US Senate representing {region}",
            "US senators from {region} who are {plural}",
            "{party} members of the United States Senate from {region}",
        ),
    ),
    "department": (
        "role_at_org",
        (
            "{title} at the {agency}",
            "{agency} {titles}",
            "{titles} working for the {agency}",
            "who are the {titles} in the {agency}?",
        ),
    ),
    "appointees": (
        "list",
        (
            "{kind} at the {agency} in {city}",
            "{agency} {kind} based in {city}",
            "{kind} of the {agency}, {city}",
            "people in {city} who are {kind} of the {agency}",
        ),
    ),
    "minister": (
        "role_at_org",
        (
            "{field} minister of {country}",
            "{country} minister of {field}",
            "who is the {field} minister in {country}?",
            "minister responsible for {field} in the government of {country}",
            "{country}'s {field} minister",
            "minister for {field}, {country}",
        ),
    ),
    "ministers": (
        "list",
        (
            "{field} ministers in {region}",
            "{region}: ministers of {field}",
            "ministers responsible for {field} in {region}",
            "who are the {field} ministers across {region}?",
        ),
    ),
    "envoys": (
        "list",
        (
            "ambassadors to {to} from {region}",
            "{region} ambassadors at {to}",
            "envoys of {region} to {to}",
            "who represents {region} at {to}",
        ),
    ),
    "heads": (
        "list",
        (
            "{heads} in {region}",
            "{heads} of countries in {region}",
            "who are the {heads} of {region}?",
            "{region} {heads}",
        ),
    ),
    "constituency": (
        "role_at_org",
        (
            "MP for {seat}",
            "who is the member of parliament for {seat}",
            "who represents {seat} in the House of Commons",
            "{seat} MP",
        ),
    ),
    "parliament": (
        "list",
        (
            "{party} MPs in {place}",
            "{place} MPs who belong to {party}",
            "members of parliament from {place}, {party}",
            "{party} members of the Commons representing {place}",
        ),
    ),
    "officer_place": (
        "list",
        (
            "{role} in {place}",
            "{role} of firms based in {place}",
            "{place} {role}",
            "{role} at companies with headquarters in {place}",
            "people who are {role} at public companies in {place}",
            "{role} whose company is headquartered in {place}",
        ),
    ),
    "officer_trade": (
        "list",
        (
            "{role} at {trade}",
            "{role} of {trade}",
            "{role} in charge at {trade}",
            "who are the {role} of {trade}?",
            "{trade}: {role}",
            "{trade} {role}",
        ),
    ),
    "officer_at": (
        "role_at_org",
        (
            "{role} of {company}",
            "{lower} {role}",
            "{company} {role}",
            "who is the {role} at {company}?",
            "{company}'s {role}",
            "{role}, {company}",
        ),
    ),
    "bench": (
        "list",
        (
            "judges on the {court} appointed by {president}",
            "{president} appointees on the {court}",
            "judges {president} put on the {court}",
            "{court} judges nominated by {president}",
        ),
    ),
    "schooled": (
        "list",
        (
            "federal judges who studied at {school}",
            "judges educated at {school}",
            "judges with a degree from {school}",
            "{school} graduates on the federal bench",
            "federal judges who went to {school}",
            "judges that are alumni of {school}",
        ),
    ),
    "laureates": (
        "list",
        (
            "Nobel {field} laureates in {country}",
            "winners of the Nobel Prize in {field} from institutions in {country}",
            "Nobel prize in {field}, {country}",
            "{country} Nobel laureates in {field}",
        ),
    ),
    "campus": (
        "list",
        (
            "NSF-funded researchers at {campus}",
            "principal investigators at {campus}",
            "{campus} scientists with NSF awards",
            "who has a National Science Foundation award at {campus}",
        ),
    ),
    "science": (
        "semantic",
        (
            "researchers studying {field}",
            "professors with a grant on {field}",
            "scientists working on {field}",
            "academics whose research is about {field}",
        ),
    ),
    "maintainers": (
        "list",
        (
            "who maintains {project} at {company}",
            "{company} engineers maintaining {project}",
            "{company} employees who are {project} maintainers",
            "{project} maintainers employed by {company}",
        ),
    ),
    "one_letter": ("named", ("{name}", "{name} {hint}", "{name}, {where}", "{name} from {org}")),
    "two_letters": (
        "named",
        ("{name} {hint}", "{name}", "{name} {org}", "{name} in {where}"),
    ),
    "initial": ("named", ("{name} {hint}", "{name} {org}", "{name} {org}", "{name} {hint}")),
    "swapped": ("named", ("{name}", "{name} {hint}", "{name} ({where})", "{name}")),
    "joined": ("named", ("{name}", "{name} {hint}", "{name} {org}", "{name}")),
}
