"""The roles that queries and titles name.

One line a role: `id | label | pattern in a title | words in a query | wider roles`. A pattern is a
regular expression on the expanded, folded title (`roles.expand`). Query words are alternatives
split by `;`, in the singular; plurals are understood. Wider roles are ids that this role also is.
"""

from __future__ import annotations

from typing import Final

CORPORATE: Final = r"""
ceo | chief executive | \bchief executive\b | chief executive officer;chief executive;ceo;company head | head
cfo | chief financial officer | \bchief financ\w* (?:\w+ ){0,3}officer\b|\bchief financial\b|\bprincipal financial officer\b | chief financial officer;cfo;finance chief;chief finance officer;top money person;top money people;money chief;head of finance;financial chief;top finance person;money boss;handles the money;handle the money;looks after the money;manages the money;in charge of the money;responsible for the money;finance director;director of finance;financial director | finance_lead
coo | chief operating officer | \bchief operat\w* (?:\w+ ){0,4}officer\b|\bchief operating\b | chief operating officer;coo;operations chief;chief operations officer;head of operations;operations head;operations director | operations_lead
cto | chief technology officer | \bchief (?:\w+ ){0,2}tech\w* (?:(?!transition)\w+ ){0,4}officer\b|\bchief technology\b(?! transition) | chief technology officer;cto;technology chief;chief technical officer;tech chief;top technologist | technology_lead engineering_lead
cio | chief information officer | \bchief (?:\w+ ){0,2}info\w* (?:(?!security)\w+ ){0,4}officer\b|\bchief information\b(?! security) | chief information officer;cio;it chief;head of it;information chief;it head;it director | technology_lead
ciso | chief information security officer | \bchief (?:\w+ ){0,2}(?:info\w* )?(?:cyber ?)?security officer\b|\bciso\b | chief information security officer;ciso;chief security officer;head of security;security chief | security_lead
chro | chief people officer | \bchief (?:\w+ ){0,3}(?:people|human resources|human capital|human|talent|partner|personnel|culture|team member)\b(?: \w+){0,5} ?(?:officer)?\b | chief human resources officer;chro;chief people officer;head of hr;head of human resources;head of people;in charge of hiring;hiring chief;hiring boss;in charge of staff;in charge of personnel;hr chief;hr head;people chief;top hr person;chief human capital officer;hr director;human resources director;people director | people_lead
clo | general counsel or chief legal officer | \bgeneral counsel\b|\bchief legal\b|\bchief counsel\b | general counsel;chief legal officer;clo;gc;top lawyer;chief lawyer;legal chief;head of legal;chief counsel;top in-house lawyer;head lawyer;chief attorney;legal director | legal_lead
cmo | chief marketing officer | \bchief (?:\w+ ){0,3}(?:marketing|brand|growth)\b | chief marketing officer;cmo;marketing chief;head of marketing;marketing head;runs marketing;chief brand officer;marketing director;director of marketing | marketing_lead
cro_revenue | chief revenue or commercial officer | \bchief (?:\w+ ){0,2}(?:revenue|commercial|sales|business)\b | chief revenue officer;chief commercial officer;chief sales officer;sales chief;head of sales;commercial chief;chief business officer;runs sales;sales head;sales director;commercial director | sales_lead
cro_risk | chief risk officer | \bchief (?:\w+ ){0,2}risk\b | chief risk officer;risk chief;head of risk | risk_lead
cpo_product | chief product officer | \bchief (?:\w+ ){0,2}product\b(?! (?:supply|mkting|marketing|delivery)) | chief product officer;product chief;head of product;runs product | product_lead
cso_strategy | chief strategy officer | \bchief (?:\w+ ){0,2}strat\w*\b(?<!advisor for strategic)(?! advis\w+) | chief strategy officer;strategy chief;head of strategy | strategy_lead
csco | chief supply chain officer | \bchief (?:\w+ ){0,2}supply\b|\bchief procurement\b | chief supply chain officer;supply chain chief;head of supply chain;chief procurement officer | operations_lead
cao_accounting | chief accounting officer | \bchief account\w*\b|\bprincipal accounting officer\b | chief accounting officer;principal accounting officer;accounting chief;head of accounting;head accountant;top accountant;chief accountant;keeps the books;keep the books | finance_lead
cao_admin | chief administrative officer | \bchief administrat\w*\b | chief administrative officer;administration chief
ccomms | chief communications officer | \bchief (?:\w+ ){0,3}comm(?:unications?)?\b(?!ercial) | chief communications officer;communications chief;head of communications;communications director
cmed | chief medical officer | \bchief medical\b | chief medical officer;medical chief;head of medicine
csci | chief scientific officer | \bchief (?:scien\w+|research)\b(?! advis\w+) | chief scientific officer;chief scientist;chief science officer;head of research;research chief
cdo | chief data or digital officer | \bchief (?:\w+ ){0,2}(?:data|digital|analytics|ai|artificial)\b | chief data officer;chief digital officer;chief analytics officer;chief ai officer;data chief
ccompliance | chief compliance officer | \bchief (?:\w+ ){0,3}compliance\b | chief compliance officer;head of compliance;compliance chief
csust | chief sustainability officer | \bchief (?:\w+ ){0,2}(?:sustainab\w*|environment\w*)\b | chief sustainability officer;head of sustainability;sustainability chief
ctransform | chief transformation officer | \bchief (?:\w+ ){0,2}transformation\b | chief transformation officer
ccustomer | chief customer officer | \bchief (?:\w+ ){0,2}(?:customer|cust|experience)\b | chief customer officer;chief experience officer;head of customer success
cinvest | chief investment officer | \bchief investment\b | chief investment officer;investment chief
treasurer | treasurer | \btreasurer\b | treasurer
controller | controller | \b(?:controller|comptroller)\b | controller;comptroller;corporate controller
chair_company | chair | \bchair(?:man|woman|person)?\b(?! emeritus) | chairman;chairwoman;chairperson;board chair;chair of the board;executive chairman;executive chair
corp_secretary | corporate secretary | \bcorporate secretary\b|\b(?:officer|counsel|legal|president)\b.{0,20}\bsecretary\b | corporate secretary;company secretary
president | president | \bpresident\b | president
founder | founder | \bfounder\b | founder;co-founder;cofounder;started a company;entrepreneur
vp | vice president | \bvice president\b | vice president;vp
evp | executive vice president | \bexecutive vice president\b | executive vice president;evp | vp
svp | senior vice president | \bsenior vice president\b | senior vice president;svp | vp
partner | partner | \b(?:managing |general )?partner\b(?! officer) | partner;managing partner;general partner
head_engineering | head of engineering | \b(?:vice president|head|director),? (?:of )?(?:\w+ )?engineering(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bengineering (?:head|director)\b | head of engineering;vp of engineering;vp engineering;vice president of engineering;engineering leader;engineering head;runs engineering;run engineering;leads engineering;director of engineering;engineering director;engineering boss;heads engineering | engineering_lead technology_lead
head_finance | head of finance | \b(?:head|director),? (?:of )?(?:global |corporate )?financ\w*(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bfinance director\b | finance director;director of finance;runs finance;finance leader | finance_lead
vp_finance | vice president of finance | \bvice president,? (?:of )?(?:global |corporate )?financ\w*(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp finance;vp of finance;vice president of finance | finance_lead
head_marketing | head of marketing | \b(?:head|director),? (?:of )?(?:global |corporate )?marketing(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bmarketing director\b | marketing director;director of marketing;marketing leader | marketing_lead
vp_marketing | vice president of marketing | \bvice president,? (?:of )?(?:global |corporate )?marketing(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp marketing;vp of marketing;vice president of marketing | marketing_lead
head_sales | head of sales | \b(?:head|director),? (?:of )?(?:global |corporate )?sales(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bsales director\b | sales director;director of sales;sales leader | sales_lead
vp_sales | vice president of sales | \bvice president,? (?:of )?(?:global |corporate )?sales(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp sales;vp of sales;vice president of sales | sales_lead
head_people | head of people | \b(?:head|director),? (?:of )?(?:global |corporate )?(?:people|human resources|human capital|talent)(?=$|,| and\b| affairs\b| chief\b| officer\b)|\b(?:people|human resources|hr) director\b | hr director;director of hr;people leader;hr leader | people_lead
vp_people | vice president of people | \bvice president,? (?:of )?(?:global |corporate )?(?:people|human resources|human capital|talent)(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp people;vp of people;vp hr;vice president of people | people_lead
head_product | head of product | \b(?:head|director),? (?:of )?(?:global |corporate )?product(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bproduct director\b | product director;director of product;product leader | product_lead
vp_product | vice president of product | \bvice president,? (?:of )?(?:global |corporate )?product(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp product;vp of product;vice president of product | product_lead
head_legal | head of legal | \b(?:head|director),? (?:of )?(?:global |corporate )?legal(?=$|,| and\b| affairs\b| chief\b| officer\b)|\blegal director\b | legal director;director of legal | legal_lead
vp_legal | vice president for legal affairs | \bvice president,? (?:of )?(?:global |corporate )?legal(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp legal;vice president of legal | legal_lead
head_operations | head of operations | \b(?:head|director),? (?:of )?(?:global |corporate )?operations(?=$|,| and\b| affairs\b| chief\b| officer\b)|\boperations director\b | operations director;director of operations;runs operations | operations_lead
vp_operations | vice president of operations | \bvice president,? (?:of )?(?:global |corporate )?operations(?=$|,| and\b| affairs\b| chief\b| officer\b) | vp operations;vp of operations;vice president of operations | operations_lead
head_data | head of data | \b(?:vice president|head|director),? (?:of )?(?:global |corporate )?(?:data|analytics)(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bdata director\b | head of data;vp data;director of data;director of analytics;runs data
head_design | head of design | \b(?:vice president|head|director),? (?:of )?(?:global |corporate )?design(?=$|,| and\b| affairs\b| chief\b| officer\b)|\bdesign director\b | head of design;design director;vp design;runs design
head_security | head of security | \b(?:vice president|head|director),? (?:of )?(?:global |corporate )?security(?=$|,| and\b| affairs\b| chief\b| officer\b) | director of security;security director;vp security | security_lead
"""

PUBLIC: Final = r"""
us_senator | U.S. senator | \bus senator\b | us senator;u.s. senator;united states senator;federal senator;us senate;united states senate;member of the us senate | senator legislator federal_legislator
us_representative | U.S. representative | \bus representative\b|\bdelegate to the us house\b|\bresident commissioner\b | us representative;u.s. representative;united states representative;congressman;congresswoman;congressperson;us house member;us house;member of the us house;us house representative;house member in congress;federal representative | representative legislator federal_legislator
state_senator | state senator | \b(?:state )?senator\b | state senator;state senate member;state sen | senator legislator state_legislator
state_representative | member of a state lower house | \b(?:state )?representative\b(?! to)|\bassembly ?(?:member|man|woman)\b|\bdelegate\b(?! to) | state representative;state rep;assembly member;assemblyman;assemblywoman;assemblymember;delegate;state house member;house delegate | representative legislator state_legislator
mp | member of parliament | \bmember of parliament\b | member of parliament;mp;parliamentarian | legislator
council_member | council member | \bcouncil ?(?:member|man|woman|or)\b|\balder(?:man|woman|person)\b | council member;councilman;councilwoman;councillor;councilor;city council member;alderman
governor | governor | ^(?:acting |interim |former )?governor\b(?! general)(?! floor)(?!.*\bbank\b)(?!s)(?!.*\b(?:monetary|currency)\b)(?!,) | governor;state governor | state_executive
lieutenant_governor | lieutenant governor | \blieutenant governor\b | lieutenant governor;lt governor;lt. governor | state_executive
attorney_general | attorney general | ^(?:acting |interim |former )?(?:\w+ (?:and|&) )?attorney general\b(?! counsel)|^(?:minister of justice|.*\bminister\b.*) and attorney general\b|, attorney general\b | attorney general;ag | state_executive
secretary_of_state | secretary of state | \bsecretary of (?:the )?(?:state|commonwealth)\b(?! for)(?! in charge) | secretary of state;secretary of the commonwealth | state_executive
state_treasurer | state treasurer | ^(?:state )?treasurer\b(?! of the united states) | state treasurer | state_executive
state_auditor | state auditor | \bauditor\b | auditor;state auditor;auditor general | state_executive
mayor | mayor | \bmayor\b | mayor;city mayor | municipal_executive
speaker | speaker | \bspeaker\b(?! pro)(?!'s) | speaker of the house;house speaker;speaker;assembly speaker | chamber_leader
speaker_pro_tem | speaker pro tempore | \bspeaker pro\b | speaker pro tempore;speaker pro tem | chamber_leader
majority_leader | majority leader | \bmajority (?:floor )?leader\b | majority leader;lead the majority;leads the majority;heads the majority;floor leader;majority floor leader;leader of the majority | chamber_leader
minority_leader | minority leader | \bminority (?:floor )?leader\b | minority leader;minority floor leader;lead the minority;leads the minority;heads the minority;leader of the minority;opposition leader | chamber_leader
majority_whip | majority whip | \bmajority whip\b | majority whip | whip
minority_whip | minority whip | \bminority whip\b | minority whip | whip
whip_any | whip | \bwhip\b | whip;party whip | whip
senate_president | senate president | \bsenator\b.*(?<!vice )(?<!deputy )(?<!assistant )\bpresident\b(?! pro)|(?<!pro tempore of )\bpresident of the senate\b | senate president;president of the senate | chamber_leader
pro_tem | president pro tempore | \bpresident pro\b | president pro tempore;president pro tem;senate president pro tempore | chamber_leader
caucus_chair | caucus chair | \b(?:caucus|conference) (?:co )?chair\b | caucus chair;conference chair
chief_judge | chief judge | \bchief judge\b | chief judge | judge
chief_justice | chief justice | \bchief justice\b | chief justice;chief justice of the united states | justice judge
senior_judge | senior judge | \bsenior judge\b | senior judge;take senior status;taken senior status;took senior status;assumed senior status;went senior;senior status | judge
justice | Supreme Court justice | \b(?:associate|chief) justice\b|^justice\b(?! attache) | supreme court justice;associate justice;justice of the supreme court | judge
judge | judge | \b(?:judge|magistrate)\b | judge;jurist;magistrate;federal judge;federal bench;on the bench
us_attorney | United States attorney | ^(?:acting |interim )?(?:us|united states) attorney\b | us attorney;united states attorney;u.s. attorney;federal attorney;federal prosecutor
us_marshal | United States marshal | \b(?:us|united states) marshal\b | us marshal;united states marshal;u.s. marshal;federal marshal
ambassador | ambassador | \bambassador\b | ambassador;envoy;chief of mission | diplomat
un_representative | permanent representative to the United Nations | \bpermanent (?:representative|observer)\b|\brepresentative to the un\b | un representative;ambassador at the united nations;ambassador at the un;envoy at the united nations;envoy at the un;permanent representative;ambassador to the united nations;ambassador to the un;un ambassador;envoy to the united nations;envoy to the un;permanent representative to the united nations;permanent representative to the un;un envoy | diplomat ambassador
charge | charge d'affaires | \bcharge d'?affaires\b | charge d'affaires;chargé d'affaires | diplomat
prime_minister | prime minister | (?<!deputy )(?<!vice )(?<!the )(?<!to )\bprime minister\b(?! office)|^chairman, council of ministers\b|^premier\b | prime minister;premier;head of government;pm | head_of_government
deputy_prime_minister | deputy prime minister | \b(?:deputy|vice) (?:prime minister|premier|pm)\b | deputy prime minister;vice premier;deputy premier
head_of_state | head of state | ^(?:acting |interim |transitional |co )?president(?:$|,? minister\b|, (?:presidency council|state affairs commission)\b| of the (?:united states|republic|swiss)| and)(?!.*\b(?:bank|chief|ceo)\b)|^(?:king|queen|emir|amir|sultan|monarch|pope|grand duke|prince)\b|^supreme leader | head of state;chief of state
monarch | monarch | ^(?:king|queen|emir|amir|sultan|monarch|grand duke|prince|sovereign)\b | monarch;king;queen;emir;sultan;crowned head | head_of_state
vice_president_state | vice president | ^(?:first |second |third )?vice president\b | vice president of the country
minister | minister | \bminister\b(?<!prime minister)|\bsecretary of state for\b|\bcabinet secretary\b | minister;cabinet minister;government minister;cabinet member;member of cabinet;member of the cabinet;government member;member of government;member of the government
central_bank | central bank head | \b(?:governor|president|chair|chairman|chairwoman|chief executive|managing director|head|administrator)\b.*\b(?:(?<!trade )bank|monetary authority|federal reserve|currency board|monetary)\b | central bank governor;central banker;central bank head;central bank chief;central bank president;head of the central bank;sets interest rates;set interest rates;setting interest rates;governor of the central bank;monetary policy chief;reserve bank governor;central bank;monetary policy;money supply;central banking;prints money;print money
defense_minister_alias | defence chief | \bminister\b.*\bdefen[cs]e\b | defence chief;defense chief;commands the army;command the army;commands the military;commands the armed forces;in charge of the army;runs the army;run the army;runs the military;in charge of the military;head of the military | minister
minister_without_portfolio | minister without portfolio | \bminister without portfolio\b | minister without portfolio | minister
foreign_minister | foreign minister | (?<!to the )\bminister\b(?! of state)(?! delegate).{0,40}\b(?:foreign|external) (?:affairs|relations)\b|\bsecretary of state for foreign\b | foreign minister;top diplomat;chief diplomat;head of diplomacy;foreign secretary;runs foreign policy;in charge of foreign policy | minister
finance_minister | finance minister | (?<!to the )\bminister\b(?! of state)(?! delegate).{0,40}\b(?<!ministry of )(?:finances?|treasury)\b|\bchancellor of the exchequer\b | runs the treasury;run the treasury;treasury chief;head of the treasury;in charge of the treasury;in charge of public finances;treasury minister;chancellor of the exchequer | minister
cabinet_secretary | secretary of a department | ^(?:acting )?secretary(?:$|(?:,| of)(?! state\b)(?! (?:the )?(?:(?:national )?security|council|commission|board|cabinet|presidency|government)\b)) | cabinet secretary;department secretary
assistant_secretary | assistant secretary | (?<!deputy )\bassistant secretary\b | assistant secretary
deputy_assistant_secretary | deputy assistant secretary | \bdeputy assistant secretary\b | deputy assistant secretary
under_secretary | under secretary | \bunder ?secretary\b | under secretary;undersecretary
deputy_secretary | deputy secretary | \bdeputy secretary\b | deputy secretary
inspector_general | inspector general | ^(?:acting )?inspector general\b | inspector general
commissioner | commissioner | ^(?:acting )?commissioner\b | commissioner
administrator | administrator | ^(?:acting )?administrator\b | administrator
regional_administrator | regional administrator | \bregional administrator\b | regional administrator;regional director
chief_of_staff | chief of staff | ^chief of staff\b | chief of staff
deputy_chief_of_staff | deputy chief of staff | \bdeputy chief of staff\b | deputy chief of staff
press_secretary | press secretary | \bpress secretary\b | press secretary;spokesperson;spokesman;spokeswoman
speechwriter | speechwriter | \bspeech ?writer\b | speechwriter;speech writer
special_assistant | special assistant | \bspecial assistant\b | special assistant
senior_advisor | senior adviser | \bsenior advis[eo]r\b | senior advisor;senior adviser
program_officer | program officer | \bprogram(?:me)? (?:officer|director|manager)\b | program officer;programme officer;grant officer;program director;programme director
investigator | principal investigator | \bprincipal investigator\b | principal investigator;pi;national science foundation award;nsf award;national science foundation grant;nsf grant;nsf grantee;researcher;scientist;academic;professor;grant holder;award holder;grantee;scholar;university researcher;researcher with a grant;awardee;has a grant;have a grant;with a grant;got a grant;holds a grant;hold a grant;won a grant;doing research;do research;does research;carrying out research;funded by the nsf;nsf-funded;nsf funded;research grant;federally funded researcher;research scientist;investigator | researcher
laureate | Nobel laureate | \bnobel\b | nobel laureate;laureate;nobel prize winner;nobelist;nobel winner;nobel prize laureate;nobel;nobel prize;nobel economist | researcher
maintainer | open-source maintainer | \bmaintainer\b | maintainer;open source maintainer;open-source maintainer;project maintainer;maintain;engineer who maintains;oss maintainer;committer;open source developer;open-source developer
"""

NO_OFFICES: Final = """
investigator laureate maintainer program_officer chief_of_staff deputy_chief_of_staff
press_secretary speechwriter special_assistant senior_advisor regional_administrator commissioner
administrator
"""
"""Of these, the roles that other organisations have, too."""

WITH_ANOTHER: Final = """
state_senator state_representative senator representative legislator ambassador diplomat
state_auditor speaker governor mayor
"""
"""Offices whose names other occupations end in."""

OCCUPATIONS: Final = """
customer;client;consumer;service;services;support;account;business;field;technical;medical;patient
product;brand;community;campus;student;union;labour;labor;employee;staff;trade;trading;channel
partner;territory;regional sales;inside;outside;export;import;reservation;reservations;insurance
claims;billing;warranty;delivery;manufacturer;manufacturers;advertising;media;event;events;keynote
motivational;guest;public;conference;internal;external;quality;night;lead;energy;it;tax;payroll
process;systems;safety;compliance;hospital;clinical;loan;retail;store;wholesale;developer;culture
"""
"""What stands before such a name, beside the functions of a company, where another occupation is
meant."""

GENERAL: Final = r"""
software_engineer | software engineer | \b(?:software|backend|back ?end|frontend|front ?end|full ?stack|platform|mobile|ios|android|web) (?:engineer|developer)\b | software engineer;software developer;programmer;coder;developer | engineer
data_scientist | data scientist | \bdata scientist\b | data scientist;data science
data_engineer | data engineer | \bdata engineer\b | data engineer | engineer
ml_engineer | machine learning engineer | \b(?:machine learning|ml|ai) (?:engineer|scientist|researcher)\b | machine learning engineer;ml engineer;ai engineer | engineer
devops | site reliability engineer | \b(?:site reliability|devops|infrastructure|cloud) engineer\b | devops engineer;site reliability engineer;sre;infrastructure engineer;cloud engineer | engineer
product_manager | product manager | \bproduct (?:manager|owner)\b | product manager;product owner
designer | designer | \bdesigner\b | designer;ux designer;product designer
accountant | accountant | \baccountant\b | accountant;bookkeeper
auditor | auditor | \bauditor\b | auditor
nurse | nurse | \bnurse\b | nurse;nursing
physician | physician | \b(?:physician|doctor|surgeon|cardiologist|oncologist|pediatrician|radiologist|anesthesiologist)\b | physician;doctor;medic;clinician
teacher | teacher | \b(?:teacher|lecturer|instructor)\b | teacher;lecturer;instructor
professor_title | professor | \bprofessor\b | professor;faculty member
lawyer | lawyer | \b(?:lawyer|attorney(?! general)|counsel|solicitor|barrister|paralegal)\b | lawyer;attorney;counsel;solicitor;barrister
recruiter | recruiter | \b(?:recruiter|talent acquisition)\b | recruiter;headhunter
consultant | consultant | \bconsultant\b | consultant
engineer | engineer | \bengineer\b | engineer
researcher | researcher | \bresearcher\b|\b(?<!data )scientist\b | researcher;scientist;academic
architect | architect | \barchitect\b | architect
pilot | pilot | \b(?:pilot|first officer)\b | pilot;aviator
"""

FUNCTIONS: Final = """
cfo head_finance | finance;financial;money
clo head_legal | legal;law
chro head_people | hr;human resources;people;personnel;talent
cmo head_marketing | marketing;brand;growth
coo head_operations | operations;operating;day-to-day operations;daily operations
cto | technology;tech
cio | it;information technology;information
cro_revenue head_sales | sales;commercial;revenue
cpo_product head_product | product
ciso head_security | security;cybersecurity;information security
cso_strategy | strategy
ccomms | communications;public relations;pr
csco | supply chain;procurement
cro_risk | risk
cto head_engineering | engineering
cdo head_data | data;analytics
head_design | design
ccompliance | compliance
csust | sustainability
csci | research;science
"""
"""Functions of a company: the roles that lead one, and its names."""

FAMILIES: Final[dict[str, tuple[str, str]]] = {
    # id: (label, words in a query); a person has the family through their role's wider roles.
    "legislator": (
        "legislator",
        "legislator;lawmaker;write the rule;write the law;make the law;make law;write law;member of the legislature;legislature;politician;general assembly;statehouse;elected official;elected representative;house or senate member"
        ";member of the state legislature;congress member;member of congress",
    ),
    "state_legislator": ("state legislator", "state legislator;state lawmaker;state legislature"),
    "federal_legislator": (
        "member of Congress",
        "congress;congressional delegation;congressional member;capitol hill;federal legislator;member of congress;congress member;federal lawmaker;us lawmaker;us legislator",
    ),
    "senator": ("senator", "senator;sen"),
    "representative": ("representative", "representative;house member;member of the house"),
    "state_executive": (
        "state executive",
        "state executive;statewide official;statewide elected official",
    ),
    "diplomat": ("diplomat", "diplomat;diplomatic representative"),
    "chamber_leader": ("leader of a chamber", "legislative leader;chamber leader"),
    "whip": ("whip", "whip"),
    "head_of_government": ("head of government", "head of government;government leader"),
    "finance_lead": (
        "finance leader",
        "finance executive;finance leader;money person",
    ),
    "operations_lead": (
        "operations leader",
        "operations executive",
    ),
    "technology_lead": (
        "technology leader",
        "technology executive;technology leader;tech leader;tech executive;runs technology;runs it;tech boss",
    ),
    "engineering_lead": (
        "engineering leader",
        "engineering executive;runs engineering;leads engineering;head of engineering;engineering leader",
    ),
    "people_lead": (
        "people leader",
        "people executive;hr executive;hr leader",
    ),
    "legal_lead": ("legal leader", "legal executive"),
    "marketing_lead": (
        "marketing leader",
        "marketing executive;marketing boss",
    ),
    "sales_lead": ("sales leader", "sales executive;sales boss"),
    "product_lead": ("product leader", "product executive"),
    "risk_lead": ("risk leader", "risk executive"),
    "strategy_lead": ("strategy leader", "strategy executive"),
    "security_lead": ("security leader", "security executive;security leader"),
    "judge": ("judge", "judge"),
    "head": (
        "head of an organisation",
        "boss;run the show;runs the show;run the company;runs the company;run the business;top boss;top executive;chief;leader;head honcho;top person",
    ),
}
"""Families of roles."""

SENIORITY: Final[dict[str, str]] = {
    # value in a record: words in a query, alternatives split by `;`
    "legislator": "legislator;lawmaker",
    "head": "head;top;chief;boss;president;chair;owner;founder",
    "c_level": "c_level;c-level;c level;c-suite;c suite;cxo;executive;chief officer",
    "vp": "vp;vice president;svp;evp;vice-president",
    "director": "director;head of department;director-level;director level",
    "manager": "manager;management;manager-level;lead;supervisor",
    "senior": "senior;principal;staff-level;expert;senior-level",
    "staff": "staff;assistant;support",
    "board": "board;trustee;board member;board-level",
    "judge": "judge;judicial",
    "researcher": "researcher;scientist;academic",
    "contributor": "contributor;individual contributor;ic;maintainer",
    "other": "other",
    "entry": "entry;junior;entry-level;intern;graduate;trainee",
    "mid": "mid;intermediate;mid-level",
}
