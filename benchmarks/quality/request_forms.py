"""The wordings of `request.py`, and what its rules look for in the raw fields."""

from __future__ import annotations

from typing import Final

LOBBY: Final = {
    # in other words than the records', with the state: what the committee's name says
    "who can fix drug costs and insurance for the poor in {state}": r"medicaid|health",
    "{state} lawmakers who look into premiums and insurers": r"insurance",
    "who in {state}'s legislature speaks for the elderly": r"aging|senior|elder|older",
    "lawmakers from {state} who set the rules for plumbers' and nurses' licences": r"licens"
    r"|professions|occupations",
    "{state} politicians who audit the government": r"audit|oversight|accountab",
    "who in the {state} statehouse is for reservists and army bases": r"veteran|military",
    "people cutting red tape in the {state} legislature": r"administrative rules|regulatory|rules"
    r" review|regulation",
    "who decides about reservoirs, wells and irrigation in {state}": r"\bwater",
    "lawmakers who help shopkeepers and start-ups in {state}": r"small business|economic develop"
    r"|entrepreneur|commerce",
    "{state} legislators in charge of cops and firefighters": r"public safety|police|fire",
    "legislators in {state} dealing with phone and internet lines": r"telecom|broadband|communicat",
    "who in the {state} legislature writes the spending bill": r"appropriation|budget"
    r"|ways and means|finance",
    "lawmakers worried about foster children in {state}": r"child|famil|youth|human services",
    "{state} lawmakers handling crops and livestock": r"agricult|farm|livestock",
    "who sets the agenda of the chamber in {state}": r"^(?:\w+ )?rules|calendar",
    "{state} legislators for community colleges": r"higher education|universit|college",
    "who draws up criminal law in {state}": r"judiciary|criminal|courts?\b",
    "{state} lawmakers in charge of mines, oil and gas": r"energy|natural resources|mining|mineral",
}
BOSSES: Final = {
    "finance directors": r"\bCFO\b|Chief Fin\w*\.?,? Of",
    "marketing bosses": r"Chief Mark\w*\.? |\bCMO\b",
    "supply chain heads": r"Supply Chain|Chief Procurement",
    "managing directors": r"\bCEO\b|Chief Exec\w*\.? Of",
    "heads of legal": r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b|\bGC\b",
    "number crunchers in chief": r"Chief Acc\w*\.? Of|Chief Acctg|Principal Accounting|Controller",
    "staffing chiefs": r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)",
    "second in command for operations": r"\bCOO\b|Chief Oper\w*\.? Of",
}
FIRMS: Final = {
    "cereal and snack makers": ("Packaged Foods & Meats",),
    "soda companies": ("Soft Drinks & Non-alcoholic Beverages",),
    "card networks": ("Transaction & Payment Processing Services",),
    "temp agencies and payroll firms": ("Human Resource & Employment Services",),
    "shopping mall landlords": ("Retail REITs",),
    "carmakers": ("Automobile Manufacturers",),
    "medicine wholesalers": ("Health Care Distributors",),
    "self-storage companies": ("Self-Storage REITs",),
    "cell tower owners": ("Telecom Tower REITs",),
    "advertising agencies": ("Advertising",),
    "sneaker companies": ("Footwear",),
    "wine and whiskey producers": ("Distillers & Vintners",),
    "supermarkets": ("Food Retail", "Consumer Staples Merchandise Retail"),
    "TV networks": ("Broadcasting",),
    "drinking water suppliers": ("Water Utilities",),
    "makers of cardboard boxes": ("Paper & Plastic Packaging Products & Materials",),
    "copper mines": ("Copper",),
    "data centre landlords": ("Data Center REITs",),
    "haulage companies": ("Cargo Ground Transportation",),
    "oilfield service firms": ("Oil & Gas Equipment & Services",),
    "DIY chains": ("Home Improvement Retail",),
    "house builders": ("Homebuilding",),
    "cement and gravel companies": ("Construction Materials",),
    "apartment landlords": ("Multi-Family Residential REITs",),
    "wealth managers": ("Asset Management & Custody Banks",),
}
SCIENCES: Final = {
    "coral and reefs": r"\bcoral|\breefs?\b",
    "earthquakes": r"earthquake|seismic|fault",
    "better batteries": r"batter(?:y|ies)|lithium|electrolyte",
    "viruses": r"virus|viral",
    "dark matter": r"dark matter",
    "cyber attacks": r"cyber|attack|security",
    "galaxies": r"galax",
    "bees and other insects": r"\bbees?\b|insect|pollinat|ants\b",
    "catalysts": r"cataly",
    "climate change": r"climate|warming",
    "human language": r"linguist|language",
    "nuclear fusion and plasmas": r"plasma|fusion",
    "knots and shapes of space": r"\bknots?\b|topolog|manifold|geometr",
    "birds": r"\bbirds?\b|avian",
    "rivers and streams": r"river|stream",
    "photosynthesis": r"photosynth|chloroplast",
    "computer chips": r"\bchips?\b|semiconductor|integrated circuit|vlsi",
    "data privacy": r"privacy|private",
    "gravitational waves": r"gravitational[ -]wave|ligo",
    "how children learn mathematics": r"math\w*\b.*\b(?:learn|education|teach|student)"
    r"|(?:learn|education|teach|student)\w*\b.*\bmath",
}
CLOUD: Final = {
    # what the software is for: the projects
    "running virtual machines on Kubernetes": ("KubeVirt",),
    "computing at the edge": ("KubeEdge", "OpenYurt", "Akri", "k3s", "SuperEdge"),
    "message queues and event streams": ("NATS", "Strimzi"),
    "storage volumes": ("Rook", "Longhorn", "OpenEBS", "CubeFS", "HwameiStor", "Piraeus-Datastore"),
    "collecting logs": ("Fluentd", "Logging Operator"),
    "signing software": ("Notary", "Ratify", "In-Toto", "TUF", "Tekton Chains"),
    "WebAssembly": ("wasmCloud", "Spin", "SpinKube", "WasmEdge Runtime", "Hyperlight"),
    "logging in once for everything": ("Keycloak", "OAuth2 Proxy", "Paralus", "Athenz"),
    "looking up host names": ("CoreDNS", "k8gb"),
    "backing up clusters": ("Velero", "K8up", "Kanister"),
    "running many clusters at once": (
        "Karmada",
        "Open Cluster Management",
        "Clusternet",
        "KubeFleet",
        "KubeStellar",
        "Clusterpedia",
        "KubeSlice",
    ),
    "switching features on and off": ("OpenFeature",),
    "catching intruders at run time": ("Falco", "KubeArmor", "Inspektor Gadget"),
    "measuring power consumption": ("Kepler",),
    "sharing graphics cards": ("HAMi", "KAI Scheduler"),
    "tracing requests": ("Jaeger", "OpenTelemetry"),
    "container networking": ("CNI", "Cilium", "Antrea", "Kube-OVN", "OVN-Kubernetes", "Spiderpool"),
    "keeping cloud bills small": ("OpenCost", "Cloud Custodian"),
    "internal developer portals": ("Backstage",),
    "building images from source code": ("Buildpacks", "Shipwright", "ko"),
}
POWERS: Final = {
    "who answers for beaches and holidaymakers in {world}": r"Minister\b.*\bTourism",
    "cabinet members for crops and cattle in {world}": r"Minister\b.*\bAgricultur",
    "who is in charge of the police in the cabinets of {world}": r"Minister\b.*\b(?:Interior"
    r"|Home Aff|Internal Aff|Internal Sec|Public Sec)",
    "ministers for jobs and workers in {world}": r"Minister\b.*\b(?:Labou?r|Employment)",
    "politicians responsible for athletes and stadiums in {world}": r"Minister\b.*\bSports?\b",
    "who is in charge of trawlers and fish in {world}": r"Minister\b.*\bFish",
    "second in line at the top of government in {world}": r"^(?:Vice President|(?:First )?Deputy"
    r" (?:Prime Minister|Premier))\b",
    "top government lawyers of {world}": r"Attorney General|Prosecutor General"
    r"|Minister\b.*\bJustice",
    "who digs for minerals: the ministers of {world}": r"Minister\b.*\b(?:Mine|Mining|Mineral)",
    "who builds roads and bridges in the cabinets of {world}": r"Minister\b.*\b(?:Public Works"
    r"|Infrastructure|Roads|Transport)",
    "heads of state of {world}": r"^(?:President|King|Queen|Emir|Amir|Sultan|Grand Duke|Emperor)$"
    r"|Chief of State",
    "who keeps the theatres and museums going in {world}": r"Minister\b.*\bCultur",
    "ministers for women and girls in {world}": r"Minister\b.*\b(?:Women|Gender)",
}
DUTIES: Final = {
    # who they are at an agency, in other words: the pattern of the title
    "who talks to journalists for the {agency}": r"^Press Secretary$",
    "top lawyer of the {agency}": r"^General Counsel$",
    "the watchdog inside the {agency}": r"^Inspector General$",
    "who keeps the books at the {agency}": r"^Chief Financial Officer$",
    "who runs the computers at the {agency}": r"^Chief Information Officer$",
    "who is in charge of hiring at the {agency}": r"^Chief Human Capital Officer$",
    "the person who manages data at the {agency}": r"^Chief Data Officer$",
    "the right hand of the boss at the {agency}": r"^Chief of Staff$",
}
TOPICS: Final = {
    "education": "education",
    "public health": r"\bhealth",
    "banking": r"\bbank",
    "energy": "energy",
    "agriculture": "agricultur",
    "ethics": "ethics",
    "economic development": "economic development",
    "military affairs": "military",
    "judiciary": "judiciary",
    "transportation": "transport",
    "labor": r"\blabor",
    "natural resources": "natural resources",
    "insurance": "insurance",
    "housing": "housing",
    "local government": "local government",
}
SUBCOMMITTEES: Final = {
    "aviation": r"\baviation",
    "cybersecurity": r"cyber",
    "railroads": r"railroad",
    "immigration": r"immigration",
    "fisheries": r"fisheries",
    "space": r"\bspace\b",
    "nutrition": r"nutrition",
    "readiness": r"readiness",
    "taxation": r"\btax",
    "water resources": r"water resources",
    "antitrust": r"antitrust",
    "counterterrorism": r"counterterror",
}
ROLES: Final = {
    "CFOs": r"\bCFO\b|Chief Fin\w*\.?,? Of",
    "CEOs": r"\bCEO\b|Chief Exec\w*\.? Of",
    "general counsels": r"Gen\w*\.? Counsel|\bGC\b",
    "treasurers": r"Treasurer",
    "controllers": r"Controller|Comptroller",
    "chief information officers": r"\bCIO\b|Chief Info\w*\.?(?: \w+)? Off",
    "chief human resources officers": r"\bCHRO\b|Chief (?:HR|Human Res\w*\.?) Off",
    "COOs": r"\bCOO\b|Chief Oper\w*\.? Of",
}
TRADES: Final = {
    "railroads": "Rail Transportation",
    "water utilities": "Water Utilities",
    "casino operators": "Casinos & Gaming",
    "home improvement stores": "Home Improvement Retail",
    "medical equipment makers": "Health Care Equipment",
    "gas and electricity suppliers": "Multi-Utilities",
    "life insurers": "Life & Health Insurance",
    "big banks": "Diversified Banks",
    "regional banks": "Regional Banks",
    "office landlords": "Office REITs",
    "oil refiners": "Oil & Gas Refining & Marketing",
    "building products companies": "Building Products",
    "IT consultancies": "IT Consulting & Other Services",
    "drug companies": "Pharmaceuticals",
    "chip companies": "Semiconductors",
    "biotech companies": "Biotechnology",
}
COMPANY_ROLES: Final = {
    "head of human resources": r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)",
    "top lawyer": r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b|\bGC\b",
    "finance chief": r"\bCFO\b|Chief Fin\w*\.?,? Of",
    "chief accountant": r"Chief Acc\w*\.? Of|Chief Acctg|Principal Accounting",
    "marketing chief": r"Chief Mark\w*\.? |\bCMO\b",
    "chief executive": r"\bCEO\b|Chief Exec\w*\.? Of",
    "treasurer": r"Treasurer",
}
OFFICES: Final = {
    "interior minister": r"Minister\b.*\b(?:Interior|Internal Affairs|Home Affairs)",
    "tourism minister": r"Minister\b.*\bTourism",
    "prime minister": r"^Prime Minister$",
    "minister of justice": r"Minister\b.*\bJustice",
    "culture minister": r"Minister\b.*\bCultur",
    "agriculture minister": r"Minister\b.*\bAgricultur",
    "ambassador to the US": r"Ambassador to the United States",
}
SHORT: Final = {
    # agencies as people abbreviate them
    "EPA": "Environmental Protection Agency",
    "NASA": "National Aeronautics and Space Administration",
    "SBA": "Small Business Administration",
    "NRC": "Nuclear Regulatory Commission",
    "OPM": "Office of Personnel Management",
    "GSA": "General Services Administration",
    "FTC": "Federal Trade Commission",
    "USDA": "U.S. Department of Agriculture",
    "HUD": "U.S. Department of Housing and Urban Development",
    "DHS": "U.S. Department of Homeland Security",
    "VA": "U.S. Department of Veterans Affairs",
    "SSA": "Social Security Administration",
}
AGENCY_ROLES: Final = {
    "general counsel": r"^General Counsel$",
    "chief of staff": r"^Chief of Staff$",
    "press secretary": r"^Press Secretary$",
    "CIO": r"^Chief Information Officer$",
    "CFO": r"^Chief Financial Officer$",
    "white house liaison": r"^White House Liaison$",
    "chief human capital officer": r"^Chief Human Capital Officer$",
}
STAFF: Final = {
    "deputy assistant secretaries": r"^(?:Principal )?Deputy Assistant Secretary\b",
    "special assistants": r"\bSpecial Assistant\b",
    "policy advisors": r"\bPolicy Advis[oe]r\b",
    "regional administrators": r"^Regional Administrator\b",
    "deputy chiefs of staff": r"^Deputy Chief of Staff\b",
    "confidential assistants": r"\bConfidential Assistant\b",
}

# class: (kind, wordings). Of each kind, the first, third ... class is to be mended by.
FORMS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    # --- lists
    "pair_party": (
        "list",
        (
            "{party} state senators from {a} or {b} with a seat on a {topic} committee",
            "{plural} in the senates of {a} and {b} who do {topic}",
            "{topic} committee {plural} of the {a} and {b} senates",
        ),
    ),
    "without_party": (
        "list",
        (
            "{state} House members on {topic}, leaving out the {plural}",
            "everybody on a {topic} committee in the {state} House except {plural}",
        ),
    ),
    "both": (
        "list",
        (
            "{state} legislators who sit on both {topic} and {other} committees",
            "members of a {topic} committee in {state} who also serve on an {other} committee",
        ),
    ),
    "once_office": (
        "list",
        (
            "former {office} of {region}",
            "ex-{office} from {region}, {plural} only",
            "{party} former {office}",
        ),
    ),
    "whips": (
        "list",
        (
            "whips in the {state} legislature",
            "{party} whips in {state}, any chamber",
        ),
    ),
    "two_presidents": (
        "list",
        (
            "district judges in {state} named by {president} or {another}",
            "{state} federal district judges put there by {president} and by {another}",
        ),
    ),
    "alumni_bench": (
        "list",
        (
            "{school} alumni on the {court}",
            "{court} judges who went to {school}",
        ),
    ),
    "active_bench": (
        "list",
        (
            "{president} nominees still active on the district courts of {region}",
            "active district judges in {region} chosen by {president}",
        ),
    ),
    "uk_not": (
        "list",
        (
            "MPs in {place} who are not {party}",
            "{place} MPs of any party but {party}",
        ),
    ),
    "uk_either": (
        "list",
        (
            "{party} or {other} members of the Commons for {place}",
            "members of the House of Commons for {place}: {party} and {other}",
        ),
    ),
    "two_portfolios": (
        "list",
        (
            "{field} or {other} ministers in {world}",
            "who are the {field} ministers and the {other} ministers in {world}",
        ),
    ),
    "tops": (
        "list",
        (
            "presidents and prime ministers of {world}",
            "deputy prime ministers in {world}",
        ),
    ),
    "two_states": (
        "list",
        (
            "{roles} of {trade} in {a} or {b}",
            "{roles} for {trade} headquartered in either {a} or {b}",
            "{a} and {b} {trade}: their {roles}",
        ),
    ),
    "but_company": (
        "list",
        (
            "{roles} at {trade} other than {company}",
            "{roles} of {trade}, minus {company}",
        ),
    ),
    "double_hat": (
        "list",
        (
            "people who are both chairman and CEO of a {sector} company",
            "{sector} companies' chief financial officers who are also executive vice presidents",
        ),
    ),
    "two_projects": (
        "list",
        (
            "{project} or {other} maintainers",
            "who maintains {project} and who maintains {other}",
        ),
    ),
    "two_employers": (
        "list",
        (
            "{project} maintainers from {company} or {another}",
            "{company} and {another} people who maintain {project}",
        ),
    ),
    "agency_staff": (
        "list",
        (
            "{staff} at the {agency}",
            "{agency}: all {staff}",
            "{staff} working for the {agency} today",
        ),
    ),
    "agency_past": (
        "list",
        (
            "former senior advisors at the {agency}",
            "people who have left the {agency} and were special assistants there",
        ),
    ),
    "agency_place": (
        "list",
        (
            "{agency} officials stationed in {place}",
            "{agency} people in {place}",
        ),
    ),
    "two_campuses": (
        "list",
        (
            "NSF grantees at {campus} or {other}",
            "scientists with NSF awards from {campus} and {other}",
        ),
    ),
    "directorate": (
        "list",
        (
            "{field} principal investigators at universities in {state}",
            "NSF-funded researchers in {field} from {state}",
        ),
    ),
    "prize_school": (
        "list",
        (
            "{field} or {other} Nobel laureates from {school}",
            "{country} Nobel prize winners in {field} and {other}",
        ),
    ),
    "congress_pair": (
        "list",
        (
            "{party} members of the US House from {a} and {b}",
            "US senators from {a}, {b} and {c}",
        ),
    ),
    "subcommittees": (
        "list",
        (
            "members of Congress on a subcommittee on {sub}",
            "US representatives with a seat on the {sub} subcommittee",
        ),
    ),
    "party_chairs": (
        "list",
        (
            "{party} lawmakers who chair a committee in {a} or {b}",
            "{plural} leading {topic} committees in {region}",
        ),
    ),
    # --- in other words than the records'
    "lobby": ("semantic", ("{said}",)),
    "bosses": ("semantic", ("{said}",)),
    "science": (
        "semantic",
        (
            "people doing research on {field}",
            "who has a grant to look into {field}?",
            "experts on {field}",
        ),
    ),
    "cloud": (
        "semantic",
        (
            "developers of open source for {said}",
            "who works on {said} in the cloud native world",
            "contributors to projects about {said}",
        ),
    ),
    "powers": ("semantic", ("{said}",)),
    "duties": ("semantic", ("{said}",)),
    # --- names with mistakes
    "honorific": ("named", ("{honor} {name}", "{honor} {initial}. {last}, {where}")),
    "turned": ("named", ("{last}, {first}", "{last} {first} {company}")),
    "marked": ("named", ("{name}", "{name} {where}")),
    "loose_role": ("named", ("{name} {loose}", "{loose} {name}, {where}")),
    "nickname": ("named", ("{nick} {last}", "{nick} {last} {where}")),
    "twice": ("named", ("{both} {where}", "{both} {company}")),
    # --- one role at one organisation
    "officer_at": (
        "role_at_org",
        ("{one} at {company}", "who is {company}'s {one}", "{company}, {one}"),
    ),
    "short_agency": ("role_at_org", ("{short} {one}", "who is the {one} at {short}")),
    "country_at": ("role_at_org", ("{country}'s {one}", "{one} {country}")),
    "mayor_at": ("role_at_org", ("mayor of {city}", "who runs city hall in {city}, {state}")),
    "state_at": ("role_at_org", ("{state}'s {office}", "who is {office} in {state}")),
    "chief_judge": (
        "role_at_org",
        ("chief judge of the {court}", "who presides over the {court}"),
    ),
    "seat_uk": ("role_at_org", ("MP for {seat}", "who sits for {seat} in the Commons")),
    "seat_state": (
        "role_at_org",
        ("state senator for district {n} in {state}", "{state} senate district {n}"),
    ),
    # --- negation, dates, contacts
    "left_between": (
        "filter",
        (
            "{state} representatives who left office between {a} and {b}",
            "former members of the {state} House whose term ended in {a}",
        ),
    ),
    "unreachable": (
        "filter",
        (
            "{state} state senators without a phone number",
            "mayors in {state} I could ring up",
        ),
    ),
    "not_party": (
        "filter",
        (
            "{state} state senators who aren't {plural}",
            "non-{party} members of the {state} House",
        ),
    ),
    "no_chairs": (
        "filter",
        (
            "members of {topic} committees in {state} apart from the chairs",
            "{state} {topic} committee members who do not chair it",
        ),
    ),
    "congress_since": (
        "filter",
        (
            "US House members from {state} first elected before {year}",
            "members of the US House from {state} who came in {year} or later",
        ),
    ),
    "decade": (
        "filter",
        (
            "{field} Nobel laureates of the {decade}s",
            "Nobel prize winners in {field} between {a} and {b}",
        ),
    ),
    "took_senior": (
        "filter",
        (
            "{state} federal judges who took senior status after {year}",
            "district judges in {state} commissioned between {a} and {b}",
        ),
    ),
    "back": (
        "filter",
        (
            "{state} state representatives who were senators before",
            "{plural} in the US House from {region} who have no seat on {committee}",
        ),
    ),
}
