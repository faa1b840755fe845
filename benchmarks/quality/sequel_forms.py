"""The wordings of `sequel.py`, and what its rules look for in the raw fields."""

from __future__ import annotations

from typing import Final

ROLES: Final = {
    # how people say it: the pattern of the title
    "CFOs": r"\bCFO\b|Chief Fin\w*\.?,? Of",
    "chief executives": r"\bCEO\b|Chief Exec\w*\.? Of",
    "chief technology officers": r"\bCTO\b|Chief Tech\w*\.?(?: \w+)? Of",
    "chief legal officers": r"Chief Legal|\bCLO\b",
    "general counsels": r"Gen\w*\.? Counsel|\bGC\b",
    "chief risk officers": r"Chief Risk|\bCRO\b.*Risk",
    "chief accounting officers": r"Chief Acc\w*\.? Of|Chief Acctg\.? Of|Principal Accounting Off",
    "treasurers": r"Treasurer",
    "controllers": r"Controller|Comptroller",
    "chief marketing officers": r"Chief Marketing Off|\bCMO\b",
    "COOs": r"\bCOO\b|Chief Oper\w*\.? Of",
}
TRADES: Final = {
    # what the companies are called: their sub-industries
    "regional banks": "Regional Banks",
    "pharmaceutical companies": "Pharmaceuticals",
    "biotechnology companies": "Biotechnology",
    "medical device makers": "Health Care Equipment",
    "electric utilities": "Electric Utilities",
    "aerospace and defense companies": "Aerospace & Defense",
    "restaurant companies": "Restaurants",
    "property and casualty insurers": "Property & Casualty Insurance",
    "industrial machinery makers": "Industrial Machinery & Supplies & Components",
    "insurance brokers": "Insurance Brokers",
    "payment processors": "Transaction & Payment Processing Services",
    "packaged food companies": "Packaged Foods & Meats",
    "specialty chemical companies": "Specialty Chemicals",
    "asset managers": "Asset Management & Custody Banks",
    "oil and gas producers": "Oil & Gas Exploration & Production",
    "semiconductor companies": "Semiconductors",
    "application software companies": "Application Software",
}
REGIONS: Final = {
    "the Midwest": "Illinois|Indiana|Michigan|Ohio|Wisconsin|Iowa|Kansas|Minnesota|Missouri"
    "|Nebraska|North Dakota|South Dakota",
    "New England": "Connecticut|Maine|Massachusetts|New Hampshire|Rhode Island|Vermont",
    "the South": "Delaware|Maryland|Virginia|West Virginia|North Carolina|South Carolina|Georgia"
    "|Florida|Kentucky|Tennessee|Alabama|Mississippi|Arkansas|Louisiana|Oklahoma|Texas"
    "|District of Columbia",
    "the Mountain West": "Montana|Idaho|Wyoming|Nevada|Utah|Colorado|Arizona|New Mexico",
    "the western states": "Montana|Idaho|Wyoming|Nevada|Utah|Colorado|Arizona|New Mexico"
    "|Washington|Oregon|California|Alaska|Hawaii",
}
WORLD: Final = {
    "the Baltic states": "Estonia|Latvia|Lithuania",
    "Central Asian countries": "Kazakhstan|Kyrgyzstan|Tajikistan|Turkmenistan|Uzbekistan",
    "Southeast Asian countries": "Brunei|Burma|Cambodia|Indonesia|Laos|Malaysia|Philippines"
    "|Singapore|Thailand|Timor-Leste|Vietnam",
    "Pacific island countries": "Fiji|Kiribati|Marshall Islands|Micronesia, Federated States of"
    "|Nauru|Palau|Papua New Guinea|Samoa|Solomon Islands|Tonga|Tuvalu|Vanuatu|Cook Islands|Niue",
    "the Benelux": "Belgium|Netherlands|Luxembourg",
    "Central American countries": "Belize|Costa Rica|El Salvador|Guatemala|Honduras|Nicaragua"
    "|Panama",
    "North African countries": "Algeria|Egypt|Libya|Morocco|Tunisia|Sudan",
    "South Asian countries": "Afghanistan|Bangladesh|Bhutan|India|Maldives|Nepal|Pakistan"
    "|Sri Lanka",
    "the Visegrad countries": "Poland|Czechia|Czech Republic|Slovakia|Hungary",
}
PORTFOLIOS: Final = {
    "health": r"\bHealth\b",
    "tourism": r"\bTourism\b",
    "transport": r"\bTransport(?:ation)?s?\b",
    "energy": r"\bEnergy\b",
    "environment": r"\bEnvironment",
    "labour": r"\bLabou?r\b|\bEmployment\b",
    "justice": r"\bJustice\b",
}
POWERS: Final = {
    # who they are in other words: the pattern of the title
    "top diplomats of {world}": r"Min\w*\b.*\bForeign",
    "who holds the purse strings in the governments of {world}": r"Minister\b.*\bFinance",
    "who commands the armed forces of {world} in cabinet": r"Minister\b.*\bDefen[cs]e",
    "cabinet members responsible for schools in {world}": r"Minister\b.*\bEducation",
    "government members in charge of doctors and hospitals in {world}": r"Minister\b.*\bHealth\b",
    "heads of the central banks in {world}": r"Central Bank|Reserve Bank|Monetary Authority",
    "who sits at the United Nations for {world}": r"Permanent Representative to the UN",
    "who represents {world} in Washington": r"Ambassador to the United States",
}
TOPICS: Final = {
    "judiciary": "judiciary",
    "transportation": "transport",
    "insurance": "insurance",
    "housing": "housing",
    "natural resources": "natural resources",
    "higher education": "higher education",
    "labor": r"\blabor",
    "elections": "election",
    "public safety": "public safety",
    "veterans": "veteran",
    "environment": "environment",
    "technology": "technology",
    "local government": "local government",
    "appropriations": "appropriation",
    "tourism": "tourism",
    "small business": "small business",
}
LOBBY: Final = {
    # in other words than the records', with the state: what the committee's name says
    "who writes the tax code in {state}": r"\btax|revenue|ways and means",
    "lawmakers responsible for prisons and jails in {state}": r"correction|prison",
    "{state} politicians who look after forests, rivers and wildlife": r"natural resources|wildlife"
    r"|forest|\bgame\b|fish",
    "people in charge of roads, bridges and trains in the {state} legislature": r"transport",
    "who keeps an eye on banks and lenders in the {state} legislature": r"\bbank|financial",
    "lawmakers dealing with casinos and betting in {state}": r"gaming|gambl|wager",
    "who handles power lines and electricity bills in the {state} statehouse": r"energy|utilit",
    "legislators who decide how people vote in {state}": r"election",
    "{state} lawmakers concerned with judges and trials": r"judiciary|courts?\b|justice",
    "politicians dealing with unions and wages in {state}": r"\blabor|employment|workforce",
    "who oversees hospitals and doctors in {state}": r"health",
    "lawmakers in {state} who deal with towns and city halls": r"local government|municipal|urban"
    r"|cities|counties",
    "people who attract holidaymakers to {state}: legislators": r"tourism",
    "legislators overseeing colleges and universities in {state}": r"higher education|universit"
    r"|college",
    "{state} lawmakers working on rents and homelessness": r"housing",
    "who polices the conduct of fellow lawmakers in {state}": r"ethics",
    "{state} legislators looking out for kids and parents": r"child|famil|youth",
    "politicians in {state} who fight pollution": r"environment",
    "who manages state workers' retirement money in the {state} legislature": r"pension|retire",
    "legislators handling computers and data in {state}": r"technolog|cyber|information",
}
BOSSES: Final = {
    # the role in other words: the pattern of the title
    "finance bosses": r"\bCFO\b|Chief Fin\w*\.?,? Of",
    "the people running": r"\bCEO\b|Chief Exec\w*\.? Of",
    "top lawyers": r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b|\bGC\b",
    "heads of personnel": r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)",
    "tech chiefs": r"\bCTO\b|\bCIO\b|Chief Tech|Chief Info",
    "operations bosses": r"\bCOO\b|Chief Oper\w*\.? Of",
}
FIRMS: Final = {
    # the trade in other words: its sub-industries
    "clothing brands": ("Apparel, Accessories & Luxury Goods",),
    "hospital chains": ("Health Care Facilities",),
    "freight railways": ("Rail Transportation",),
    "beer brewers": ("Brewers",),
    "cigarette makers": ("Tobacco",),
    "weapons makers": ("Aerospace & Defense",),
    "parcel carriers": ("Air Freight & Logistics",),
    "stock exchanges": ("Financial Exchanges & Data",),
    "trash haulers": ("Environmental & Facilities Services",),
    "steel mills": ("Steel",),
    "video game studios": ("Interactive Home Entertainment",),
    "shampoo and make-up companies": ("Personal Care Products",),
    "health insurers": ("Managed Health Care",),
    "hotel groups and cruise lines": ("Hotels, Resorts & Cruise Lines",),
    "gold diggers": ("Gold",),
    "power companies": ("Electric Utilities", "Multi-Utilities"),
    "fertilizer makers": ("Fertilizers & Agricultural Chemicals",),
    "pipeline operators": ("Oil & Gas Storage & Transportation",),
    "truck and tractor makers": (
        "Construction Machinery & Heavy Transportation Equipment",
        "Agricultural & Farm Machinery",
    ),
    "car parts shops": ("Automotive Retail",),
}
SCIENCES: Final = {
    "black holes": r"black hole",
    "gene editing": r"crispr|gene edit|genome edit",
    "volcanoes": r"volcan|magma",
    "glaciers and sea ice": r"glaci|ice sheet|sea ice|\bice\b|antarctic|arctic",
    "drones": r"drone|unmanned|\buavs?\b",
    "the human brain": r"brain|neural circuit|neuron",
    "mobile networks": r"wireless|\b5g\b|\b6g\b|nextg",
    "soil": r"\bsoils?\b",
    "plastics": r"polymer|plastic",
    "number theory": r"number theor|arithmetic|l-functions",
    "proteins": r"protein",
    "lasers and optics": r"laser|optic|photonic",
    "artificial intelligence": r"artificial intelligence|machine learning|\bai\b|deep learning",
    "floods and hurricanes": r"flood|hurricane|tropical cyclone|storm",
    "bridges and buildings": r"bridge|building|structural",
    "stars and planets": r"\bstars?\b|planet|stellar",
}
CLOUD: Final = {
    # what the software is for: the projects
    "service meshes": ("Istio", "Linkerd", "Kuma", "Kmesh"),
    "deploying from Git": ("Argo", "Flux", "OpenGitOps"),
    "certificates and secrets": ("cert-manager", "External Secrets Operator", "Bank-Vaults"),
    "enforcing policies": ("Open Policy Agent", "Kyverno", "Kubewarden"),
    "machine learning pipelines": ("Kubeflow", "KServe"),
    "running containers": ("containerd", "CRI-O", "youki"),
    "deciding who may do what": ("OpenFGA", "Cedar"),
    "breaking things on purpose to test them": ("LitmusChaos", "Chaos Mesh", "Krkn"),
    "container images and registries": ("Harbor", "Distribution", "Dragonfly"),
    "remote procedure calls": ("gRPC", "Connect RPC"),
    "batch jobs": ("Volcano", "Armada", "Kueue"),
}
AGENCY_ROLES: Final = {
    # as asked: the pattern of the title
    "inspector general": r"^Inspector General\b",
    "general counsel": r"^General Counsel$",
    "chief financial officer": r"^Chief Financial Officer\b",
    "chief of staff": r"^Chief of Staff$",
    "press secretary": r"^Press Secretary$",
    "chief information officer": r"^Chief Information Officer\b",
}
OFFICES: Final = {
    # as asked: what the title says, and what the country's record may hold beside
    "finance minister": r"Minister\b.*\bFinance",
    "foreign minister": r"Minister\b.*\bForeign",
    "president": r"^President$",
    "central bank governor": r"Central Bank|Reserve Bank",
    "defence minister": r"Minister\b.*\bDefen[cs]e",
    "health minister": r"Minister\b.*\bHealth\b",
    "vice president": r"^Vice President$",
}
LEADERS: Final = {
    # as asked: the chamber, the pattern of the leadership
    "senate majority leader": ("upper", r"^(?:Senate )?Majority (?:Floor )?Leader$"),
    "house minority leader": ("lower", r"^(?:House )?Minority (?:Floor )?Leader$"),
    "house majority whip": ("lower", r"^(?:House )?Majority Whip$"),
    "senate minority leader": ("upper", r"^(?:Senate )?Minority (?:Floor )?Leader$"),
    "senate president": ("upper", r"^(?:Senate )?President$"),
    "speaker of the house": ("lower", r"^Speaker(?: of the House)?$"),
}

# class: (kind, wordings). Of each kind, the first, third ... class is to be mended by.
FORMS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    # --- lists of two to four criteria
    "upper": (
        "list",
        (
            "state senators from {state} on a {topic} committee",
            "{state} Senate {topic} committee members",
            "senators in {state} sitting on {topic}",
        ),
    ),
    "lower": (
        "list",
        (
            "{state} House members on a {topic} committee",
            "{state} representatives on {topic} or {other} committees",
            "{state} House {topic} committee members",
        ),
    ),
    "chairs": (
        "list",
        (
            "who chairs a {topic} committee in the {state} legislature",
            "{state} legislators chairing {topic} committees",
            "{party} committee chairs in the {state} legislature",
        ),
    ),
    "offices": (
        "list",
        (
            "{party} {office} in {region}",
            "{office} in {region} from the {party} Party",
            "{party} {office} of states in {region}",
        ),
    ),
    "trade_place": (
        "list",
        (
            "{roles} of {trade} headquartered in {place}",
            "{roles} at {trade} based in {place}",
            "{roles} of {place} {trade}",
        ),
    ),
    "place": (
        "list",
        (
            "{roles} at companies based in {place}",
            "{roles} of companies headquartered in {place}",
            "{roles} of {sector} companies in {place}",
        ),
    ),
    "district_bench": (
        "list",
        (
            "district judges appointed by {president} sitting in {state}",
            "senior district judges in {state} appointed by {president}",
            "federal judges in {state} appointed by {president} who studied at {school}",
        ),
    ),
    "circuit_bench": (
        "list",
        (
            "circuit judges on the {court} appointed by {president}",
            "{president} appointees on the {court}",
            "active circuit judges on the {court} appointed by {party} presidents",
        ),
    ),
    "seats": (
        "list",
        (
            "{party} MPs for seats in {place}",
            "{party} MPs in {place} who gained their seat in 2024",
            "{place} MPs from {party}",
        ),
    ),
    "cabinets": (
        "list",
        (
            "{field} ministers of {world}",
            "ministers of {field} in {world}",
            "{field} ministers from {world}",
        ),
    ),
    "keepers": (
        "list",
        (
            "{project} maintainers who work at {company}",
            "maintainers of {stage} CNCF projects at {company}",
            "{company} employees maintaining {project}",
        ),
    ),
    "officials": (
        "list",
        (
            "{plan} at the {agency}",
            "{plan} staff at the {agency} in {city}",
            "{plan} of the {agency}, {unit}",
        ),
    ),
    "congress": (
        "list",
        (
            "US senators on the {committee} committee from {region}, {plural} only",
            "{plural} on the House {committee} committee from {state}",
            "{party} US representatives from {state}",
        ),
    ),
    "prizes": (
        "list",
        (
            "{field} Nobel laureates affiliated with {school} when they won",
            "{field} Nobel laureates at institutions in {country}",
            "Nobel laureates in {field} born in {born}",
        ),
    ),
    "trades": (
        "list",
        (
            "{job} in the {state} legislature by occupation",
            "{state} legislators with a public professional-network profile on {topic}",
            "{job} turned legislators in {state}",
        ),
    ),
    "grants": (
        "list",
        (
            "NSF CAREER award holders at universities in {state}",
            "principal investigators at {campus}",
            "NSF award holders at {campus} in {division}",
        ),
    ),
    # --- wording that shares few words with the records
    "lobby": ("semantic", ("{said}",)),
    "bosses": ("semantic", ("{said}",)),
    "powers": ("semantic", ("{said}",)),
    "science": (
        "semantic",
        (
            "scientists with new federal money to study {field}",
            "academics working on {field}",
            "professors whose grants are about {field}",
        ),
    ),
    "cloud": (
        "semantic",
        (
            "engineers who maintain tools for {said}",
            "engineers at {company} who maintain tools for {said}",
        ),
    ),
    "states_world": (
        "semantic",
        (
            "who speaks for {country} in Washington",
            "who runs the money in the government of {country}",
            "which minister commands the army of {country}",
            "who speaks for {country} at the UN",
        ),
    ),
    # --- misspelt names
    "slip_hint": ("named", ("{name} {hint}", "{name}")),
    "slip_company": ("named", ("{name} {company}", "{name} {company} {hint}")),
    "plain_slip": ("named", ("{name}",)),
    "where_slip": ("named", ("{name} {where}", "{hint} {name} {where}")),
    # --- one role at one organisation
    "officer_at": (
        "role_at_org",
        ("who is the {one} of {company}", "{company}'s {other}", "{company} {one}"),
    ),
    "agency_at": (
        "role_at_org",
        ("{one} at the {agency}", "who is {one} of the {agency}", "{agency} {one}"),
    ),
    "country_at": (
        "role_at_org",
        ("{one} of {country}", "{country}'s {one}", "who is the {one} of {country}"),
    ),
    "leader_at": (
        "role_at_org",
        ("{state} {one}", "{one} in {state}", "who is {state}'s {one}"),
    ),
    "officers_nsf": (
        "role_at_org",
        ("NSF program officers for {field}", "program officers at NSF covering {field}"),
    ),
    "envoys": (
        "role_at_org",
        ("US ambassador in {city}", "ambassador of {country} to the United States"),
    ),
    # --- negation, dates, contacts
    "reachable": (
        "filter",
        (
            "{state} state representatives with both a published e-mail and an office phone",
            "{state} senators with a phone number but no e-mail address",
        ),
    ),
    "not_on": (
        "filter",
        (
            "{state} representatives who are not on the {topic} committee",
            "{state} senators who are not on a {topic} committee",
        ),
    ),
    "left": (
        "filter",
        (
            "former {state} senators who left office in {year} or later",
            "former {state} representatives who left office before {year}",
        ),
    ),
    "since": (
        "filter",
        (
            "{state} representatives first elected before {year} and still serving",
            "{state} senators who took office in {year} or later",
        ),
    ),
    "commissioned": (
        "filter",
        (
            "district judges in {state} commissioned before {year}",
            "federal judges in {state} appointed since {year} who are not senior judges",
        ),
    ),
    "moved": (
        "filter",
        (
            "{state} state senators who earlier served in the House",
            "members of the US Senate who used to be in the US House, {plural} only",
        ),
    ),
}
