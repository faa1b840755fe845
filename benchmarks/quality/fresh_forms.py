"""The wordings of `fresh.py`, and what its rules look for in the raw fields.

Even places of each tuple of wordings are for development, odd ones are held out.
"""

from __future__ import annotations

from typing import Final

TOPICS: Final = {
    # as the committee is called: its pattern
    "public safety": r"public safety",
    "tourism": r"tourism",
    "higher education": r"higher education|universit|college",
    "ethics": r"ethics",
    "budget": r"budget",
    "small business": r"small business",
    "gaming": r"gaming|gambling",
    "utilities": r"utilit",
    "commerce": r"commerce",
    "insurance": r"insurance",
    "taxation": r"tax",
    "technology": r"technolog",
    "public health": r"public health",
    "labor": r"labor",
    "local government": r"local government",
    "natural resources": r"natural resources",
    "transportation": r"transport",
    "judiciary": r"judiciary",
}
PLAIN: Final = {
    # what people say: what the committee's name says
    "prisons and prisoners": r"correction|prison",
    "taxes": r"tax|revenue|ways and means",
    "casinos and betting": r"gaming|gambling",
    "the elderly": r"aging|senior|elder",
    "kids and families": r"child|famil|youth",
    "electricity bills": r"utilit|energy",
    "colleges and universities": r"higher education|universit|college",
    "computers and the internet": r"technolog|cyber|broadband",
    "holidaymakers": r"tourism",
    "shopkeepers and small firms": r"small business",
    "cops and firefighters": r"public safety|police|fire",
    "pensions of public workers": r"pension|retirement",
    "roads and railways": r"transport",
    "patients and doctors": r"health|medic",
    "crops and livestock": r"agricultur",
    "tenants and homelessness": r"housing",
    "criminal trials": r"judiciary|justice|courts",
    "hunting and fishing": r"game|wildlife|fish",
}
LOWER: Final = {
    "House": ("House members", "state representatives", "members of the House"),
    "Assembly": ("Assembly members", "Assembly members", "members of the Assembly"),
    "Delegates": ("delegates", "House of Delegates members", "members of the House of Delegates"),
}
REGIONS: Final = {
    "the South": "Alabama|Arkansas|Delaware|Florida|Georgia|Kentucky|Louisiana|Maryland"
    "|Mississippi|North Carolina|Oklahoma|South Carolina|Tennessee|Texas|Virginia|West Virginia",
    "the Northeast": "Connecticut|Maine|Massachusetts|New Hampshire|Rhode Island|Vermont"
    "|New Jersey|New York|Pennsylvania",
    "the West": "Arizona|Colorado|Idaho|Montana|Nevada|New Mexico|Utah|Wyoming|Alaska|California"
    "|Hawaii|Oregon|Washington",
    "New England": "Connecticut|Maine|Massachusetts|New Hampshire|Rhode Island|Vermont",
    "the Midwest": "Illinois|Indiana|Michigan|Ohio|Wisconsin|Iowa|Kansas|Minnesota|Missouri"
    "|Nebraska|North Dakota|South Dakota",
}
OFFICES: Final = {
    "Governor": "governors",
    "Attorney General": "attorneys general",
    "Secretary of State": "secretaries of state",
    "Lieutenant Governor": "lieutenant governors",
}
WORLD: Final = {
    "the Balkans": "Albania|Bosnia and Herzegovina|Bulgaria|Croatia|Kosovo|Montenegro"
    "|North Macedonia|Serbia|Slovenia|Romania|Greece",
    "the Caribbean": "Antigua and Barbuda|Bahamas, The|Bahamas|Barbados|Cuba|Dominica"
    "|Dominican Republic|Grenada|Haiti|Jamaica|Saint Kitts and Nevis|Saint Lucia"
    "|Saint Vincent and the Grenadines|Trinidad and Tobago",
    "the Baltic countries": "Estonia|Latvia|Lithuania",
    "Scandinavia": "Denmark|Norway|Sweden",
    "East Africa": "Burundi|Comoros|Djibouti|Eritrea|Ethiopia|Kenya|Madagascar|Malawi|Mauritius"
    "|Mozambique|Rwanda|Seychelles|Somalia|South Sudan|Tanzania|Uganda|Zambia|Zimbabwe",
    "South Asia": "Afghanistan|Bangladesh|Bhutan|India|Maldives|Nepal|Pakistan|Sri Lanka",
    "the Caucasus": "Armenia|Azerbaijan|Georgia",
    "southern Africa": "Botswana|Eswatini|Lesotho|Namibia|South Africa",
    "Central America": "Belize|Costa Rica|El Salvador|Guatemala|Honduras|Nicaragua|Panama",
    "Central Asia": "Kazakhstan|Kyrgyzstan|Tajikistan|Turkmenistan|Uzbekistan",
    "South America": "Argentina|Bolivia|Brazil|Chile|Colombia|Ecuador|Guyana|Paraguay|Peru"
    "|Suriname|Uruguay|Venezuela",
    "North Africa": "Algeria|Egypt|Libya|Morocco|Tunisia|Sudan",
}
PORTFOLIOS: Final = {
    # the name of the portfolio, how people say it, its pattern
    "defense": ("who commands the army", r"\bDefen[cs]e\b"),
    "foreign affairs": ("top diplomats", r"Foreign (?:Affairs|Relations)"),
    "finance": ("who runs the treasury", r"\bFinances?\b"),
    "agriculture": ("who looks after farming", r"\bAgriculture\b"),
    "health": ("who is in charge of hospitals", r"\bHealth\b"),
    "education": ("who is responsible for schools", r"\bEducation\b"),
    "transport": ("who is in charge of roads and railways", r"\bTransport"),
    "culture": ("who looks after museums and the arts", r"\bCulture\b"),
    "environment": ("who protects nature", r"\bEnvironment\b"),
    "trade": ("who handles imports and exports", r"\bTrade\b|Commerce"),
}
ROLES: Final = {
    # the pattern of a title, plurals, what others say
    "CFO": (r"\bCFO\b|Chief Fin\w*\.?,? Of", "CFOs", "number crunchers in chief"),
    "CEO": (r"\bCEO\b|Chief Exec\w*\.? Of", "CEOs", "who runs the show"),
    "COO": (r"\bCOO\b|Chief Oper\w*\.? Of", "chief operating officers", "operations chiefs"),
    "GC": (r"Gen\w*\.? Counsel|Chief Legal|\bCLO\b", "general counsels", "top lawyers"),
    "CAO": (r"Chief Acc\w*\.? Of|\bCAO\b", "chief accounting officers", "head accountants"),
    "CTO": (r"\bCTO\b|Chief Tech\w*\.?(?: and \w+)? Of", "CTOs", "technology chiefs"),
    "CHRO": (
        r"\bCHRO\b|Chief (?:People|HR|Human Res\w*\.?|Human Capital)",
        "chief human resources officers",
        "people in charge of hiring and staff",
    ),
    "CIO": (r"\bCIO\b|Chief Info\w*\.? Of", "CIOs", "heads of IT"),
}
TRADES: Final = {
    # as the trade is called, how people say it, its sub-industries
    "electric utilities": ("power companies", ("Electric Utilities",)),
    "aerospace and defense companies": ("makers of weapons", ("Aerospace & Defense",)),
    "biotechnology companies": ("gene therapy and biotech firms", ("Biotechnology",)),
    "restaurant companies": ("fast food chains", ("Restaurants",)),
    "insurance brokers": ("brokers of insurance", ("Insurance Brokers",)),
    "pharmaceutical companies": ("drug makers", ("Pharmaceuticals",)),
    "hotel companies": ("hotels and cruise lines", ("Hotels, Resorts & Cruise Lines",)),
    "regional banks": ("regional lenders", ("Regional Banks",)),
    "packaged food companies": ("makers of groceries", ("Packaged Foods & Meats",)),
    "specialty chemical companies": ("makers of special chemicals", ("Specialty Chemicals",)),
    "medical device companies": (
        "makers of medical gear",
        ("Health Care Equipment", "Health Care Supplies"),
    ),
    "railroad companies": ("freight trains", ("Rail Transportation",)),
    "semiconductor companies": (
        "chip makers",
        ("Semiconductors", "Semiconductor Materials & Equipment"),
    ),
    "oil refiners": ("refineries", ("Oil & Gas Refining & Marketing",)),
    "tobacco companies": ("cigarette makers", ("Tobacco",)),
    "steel companies": ("steel mills", ("Steel",)),
    "home builders": ("companies that build houses", ("Homebuilding",)),
    "beer brewers": ("beer companies", ("Brewers",)),
    "water utilities": ("companies that supply water", ("Water Utilities",)),
}
JOBS: Final = {
    "farmers": r"farm|ranch",
    "engineers": r"engineer",
    "nurses": r"nurs",
    "insurance agents": r"insurance (?:agent|broker|agency)",
    "real estate brokers": r"real estate|realtor|\bbroker",
    "teachers": r"teacher|educator",
    "physicians": r"physician|doctor|surgeon",
    "attorneys": r"attorney|lawyer",
}
SCIENCES: Final = {
    "how bees pollinate": r"\bbees?\b|pollinat",
    "black holes and gravitational waves": r"black hole|gravitational",
    "melting ice and glaciers": r"glacier|ice sheet|antarctic|arctic|\bice\b",
    "volcanoes": r"volcan|magma",
    "large language models": r"language model|\bllms?\b",
    "solar cells": r"solar cell|photovoltaic|perovskite",
    "hurricanes and storms": r"hurricane|cyclone|storm|tornado",
    "number theory": r"number theory|arithmetic|l-functions|automorphic|galois",
    "viruses": r"virus|viral|phage",
    "soil": r"\bsoils?\b",
    "drones": r"\bdrones?\b|\buavs?\b|unmanned aerial|aerial robot",
    "fish": r"\bfish",
    "brains and neurons": r"neuron|brain|neural circuit",
    "graph theory and combinatorics": r"combinator|\bgraphs?\b",
    "privacy": r"privacy|private",
    "plant roots": r"\broots?\b",
}
CLOUD: Final = {
    "service meshes": ("Istio", "Linkerd", "Kuma"),
    "GitOps and continuous delivery": ("Argo", "Flux"),
    "chaos testing": ("LitmusChaos", "Chaos Mesh", "Chaosblade"),
    "policy enforcement": ("Open Policy Agent", "Kyverno", "Kubewarden"),
    "container registries": ("Harbor",),
    "machine learning on Kubernetes": ("Kubeflow", "KServe"),
    "feature flags": ("OpenFeature",),
    "runtime security of containers": ("Falco",),
}
COURTS: Final = (
    ("First Circuit", "First"),
    ("Second Circuit", "Second"),
    ("Third Circuit", "Third"),
    ("Fourth Circuit", "Fourth"),
    ("Fifth Circuit", "Fifth"),
    ("Sixth Circuit", "Sixth"),
    ("Eighth Circuit", "Eighth"),
    ("Tenth Circuit", "Tenth"),
    ("Eleventh Circuit", "Eleventh"),
)
PRESIDENTS: Final = {
    "Bill Clinton": "William J. Clinton",
    "Biden": "Joseph R. Biden",
    "Trump": "Donald J. Trump",
    "Obama": "Barack Obama",
    "George W. Bush": "George W. Bush",
}
PROGRAMMES: Final = {
    "robotics": r"robot",
    "statistics": r"\bstatistics",
    "plasma physics": r"plasma",
    "biological oceanography": r"biological oceanography",
    "cosmology": r"cosmol",
    "advanced manufacturing": r"manufacturing",
    "software institutes": r"software institutes",
    "animal behavior": r"animal behavior",
    "environmental engineering": r"environmental engineering",
    "geophysics": r"geophysic",
    "secure and trustworthy cyberspace": r"trustworthy cyberspace",
}

# class: (kind, wordings)
FORMS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "lower_topic": (
        "list",
        (
            "{state} {members} serving on a {topic} committee",
            "{members} from {state} who are on {topic} committees",
            "{state} {topic} committee, {those} only",
            "{those} in {state} with a seat on the {topic} committee",
        ),
    ),
    "either_topic": (
        "list",
        (
            "{state} state senators on {topic} or {other} committees",
            "{state} senate: members of the {topic} or the {other} committee",
            "state senators in {state} who sit on a committee for {topic} or {other}",
            "senators from {state} on the {topic} committee or the {other} committee",
        ),
    ),
    "party_topic": (
        "list",
        (
            "{party} state senators in {state} on a {topic} committee",
            "{state} senators on {topic} committees, {plural} only",
            "{plural} who sit on the {state} Senate {topic} committee",
            "{topic} committee {plural} in the {state} senate",
        ),
    ),
    "vice_chairs": (
        "list",
        (
            "vice chairs of {topic} committees in the {state} legislature",
            "{state} legislators who are vice chair of a {topic} committee",
            "who is vice chair of the {topic} committee in {state}",
            "{state} {topic} committee vice chairs",
        ),
    ),
    "offices": (
        "list",
        (
            "{party} {offices} in {region}",
            "{offices} from {region} who are {plural}",
            "{region}'s {party} {offices}",
            "{plural} serving as {offices} in {region}",
        ),
    ),
    "officer_trade_place": (
        "list",
        (
            "{role} of {trade} headquartered in {state}",
            "{state}-based {trade}: {role}",
            "{role} at {trade} based in {state}",
            "{role} of {state} {trade}",
        ),
    ),
    "officer_trade": (
        "list",
        (
            "{role} of {trade}",
            "{role} working for {trade}",
            "{role} at {trade}",
            "{role} employed by {trade}",
        ),
    ),
    "circuit": (
        "list",
        (
            "{court} judges appointed by {president}",
            "judges on the {court} Court of Appeals named by {president}",
            "appeals judges of the {court} nominated by {president}",
            "{president}'s appointees to the {court}",
        ),
    ),
    "district": (
        "list",
        (
            "district judges in {state} named by {president}",
            "federal trial judges in {state} appointed by {president}",
            "{president}-appointed district judges sitting in {state}",
            "U.S. district court judges in {state} put forward by {president}",
        ),
    ),
    "chief_judges": (
        "list",
        (
            "chief judges of federal courts in {state}",
            "chief judge in {state}",
            "federal chief judges sitting in {state}",
            "{state} chief district judges",
        ),
    ),
    "mps": (
        "list",
        (
            "{party} MPs from {place}",
            "{party} members of parliament for {place}",
            "{place} MPs, {party}",
            "MPs of the {party} party in {place}",
        ),
    ),
    "ministers": (
        "list",
        (
            "{field} ministers of countries in {region}",
            "ministers of {field} in {region}",
            "{region} {field} ministers",
            "ministers for {field} from {region}",
        ),
    ),
    "un_envoys": (
        "list",
        (
            "permanent representatives to the UN from {region}",
            "UN ambassadors of {region}",
            "{region}: permanent representatives to the United Nations in New York",
            "UN representatives of countries in {region}",
        ),
    ),
    "attorneys": (
        "list",
        (
            "US {office}s in {a} or {b}",
            "United States {office}s for {a} and {b}",
            "U.S. {office}s in {a} and {b}",
            "federal {office}s in {a} or {b}",
        ),
    ),
    "pay_plan": (
        "list",
        (
            "career Senior Executive Service members at the {agency} in {a} or {b}",
            "{agency} career executives (SES) in {a} or {b}",
            "career SES at the {agency} working in {a} or {b}",
            "Senior Executive Service career staff of the {agency} in {a} or {b}",
        ),
    ),
    "congress_committee": (
        "list",
        (
            "US House members from {state} on the {topic} committee",
            "{state} congressmen on the House {topic} Committee",
            "members of Congress from {state} on House {topic}",
            "U.S. representatives of {state} who sit on the {topic} committee",
        ),
    ),
    "senate_committee_region": (
        "list",
        (
            "US senators on the {topic} committee from {region}, {plural} only",
            "{party} US senators from {region} on the {topic} committee",
            "{plural} on the Senate {topic} Committee from {region}",
            "US senators from states in {region} on {topic}, only {plural}",
        ),
    ),
    "maintainers": (
        "list",
        (
            "{project} maintainers who work for {company}",
            "people from {company} who maintain {project}",
            "{company}'s {project} maintainers",
            "maintainers of {project} working at {company}",
        ),
    ),
    "laureates": (
        "list",
        (
            "{field} Nobel laureates affiliated with an institution in {place}",
            "{field} Nobel winners based in {place} when they won",
            "Nobel laureates in {field} who worked in {place}",
            "Nobel prize winners in {field} from {place}",
        ),
    ),
    "jobs": (
        "list",
        (
            "{trade} in the {state} legislature",
            "{state} legislators who are {trade} by occupation",
            "{state} lawmakers whose occupation is listed as {trade}",
            "{state} state legislators: {trade} by trade",
        ),
    ),
    "linked": (
        "list",
        (
            "{state} state senators with a LinkedIn profile",
            "{party} legislators in {state} with a public professional-network profile",
            "{state} senators on LinkedIn",
            "{party} {state} lawmakers who have a LinkedIn page",
        ),
    ),
    "plain": (
        "semantic",
        (
            "lawmakers in {state} who deal with {said}",
            "who looks after {said} in the {state} legislature",
            "politicians who decide about {said} in {state}",
            "people in the {state} statehouse concerned with {said}",
            "{state} legislators handling {said}",
            "who makes the rules on {said} in {state}?",
        ),
    ),
    "bosses": (
        "semantic",
        (
            "{role} of {trade}",
            "{role} at {trade}",
            "{role} at {trade}",
            "{role} of {trade}",
        ),
    ),
    "science": (
        "semantic",
        (
            "scientists studying {field}",
            "researchers with federal grants on {field}",
            "academics investigating {field}",
            "professors doing research about {field}",
        ),
    ),
    "cloud": (
        "semantic",
        (
            "engineers who maintain software for {said}",
            "open source developers working on {said}",
            "people building tools for {said}",
            "programmers behind {said}",
        ),
    ),
    "powers": (
        "semantic",
        (
            "{who} in {region}",
            "{who} in the countries of {region}",
            "{who} across {region}",
            "{who}, {region}",
        ),
    ),
    "rates": (
        "semantic",
        (
            "who sets interest rates in {region}",
            "people who run the central banks of {region}",
            "heads of monetary policy in {region}",
            "who controls the money supply in {region}",
        ),
    ),
    "named_by": (
        "semantic",
        (
            "people {president} put on the federal bench in {state}",
            "who did {president} make a judge in {state}",
            "{state} judges that owe their seat to {president}",
            "{president}'s picks for the federal courts in {state}",
        ),
    ),
    "officer_at": (
        "role_at_org",
        (
            "who is the {role} of {company}",
            "{company} {role}",
            "{role} at {company}",
            "{company}'s {role}",
        ),
    ),
    "agency_role": (
        "role_at_org",
        (
            "{title} at the {agency}",
            "{agency} {title}",
            "{title} of the {agency}",
            "who is {title} at the {agency}?",
        ),
    ),
    "envoy_city": (
        "role_at_org",
        (
            "US ambassador in {city}",
            "American ambassador in {city}",
            "ambassador of the United States in {city}",
            "U.S. chief of mission in {city}",
        ),
    ),
    "national": (
        "role_at_org",
        (
            "{office} of {country}",
            "{country}'s {office}",
            "who is {office} of {country}",
            "{country} {office}",
        ),
    ),
    "programme": (
        "role_at_org",
        (
            "NSF program officers for {field}",
            "National Science Foundation {field} program officer",
            "program officers at the NSF in charge of {field}",
            "NSF {field} program directors",
        ),
    ),
    "chamber_lead": (
        "role_at_org",
        (
            "{state} {house} {office}",
            "who is the {office} of the {state} {house}",
            "{office} in the {state} {house}",
            "{state} {office} ({house})",
        ),
    ),
    "contacts": (
        "filter",
        (
            "{state} {members} with an e-mail but no phone number",
            "{members} in {state} who list both an email address and a phone",
            "{state} {members} that list an email address and no phone",
            "{members} from {state} with an e-mail address and an office phone on record",
        ),
    ),
    "no_topic": (
        "filter",
        (
            "{state} {members} who are not on a {topic} committee",
            "{members} in {state} who don't serve on any {topic} committee",
            "{state} {members}, excluding those on {topic} committees",
            "{members} in {state} outside the {topic} committee",
        ),
    ),
    "gone": (
        "filter",
        (
            "former {state} legislators who left office in {year} or later",
            "former {state} state legislators whose service ended after {before}",
            "people who served in the {state} legislature until {year} or later but are gone now",
            "ex-members of the {state} legislature, out since {year} or after",
        ),
    ),
    "veterans_of": (
        "filter",
        (
            "{state} senators first elected before {year} and still in office",
            "current {state} state senators who took their seat before {year}",
            "{state} senators serving since before {year}",
            "sitting {state} senators who started prior to {year}",
        ),
    ),
    "newcomers": (
        "filter",
        (
            "{state} {members} first elected in {year} or later",
            "{members} in {state} who joined after {before}",
            "{state} {members} new since {year}",
            "{members} from {state} who have served since {year} or later",
        ),
    ),
    "neither": (
        "filter",
        (
            "{state} legislators who are neither Republicans nor Democrats",
            "independents in the {state} legislature",
            "state lawmakers in {state} from neither of the two big parties",
            "third-party or independent {state} legislators",
        ),
    ),
}
