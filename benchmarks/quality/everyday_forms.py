"""The wordings of `everyday.py`, and what its rules look for in the raw fields."""

from __future__ import annotations

from typing import Final

ROLES: Final = {
    # the pattern of a title, plural
    "CFO": (r"\bCFO\b|Chief Fin\w*\.?,? Of", "CFOs"),
    "CEO": (r"\bCEO\b|Chief Exec\w*\.? Of", "CEOs"),
    "COO": (r"\bCOO\b|Chief Oper\w*\.? Of", "COOs"),
    "GC": (r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b|\bGC\b", "general counsels"),
    "CAO": (r"Chief Acc\w*\.? Of|\bCAO\b", "chief accounting officers"),
    "CHRO": (r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)", "HR chiefs"),
}
DUTIES: Final = {
    # what somebody does at a company: the pattern of the title
    "runs {company}": r"\bCEO\b|Chief Exec\w*\.? Of",
    "handles the money at {company}": r"\bCFO\b|Chief Fin\w*\.?,? Of",
    "is the top lawyer at {company}": r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b|\bGC\b",
    "heads personnel at {company}": r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)",
    "runs day-to-day operations at {company}": r"\bCOO\b|Chief Oper\w*\.? Of",
}
SECTORS: Final = {
    # the sector: how people call its companies
    "Energy": "energy companies",
    "Health Care": "healthcare companies",
    "Information Technology": "tech companies",
    "Real Estate": "real estate companies",
    "Utilities": "utilities",
    "Industrials": "industrial companies",
    "Consumer Staples": "consumer staples companies",
    "Materials": "materials companies",
}
TRADES: Final = {
    # what people call the companies: their sub-industries
    "life insurers": ("Life & Health Insurance",),
    "property insurers": ("Property & Casualty Insurance",),
    "airlines": ("Passenger Airlines",),
    "asset managers": ("Asset Management & Custody Banks",),
    "car makers": ("Automobile Manufacturers",),
    "office landlords": ("Office REITs",),
    "gold miners": ("Gold",),
    "software companies": ("Application Software", "Systems Software"),
    "homebuilders": ("Homebuilding",),
    "soft drink companies": ("Soft Drinks & Non-alcoholic Beverages",),
    "trucking companies": ("Cargo Ground Transportation",),
    "building products companies": ("Building Products",),
    "multi-utilities": ("Multi-Utilities",),
    "electronic components makers": ("Electronic Components",),
}
REGIONS: Final = {
    "New England": "Connecticut|Maine|Massachusetts|New Hampshire|Rhode Island|Vermont",
    "the Pacific Northwest": "Oregon|Washington|Idaho",
    "the Midwest": "Illinois|Indiana|Michigan|Ohio|Wisconsin|Iowa|Kansas|Minnesota|Missouri"
    "|Nebraska|North Dakota|South Dakota",
    "the Southeast": "Alabama|Arkansas|Florida|Georgia|Kentucky|Louisiana|Mississippi"
    "|North Carolina|South Carolina|Tennessee|Virginia|West Virginia",
    "the Southwest": "Arizona|New Mexico|Oklahoma|Texas",
}
TOPICS: Final = {
    # as the committee is called: its pattern
    "agriculture": r"agricultur",
    "health": r"health",
    "education": r"education",
    "energy": r"energy",
    "transportation": r"transport",
    "insurance": r"insurance",
    "judiciary": r"judiciary",
    "elections": r"election",
    "housing": r"\bhousing",
    "veterans": r"veteran",
    "labor": r"\blabor",
    "environment": r"environment",
}
ISSUES: Final = {
    # what a lobbyist or a journalist is after: what the committee's name says
    "school funding": r"education|school",
    "Medicaid": r"health|medic|human services",
    "farm subsidies": r"agricultur|farm",
    "highway construction": r"transport|highway|road",
    "sentencing reform": r"judiciary|criminal|correction|courts?\b",
    "the power grid": r"energy|utilit",
    "veterans' benefits": r"veteran",
    "rent control": r"\bhousing",
    "slot machines": r"gaming|gambling",
    "voter ID": r"election",
    "child care": r"child|famil|youth|human services",
    "the minimum wage": r"\blabor|employment|workforce|industrial relations",
    "drinking water": r"environment|water|natural resources",
    "car insurance": r"insurance",
    "property taxes": r"\btax|revenue|ways and means|finance",
    "broadband access": r"technolog|broadband|communicat|telecom",
}
LIVINGS: Final = {
    # how people say it: what the listed occupation says
    "teach school": r"teacher|educator",
    "practice law": r"attorney|lawyer",
    "work the land": r"farm|ranch",
    "sell houses": r"real estate|realtor",
    "own a small business": r"business owner|small business|entrepreneur",
    "treat patients": r"physician|doctor|nurse|dentist|surgeon|medical",
    "sell insurance": r"insurance",
    "build houses": r"contractor|construction|builder",
}
PORTFOLIOS: Final = {
    "health": r"\bHealth\b",
    "justice": r"\bJustice\b",
    "finance": r"\bFinances?\b",
    "education": r"\bEducation\b",
    "defense": r"\bDefen[cs]e\b",
    "agriculture": r"\bAgriculture\b",
    "culture": r"\bCulture\b",
    "tourism": r"\bTourism\b",
    "energy": r"\bEnergy\b",
}
THINGS: Final = {
    # what is asked about: the portfolio it belongs to
    "the police": r"\bInterior\b|Home Affairs|Internal Affairs|Public Security|\bPolice\b",
    "the courts": r"\bJustice\b",
    "hospitals": r"\bHealth\b",
    "embassies abroad": r"\bForeign\b|External",
    "sports": r"\bSports?\b",
    "mining": r"\bMin(?:es|ing|erals?)\b",
    "fishing": r"\bFisher",
    "universities": r"\bEducation\b",
    "the armed forces": r"\bDefen[cs]e\b",
    "telephones and the internet": r"Communication|\bICT\b|Digital|Telecom",
    "trains and airports": r"\bTransport",
    "holiday resorts": r"\bTourism\b",
}
SCIENCES: Final = {
    "coral reefs": r"\bcorals?\b|\breefs?\b",
    "robots": r"\brobot",
    "earthquakes": r"earthquake|seismic|\bfaults?\b",
    "wildfires": r"wildfire|\bfires?\b",
    "quantum computers": r"quantum comput|qubit|quantum information",
    "topology": r"topolog",
    "the ocean": r"\bocean|\bmarine\b",
    "plasma": r"plasma",
    "cancer": r"cancer|tumou?r",
    "batteries": r"batter(?:y|ies)|lithium|electrolyte",
    "insects": r"insect|\bants?\b|\bbees?\b|beetle|mosquito|butterfl",
    "cybersecurity": r"cybersecurity|cyber security|security and privacy",
    "climate change": r"climate",
    "galaxies": r"galax",
    "microbes": r"microb|bacteri",
    "semiconductors": r"semiconduct|transistor",
}
CLOUD: Final = {
    # what software is for: the projects for it
    "tracing requests": ("Jaeger", "OpenTelemetry"),
    "collecting logs": ("Fluentd", "Logging Operator"),
    "workload identity": ("SPIFFE", "SPIRE"),
    "databases": ("Vitess", "TiKV", "CloudNativePG", "SchemaHero", "openGemini"),
    "autoscaling": ("KEDA", "KubeElasti", "Knative"),
    "cluster DNS": ("CoreDNS",),
    "WebAssembly": ("WasmEdge Runtime", "wasmCloud", "Spin", "SpinKube", "container2wasm"),
    "edge computing": ("KubeEdge", "OpenYurt", "Akri"),
    "virtual machines": ("KubeVirt", "Lima"),
    "container storage": ("Rook", "Longhorn", "OpenEBS", "CubeFS", "HwameiStor"),
    "backup and restore": ("Velero", "K8up", "Kanister"),
    "cloud costs": ("OpenCost",),
    "developer portals": ("Backstage",),
    "message streaming": ("NATS", "Strimzi", "Oxia"),
}
PRESIDENTS: Final = {
    "Clinton": "William J. Clinton",
    "Biden": "Joseph R. Biden",
    "Trump": "Donald J. Trump",
    "Obama": "Barack Obama",
    "George W. Bush": "George W. Bush",
    "Reagan": "Ronald Reagan",
}

# class: (kind, wordings)
FORMS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    # --- recruiters
    "role_city": (
        "list",
        (
            "I need {roles} in {city}",
            "{roles} working out of {city}",
            "any {roles} based around {city}?",
            "got any {roles} in {city}, please",
        ),
    ),
    "sector_state": (
        "list",
        (
            "{roles} of {sector} in {state}",
            "{state} {sector}: show me their {roles}",
            "{roles} working at {sector} headquartered in {state}",
            "looking for {roles} from {sector} in {state}",
        ),
    ),
    "two_roles": (
        "list",
        (
            "{roles} or {others} of {trade}",
            "{trade}: {roles} and {others}",
            "either {roles} or {others} at {trade}",
            "{roles} as well as {others} from {trade}",
        ),
    ),
    "outside": (
        "list",
        (
            "{roles} of {trade} outside {state}",
            "{roles} at {trade} that are not based in {state}",
            "{roles} of {trade}, but not in {state}",
            "{trade} {roles} anywhere except {state}",
        ),
    ),
    "role_region": (
        "list",
        (
            "{roles} of {trade} in {region}",
            "{region} {trade}: {roles}",
            "{roles} for {trade} across {region}",
            "{roles} at {trade} located in {region}",
        ),
    ),
    "vice_presidents": (
        "list",
        (
            "vice presidents at {company}",
            "VPs working for {company}",
            "{company} vice presidents of any kind",
            "anyone who is a VP at {company}",
        ),
    ),
    "employer": (
        "list",
        (
            "open source maintainers at {company}",
            "people on {company}'s payroll who maintain open source projects",
            "{company} employees who are open source maintainers",
            "which {company} engineers maintain cloud native projects",
        ),
    ),
    "not_employer": (
        "list",
        (
            "{project} maintainers who don't work for {company}",
            "maintainers of {project} outside {company}",
            "{project} maintainers, no {company} people",
            "who maintains {project} but isn't employed by {company}",
        ),
    ),
    # --- lobbyists
    "shorthand": (
        "list",
        (
            "{code} state sens {topic} cmte",
            "{lower} sens on {topic} ctte",
            "{code} state senators, {topic} committee",
            "state sens {lower} {topic} committee",
        ),
    ),
    "counted": (
        "list",
        (
            "ten {party} state senators from {state}",
            "give me 5 {party} senators in the {state} legislature",
            "a dozen {plural} from the {state} senate",
            "find 8 {state} state senators who are {plural}",
        ),
    ),
    "either_state": (
        "list",
        (
            "{party} state senators on {topic} committees in {a} or {b}",
            "{a} and {b} state senators, {plural}, {topic} committee",
            "{plural} from the {a} or {b} state senate on a {topic} committee",
            "{party} senators dealing with {topic} in {a} and in {b}",
        ),
    ),
    "delegation": (
        "list",
        (
            "everyone in Congress from {state}",
            "{state}'s delegation in Congress",
            "the {state} congressional delegation",
            "all members of Congress who represent {state}",
        ),
    ),
    "ranking": (
        "list",
        (
            "chairs of {topic} committees in {state} and {other}",
            "who chairs a {topic} committee in {state} or {other}",
            "{topic} committee chairs, {state} and {other}",
            "committee chairmen for {topic} in {state} or {other}",
        ),
    ),
    "county_party": (
        "list",
        (
            "{plural} who represent {county} County in the {state} legislature",
            "{party} lawmakers whose district takes in {county} County, {state}",
            "{state} {plural} from {county} County",
            "{party} legislators for {county} County in {state}",
        ),
    ),
    # --- journalists
    "cabinet_pair": (
        "list",
        (
            "{field} ministers of {a} and {b}",
            "who are the {field} ministers in {a} and {b}?",
            "the ministers of {field} of {a} and of {b}",
            "{a} and {b}: {field} minister",
        ),
    ),
    "envoy_pair": (
        "list",
        (
            "ambassadors of {a} and {b} to the United States",
            "the envoys of {a} and {b} in Washington",
            "{a}'s and {b}'s ambassadors to the US",
            "ambassadors to Washington from {a} or {b}",
        ),
    ),
    "unit": (
        "list",
        (
            "people in the {unit} of the {agency}",
            "{agency}, {unit}: everyone",
            "who works in the {unit} at the {agency}",
            "officials of the {agency}'s {unit}",
        ),
    ),
    "mayors": (
        "list",
        (
            "mayors in {state}",
            "the mayors of {state}'s cities",
            "{state} mayors",
            "city mayors from {state}",
        ),
    ),
    "council_mps": (
        "list",
        (
            "MPs whose seat lies in {authority}",
            "members of parliament covering {authority}",
            "which MPs represent parts of {authority}",
            "MPs for constituencies in {authority}",
        ),
    ),
    # --- researchers
    "schooled_by": (
        "list",
        (
            "{president} judges who went to {school}",
            "judges appointed by {president} with a degree from {school}",
            "{school} graduates whom {president} made federal judges",
            "federal judges named by {president} who studied at {school}",
        ),
    ),
    "senior_status": (
        "list",
        (
            "senior district judges in {state}",
            "{state} federal trial judges with senior status",
            "district judges in {state} who have taken senior status",
            "federal district judges on senior status in {state}",
        ),
    ),
    "party_bench": (
        "list",
        (
            "district judges in {state} appointed by {party} presidents",
            "{state} federal trial judges named by a {party} president",
            "federal district judges in {state} who were picked by {plural}",
            "trial judges on the federal bench in {state} appointed by {plural}",
        ),
    ),
    "prize_year": (
        "list",
        (
            "who won the Nobel prize in {field} in {year}",
            "{year} Nobel laureates in {field}",
            "Nobel prize winners {year} {field}",
            "the {field} Nobel of {year}: who got it",
        ),
    ),
    # --- in other words than the records'
    "issue": (
        "semantic",
        (
            "which {state} lawmakers should I talk to about {said}",
            "{state} legislators who care about {said}",
            "who in the {state} legislature deals with {said}?",
            "state lawmakers in {state} to lobby on {said}",
        ),
    ),
    "living": (
        "semantic",
        (
            "lawmakers in {state} who {does}",
            "{state} legislators who {does} for a living",
            "politicians in the {state} statehouse who also {does}",
            "members of the {state} legislature that {does}",
        ),
    ),
    "in_charge": (
        "semantic",
        (
            "which ministers in {region} are in charge of {thing}",
            "ministers responsible for {thing} in {region}",
            "who looks after {thing} in the governments of {region}",
            "cabinet members handling {thing} in {region}",
        ),
    ),
    "science_state": (
        "semantic",
        (
            "scientists in {state} who work on {field}",
            "{state} researchers studying {field}",
            "professors at universities in {state} with grants about {field}",
            "academics from {state} doing research on {field}",
        ),
    ),
    "cloud": (
        "semantic",
        (
            "developers behind open source tools for {said}",
            "who maintains software for {said}",
            "cloud native maintainers working on {said}",
            "open source people who know {said}",
        ),
    ),
    # --- roles, filters, names
    "duty": (
        "role_at_org",
        (
            "who {does}",
            "the person who {does}",
            "who {does}?",
            "find whoever {does}",
        ),
    ),
    "tenure": (
        "filter",
        (
            "{state} state senators in office for more than {years} years",
            "state senators who have served over {years} years in {state}",
            "{state} senators with at least {years} years in office",
            "state senators in {state} who have been there {years} years or longer",
        ),
    ),
    "expiring": (
        "filter",
        (
            "US senators from {region} whose term ends in {year}",
            "US senators from {region} whose term expires in {year}",
            "{region}: US senators with terms ending in {year}",
            "US senators in {region} with a term that runs out in {year}",
        ),
    ),
    "prizes_since": (
        "filter",
        (
            "Nobel laureates in {field} since {year}",
            "people awarded the {field} Nobel after {before}",
            "{field} Nobel winners from {year} on",
            "Nobel prize winners in {field}, {year} or later",
        ),
    ),
    "former_party": (
        "filter",
        (
            "former {party} state senators from {state}",
            "ex state senators in {state} who were {plural}",
            "{plural} who used to sit in the {state} senate",
            "past {state} senators, {plural} only",
        ),
    ),
    "mailable": (
        "filter",
        (
            "{plural} in the {state} senate I can e-mail",
            "{party} {state} senators with an email on file",
            "{state} senate {plural} that have an email address",
            "{party} senators in {state} who can be reached by e-mail",
        ),
    ),
    "padded": (
        "named",
        (
            "do you have {name}?",
            "I'm looking for {name}",
            "{name} contact details",
            "what does {name} do",
        ),
    ),
    "described": (
        "named",
        (
            "{name}, the {hint} from {where}",
            "{hint} {name} of {where}",
            "a {hint} called {name}",
            "{name} who is {hint} in {where}",
        ),
    ),
}
