"""Topics: how people speak of a subject, and how records name it.

One line a topic: `names in records | names of what is near it | other words in a query`, each a
list split by `;`. A query that uses any of the first or the last means the whole first list, so
that each of those must say every wording; what is only akin is near. A wording after `~` is less
than the names say: it orders people and admits nobody. Committees of Puerto Rico have Spanish
names.
"""

from __future__ import annotations

from typing import Final

POLICY: Final = """
education !higher;school;schools;k-12;educación | education;higher education;universities;colleges;early childhood | schools;teachers;students;classrooms;pupils;schooling;oversee schools;teaching
higher education;universities;colleges;postsecondary | education | university;college;campuses;tertiary education
agriculture;farm;agricultural;agricultura;farming | livestock;rural affairs;rural;forestry;food;natural resources;animal resources;fisheries | farming;farmers;farms;crops;agricultural;growing food
livestock;agriculture;agricultural | food;rural | cows;cattle;ranching;ranchers;dairy
appropriations;budget;presupuesto;hacienda | finance;ways and means;fiscal;revenue | spending;spends;public money;spends public money;state budget;purse;purse strings;spend taxpayers money;government spending;public spending;decide how money is spent;public purse
taxation;tax;taxes;revenue;ways and means | finance;fiscal;property taxes | taxes;taxing;tax policy;sets taxes;tax law;raising taxes
finance | appropriations;budget;fiscal | finances
health;health care;public health;medicaid;healthcare;medical;salud | human services;hospitals;mental health;behavioral health;welfare;aging | healthcare;medicine;hospitals;patients;doctors;sick people;medical care
mental health;behavioral health | health;substance use;addiction | mental illness;psychiatric
substance use;addiction;substance abuse;opioid;drug policy | mental health;behavioral health;health | addiction;drug abuse;opioids
human services;welfare !animal child;social services;health and human services | children;families | social welfare;poor people;poverty;social care;benefits
children;child | youth;family;families;human services | kids;child welfare;childhood;foster care
family;families | children;human services |
youth | children;sports;education | young people
aging;seniors;older adults | health;human services | elderly;the elderly;old people;older people;retirees;senior citizens;pensioners
veterans;veterans affairs;veteran;veterano | military;armed services | former soldiers;retired soldiers;ex-soldiers;ex-servicemen;old soldiers;people who served in the military;military veterans;vets;retired military;former military;those who served
armed services;military;defense !indigent public;armed forces | veterans;homeland security;national security | army;soldiers;troops;navy;the military;military affairs;defence;national defence
judiciary;courts;justice !criminal juvenile environmental social racial;court;jurídico | criminal justice;corrections;civil law;public safety | judges;legal system;court system;the courts;justice system
criminal justice;crime;criminal;penal | corrections;prisons;judiciary;public safety | criminals;sentencing;police and prisons
corrections;correctional;prisons;prison | criminal justice;crime;public safety | jails;prison;inmates
public safety;law enforcement;police;seguridad pública | homeland security;emergency;criminal justice;interior;home affairs;internal affairs | policing;cops;cops and firefighters
homeland security | public safety;emergency;national security |
emergency;emergencies;disaster;disasters | public safety;homeland security | emergencies;emergency management;disasters
fire;firefighters;public safety | emergency | fire departments;firefighters
transportation;transport;transportación | highways;transit;roads;infrastructure;public works;aviation;ports;rail | traffic;cars and trucks;drivers
roads;highways;bridges;transportation;transport;transportación | infrastructure;transit;public works | highway;roads and bridges
transit;rail;railways;railroads;transportation;transport;transportación | infrastructure;public works | trains;buses;railways;public transport
infrastructure | transportation;public works |
energy;power | utilities;public utilities;natural resources;environment;telecommunications | energy policy
electricity;electric;energy;power;utilities;public utilities | natural resources | electricity;electric grid;power plants;power grid;keeping the lights on
utilities;public utilities | energy;telecommunications | utility;public utility
environment;environmental | climate;conservation;natural resources;energy;water | pollution;green policy;clean air;ecology
climate;climate change | environment;environmental;conservation;energy | climate change;global warming
conservation | environment;environmental;natural resources;wildlife | nature protection
fisheries;fish;aquaculture | natural resources;wildlife;maritime;marine;oceans | fishing;fishermen;anglers;fishers;aquaculture;fishing industry
natural resources;recursos naturales | wildlife;fish;forestry;forests;environment;water;agriculture;land;parks | public lands
wildlife;fish and game;game and fish;hunting | natural resources;forestry;fish;parks | hunting;hunters;wild animals
forestry;forests;forest | natural resources;environment | woods
water | irrigation;rivers;natural resources;environment;agriculture | drinking water;water supply;drought;~rivers
irrigation | water;agriculture |
housing;housing and community development;vivienda | homelessness;urban affairs;community development;local government | homes;rent;renters;landlords;tenants;affordable homes;housing policy;where people live;housing shortage
homelessness;homeless | housing;human services | homeless
labor;labour;laborales;employment;workforce | commerce;business;industry;pensions | workers;jobs;unemployment;working people;workplace;employees;job training
unions;labor;labour;laborales | employment;workforce | unions;wages
commerce;business;commercial | economic development;labor;small business;tourism;trade;industry | businesses;companies;enterprise
trade;foreign trade;international trade | commerce;customs;industry;economic development;business | imports and exports;exports;imports;foreign trade
customs | trade;finance |
industry;industrial | commerce;trade;economic development | industries;manufacturing
small business;small businesses;pequeños y medianos negocios | commerce;economic development | entrepreneurs;mom and pop shops;shopkeepers;shop owners;startups;start-ups;small firms
banking;financial institutions;banks;financial services | insurance;commerce;finance | banks;lenders;credit unions;bank regulation;money lending
insurance !unemployment social | banking;financial services | insurers;insurance companies;insurance industry
technology;information technology;digital | artificial intelligence;cybersecurity;innovation;science;communications;telecommunications | tech;computers;internet;software;it systems
cybersecurity;cyber security;cyber;information security | technology;information technology | cyber;computer security;hackers
artificial intelligence | technology;information technology;innovation | ai
innovation | technology;science |
privacy;data privacy;data protection | technology;cybersecurity | data privacy
communications;telecommunications;telecom | broadband;media;technology;utilities;information | telecom;telecoms;phones
broadband | communications;telecommunications;technology |
media;broadcasting | communications;telecommunications;information | television;radio
science;research | technology;space;innovation | scientific;laboratories
space;aerospace;aeronautics | science |
elections;election;voting;election law;privileges and elections | redistricting;ethics;government | voting;ballots;voters;election rules;campaign finance;how people vote
redistricting;reapportionment | elections | district maps;gerrymandering;drawing districts;electoral maps
ethics;conduct;legislative standards;standards and privileges;standards of conduct | rules;oversight;standards | conduct;misconduct;scandals;conflicts of interest;behavior of members
rules;rules and administration;rules and reference | ethics;calendar | procedure;house rules;parliamentary procedure;agenda of the chamber
local government;municipal;municipalities;local governments | cities;counties;county;urban affairs;housing;state government;intergovernmental | towns;cities and towns;local authorities;municipal government;local councils
cities;urban affairs;municipal | local government;counties |
counties;county | local government;cities |
government operations;state government;governmental affairs;governmental operations | government oversight;oversight;accountability;audit;state affairs;administration | bureaucracy
government oversight;oversight;government efficiency;accountability;government accountability;audit | government operations;state government | watchdog;government waste;oversight;government performance
foreign affairs;foreign relations;international relations;foreign policy;external relations | trade;diplomacy;defense | diplomacy;international affairs;foreign policy;other countries;relations with other countries;foreign
intelligence !artificial business | national security;homeland security;armed services | spying;spies;spy agencies;secret services;espionage;intelligence agencies
immigration;migration | border;homeland security;judiciary | migrants;immigrants;asylum
border;borders;border security | immigration;homeland security | borders;border security
refugees;refugee | immigration;migration | refugees
tourism;turismo | culture;economic development;recreation;parks;sports | tourists;travel;visitors;holidaymakers;holiday resorts
culture;arts;cultural;cultura | tourism;recreation | museums;art;the arts;heritage;historic sites;theatres
recreation;parks | tourism;sports;natural resources | leisure;parks and recreation;outdoors;parks
gaming;gambling;lotteries;casino | tourism;regulated industries | gambling;casinos;lottery;betting
alcohol;liquor | regulated industries;tobacco;cannabis | drinks licensing;beer
cannabis;marijuana | regulated industries;alcohol;tobacco | weed;pot
tobacco | regulated industries;alcohol | smoking;cigarettes
pensions;retirement;pension | public employees;labor;finance | pension funds;public pensions;retirement plans;retired workers
women | gender;equality;family;children;social affairs | women's affairs
gender;gender equality;equality | women;family | gender equality
tribal;indian affairs;native american;indigenous;american indian | natural resources | tribes;native americans;indigenous peoples;first nations
civil rights;human rights;civil liberties | constitution;constitutional;judiciary | civil liberties;human rights
constitution;constitutional | civil rights;judiciary | constitutional law
consumer protection;consumer affairs;consumer | licensing;licensure;commerce | consumers;scams
licensing;licensure;professional licensing;occupational licensing | consumer protection;commerce;professions;occupations | occupational licensing;licences;licenses;professional licences
sports;youth and sports | youth;culture;recreation | athletes;olympics;sport
interior;home affairs | police;security;justice | internal affairs;home ministry
planning;economic planning | development;finance;economy | economic development planning
development | economic development;planning |
economy;economic affairs;economics;economic development | finance;planning;trade;commerce | the economy;economy;economic growth
economic development;economic growth | economy;commerce;planning |
mining;mines;minerals | energy;natural resources;petroleum | miners;ores
petroleum;hydrocarbons;oil;gas;oil and gas | energy;natural resources;mines | oil ministry;oil;gas
maritime;marine;ocean;oceans | fisheries;agriculture;environment | sea;seas
postal service;postal services | communications | mail;mail delivery;post office
nuclear regulation;nuclear;atomic | energy | nuclear power;reactors;atomic
antitrust;competition | commerce;consumer protection | monopolies;competition law
intellectual property;patents;trademarks;copyright | commerce;judiciary | patents;inventions
social insurance;social security | human services;pensions | social security benefits
"""

INDUSTRY: Final = """
semiconductors | semiconductor materials equipment;electronic components;technology hardware | chip makers;chipmakers;chip companies;semiconductor;computer chips;microchips;chip;chips;silicon makers;semiconductor companies
passenger airlines | air freight logistics;aerospace | airlines;airline;carriers;air carriers;airline companies
restaurants | packaged foods;hotels resorts | restaurant chains;eateries;diners;restaurant;burger, coffee and pizza chains;~fast food;~burger;~coffee chains;~pizza;~burger chains;~fast-food;~coffee shops
oil gas exploration production | integrated oil gas;oil gas equipment services;oil gas refining marketing;oil gas storage transportation | oil and gas producers;oil producers;drillers;oil explorers;exploration and production companies;shale producers;oil drillers;gas producers
integrated oil gas;oil gas exploration production;oil gas refining marketing;oil gas equipment services;oil gas storage transportation | energy | oil companies;oil and gas companies;petroleum companies;oil industry;oil and gas;oil firms
integrated oil gas | oil gas exploration production | oil majors;big oil
oil gas refining marketing | integrated oil gas | refiners;refineries;oil refiners;gasoline makers
oil gas storage transportation | integrated oil gas | pipeline companies;pipelines;pipeline operators;midstream
oil gas equipment services | oil gas exploration production | oilfield services;oil services;oilfield service companies
diversified banks;regional banks | investment banking brokerage;consumer finance | banks;bank;lenders;banking companies
diversified banks | regional banks | big banks
regional banks | diversified banks | regional lenders;local banks
investment banking brokerage | diversified banks;asset management | investment banks;brokerages;wall street firms;brokers;wall street
asset management custody banks | investment banking | asset managers;money managers;fund managers;investment managers;fund companies;~private equity
property casualty insurance;life health insurance;multi line insurance;reinsurance;insurance brokers | managed health care | insurance;insurance industry
property casualty insurance;life health insurance;multi line insurance;reinsurance | insurance brokers;managed health care | insurers;insurance companies
property casualty insurance | reinsurance | property insurers;casualty insurers;~car insurers;~home insurers
life health insurance | managed health care | life insurers;life insurance companies
insurance brokers | property casualty insurance | insurance brokerages;brokers of insurance
managed health care | health care services;life health insurance | health insurers;health plans;health insurance companies;hmos
pharmaceuticals;biotechnology | life sciences tools services | drug makers;drugmakers;drug companies;pharma;pharma companies;medicine makers;pharmaceutical companies
pharmaceuticals | biotechnology | big pharma;pharmaceutical;pharmaceutical firms
biotechnology | pharmaceuticals;life sciences tools | biotech;biotechs;biotech companies;~gene therapy companies
health care equipment;health care supplies | health care technology | medical device makers;medical devices;medtech;device makers;medical equipment makers;~pacemaker makers;medical technology companies
health care facilities | health care services | ~hospitals;~hospital operators;~hospital chains;~hospital companies
health care distributors | pharmaceuticals | drug distributors;drug wholesalers
life sciences tools services | biotechnology | lab equipment makers;life sciences tools;lab instrument makers
automobile manufacturers;electric vehicles | automotive parts equipment;automotive retail | automotive;car;car makers;carmakers;automakers;car companies;auto makers;car manufacturers;~electric car makers;vehicle makers;car firms
automotive parts equipment | automotive retail;automobile manufacturers | auto parts;car parts;parts suppliers;car parts makers
aerospace defense | industrial conglomerates | defense contractors;aerospace companies;military contractors;defence companies;~arms makers;~weapons makers;~plane makers;~aircraft makers;~missile makers;~fighter jet makers;~rocket makers
homebuilding | building products;construction | home builders;homebuilders;house builders;builders of houses
building products;construction materials | construction engineering;homebuilding | building materials;~cement makers
construction engineering | building products;construction materials;homebuilding | construction companies;builders;contractors
electric utilities;multi utilities;gas utilities;water utilities | independent power producers | utilities;utility companies;utility
electric utilities | multi utilities;independent power producers | power companies;electric companies;electricity companies;electricity providers;power utilities
water utilities | multi utilities | water companies
gas utilities | multi utilities | gas companies;natural gas utilities
rail transportation | cargo ground transportation | railroads;railways;train companies;rail companies;railroad;freight railroads
cargo ground transportation | air freight logistics | truckers;trucking companies;trucking;haulage
air freight logistics | cargo ground transportation;passenger airlines | logistics companies;~parcel carriers;~package delivery;~delivery companies;~couriers;~shipping companies
hotels resorts cruise lines | hotel resort reits;casinos gaming | hotels;hotel chains;lodging companies;~cruise lines;~cruise companies;~travel companies;~cruise ship operators
casinos gaming | hotels resorts | casinos;casino operators;gambling companies;betting companies
broadline retail;consumer staples merchandise retail;apparel retail;home improvement retail;computer electronics retail;other specialty retail;food retail;homefurnishing retail;automotive retail | distributors | retailers;retail companies;shops;store chains;retail;stores;retail chains;big box stores
home improvement retail | homefurnishing retail | hardware stores;diy stores
food retail | food distributors;consumer staples merchandise retail | supermarkets;grocers;grocery chains;grocery stores;supermarket chains
apparel retail;apparel accessories luxury goods;footwear | broadline retail | fashion;fashion brands;~clothes makers
apparel retail;apparel accessories luxury goods | footwear;broadline retail | clothing companies;apparel;clothing brands
footwear | apparel accessories luxury goods | shoe makers;sneaker makers;shoe companies;sneaker companies
packaged foods meats | agricultural products services;food distributors | food companies;food makers;packaged food;~snack makers;~cereal makers;~meat packers;~candy makers;~chocolate makers
soft drinks non alcoholic beverages;brewers;distillers vintners | packaged foods | drinks companies;beverage companies;drink makers;beverage makers;soda makers
soft drinks non alcoholic beverages | packaged foods | soda companies;soft drink makers;soft drinks;~cola makers
brewers;distillers vintners | soft drinks | alcohol companies;liquor companies
brewers | distillers vintners;soft drinks | beer makers;breweries;brewing companies;beer companies
distillers vintners | brewers;soft drinks | whiskey makers;spirits makers;wine makers
tobacco | packaged foods | cigarette makers;tobacco companies;cigarette companies
household products;personal care products | packaged foods | consumer goods;~soap makers;~cosmetics makers;~toothpaste makers;~beauty companies;~makeup makers;~cleaning products;~detergent makers
application software;systems software | it consulting;internet services | software companies;software makers;software firms;software vendors;software
interactive media services | internet services infrastructure | internet companies;~social media companies;~search engines;~social networks
movies entertainment;broadcasting;publishing;cable satellite | interactive home entertainment;advertising | media companies
movies entertainment;interactive home entertainment | broadcasting;cable satellite | entertainment companies
movies entertainment | broadcasting;cable satellite | film studios;movie studios;~streaming companies;~hollywood studios
interactive home entertainment | movies entertainment | video game makers;game publishers;video games;game companies;gaming companies
publishing | broadcasting | newspapers;publishers;news companies
broadcasting | cable satellite;movies entertainment | tv networks;broadcasters;television networks
cable satellite | broadcasting | cable companies
integrated telecommunication services;wireless telecommunication services | cable satellite;communications equipment | phone companies;telecom companies;telecoms;wireless carriers;mobile operators;telecom
technology hardware storage peripherals;consumer electronics | computer electronics retail;electronic equipment instruments | hardware makers;~computer makers;~pc makers;~hard drive makers;~phone makers;~gadget makers
communications equipment | technology hardware | network equipment makers;networking companies
it consulting other services | data processing outsourced services;application software | it consultancies;~consultants
it consulting other services;data processing outsourced services | application software | it services;~outsourcing companies
transaction payment processing services | consumer finance;financial exchanges data | payment companies;payment processors;payments;~credit card companies;~card networks;~credit cards
financial technology;payments;transaction payment processing services | consumer finance;financial exchanges data | fintech
financial exchanges data | asset management | stock exchanges;exchanges;data providers;bourses;~rating agencies;~credit raters
industrial machinery supplies components;construction machinery heavy transportation equipment;agricultural farm machinery | electrical components equipment | machine makers;machinery makers;industrial equipment makers;heavy equipment makers;machinery
agricultural farm machinery | industrial machinery | farm equipment makers;farm machinery;~tractor makers
construction machinery heavy transportation equipment | industrial machinery | heavy machinery;~bulldozer makers;~truck makers;~digger makers
electrical components equipment;heavy electrical equipment | industrial machinery | electrical equipment makers
industrial conglomerates | industrial machinery | conglomerates
commodity chemicals;specialty chemicals;industrial gases;fertilizers agricultural chemicals | construction materials | chemical companies;chemical makers;chemicals;~paint makers
fertilizers agricultural chemicals | agricultural products | fertilizer makers;fertiliser makers;crop chemicals;~seed companies
gold;copper;steel | construction materials | metals companies;metal producers;~miners;~mining companies
gold | copper | gold miners;gold mining companies
copper | gold;steel | copper miners
steel | copper | steel makers;steelmakers;steel mills;steel producers;steel companies
metal glass plastic containers;paper plastic packaging products materials | commodity chemicals | packaging companies;packaging makers;~can makers;~box makers;~bottle makers
data center reits;health care reits;hotel resort reits;industrial reits;multi family residential reits;office reits;other specialized reits;retail reits;self storage reits;single family residential reits;telecom tower reits;timber reits | real estate services | reits;property companies;real estate investment trusts;real estate companies;real estate;~landlords
office reits | data center reits | office landlords
retail reits | office reits | shopping centers;~mall owners;~shopping mall owners;~mall operators
self storage reits | industrial reits | self-storage companies;storage unit companies
data center reits | telecom tower reits | data center owners;data centre companies
telecom tower reits | data center reits | cell tower companies;tower companies;cell towers
multi family residential reits | single family residential reits;office reits | apartment owners;apartment landlords
multi family residential reits;single family residential reits | office reits | residential landlords;rental housing companies
timber reits | paper plastic packaging | timber companies;forest owners
environmental facilities services | diversified support services | ~waste companies;~garbage collectors;~trash companies;~waste management companies;~rubbish collectors;~trash haulers;~pest control
human resource employment services | research consulting services | ~staffing companies;~temp agencies;~payroll companies;~payroll processors
research consulting services | it consulting | consultancies;consulting firms
advertising | publishing | ad agencies;advertising agencies;advertising companies
passenger ground transportation | cargo ground transportation | ~ride hailing;~ride-hailing companies;~taxi apps;~ride-sharing companies
leisure products | casinos gaming | ~toy makers;~toy companies;~boat makers
homefurnishing retail | home improvement retail | furniture stores;furniture sellers
internet services infrastructure | systems software | ~web hosts;~cloud providers;~domain registrars
food distributors | food retail | food wholesalers;~restaurant suppliers
trading companies distributors;distributors | industrial machinery | wholesalers;~industrial distributors
health care equipment;health care supplies;health care facilities;health care services;health care technology;managed health care;hospitals and clinics;pharmaceuticals;biotechnology;medical devices;hospitals;primary care;diagnostics | life sciences tools;life health | healthcare;health care;health care industry;health sector;medicine;health;healthtech;digital health;medical
banking;financial technology;payments;insurance;asset management;accounting and audit;investment banking brokerage | real estate | finance companies;financial services;finance sector;financial institutions;finance industry
financial technology;payments;transaction payment processing services | banking;software | fintech;fintechs;fintech startups;financial technology
renewable energy;wind;solar;solar power;wind power | electric utilities;energy | renewables;clean energy;green energy;renewable energy;~solar companies;~wind companies
logistics;air freight logistics;freight;shipping;cargo ground transportation | warehousing;rail transportation | logistics;supply chain companies;freight companies;transport companies
industrial machinery;manufacturing;machinery;industrial equipment;automotive;aerospace | building products | manufacturing;manufacturers;factories;industrial companies;~makers of machines
media and publishing;publishing;broadcasting;games and entertainment;movies entertainment | advertising | media;media industry;entertainment
higher education;schools;education;education technology | research | education sector;education companies;~schools and universities
education technology | education;higher education;schools | edtech
management consulting;consulting;research consulting services | accounting | consultancies;consulting;consulting firms;advisory firms
nonprofit and development;nonprofit;charities | research | nonprofits;charities;ngos;non-profits;~foundations;~aid organisations
artificial intelligence;machine learning | software | ai companies;ai startups;artificial intelligence companies;ai;artificial intelligence;machine learning
business software;application software;cloud infrastructure;developer tools | software | saas;b2b software;business software;enterprise software;cloud software;software as a service;cloud
renewable energy;environmental;sustainable investing;electric vehicles;renewable electricity;climate | utilities;energy;recycling | climate;climate tech;cleantech;clean tech;green tech;sustainability;greentech;climate change
online retail;e commerce;internet direct marketing retail;broadline retail | retail | e-commerce;ecommerce;online retail;online shops;internet retail
proptech;real estate services;property management | real estate | proptech;property tech;property technology
video games;interactive home entertainment | games entertainment | games;gaming;video games;game studios
software;artificial intelligence;cybersecurity;semiconductors;information technology;technology hardware;developer tools;computer vision | telecommunications;internet services | tech;technology;tech sector;it
hospitals;acute care | health care facilities;primary care;health care services | hospitals;hospital
hospitals and clinics;primary care | hospitals;health care facilities;health care services | clinics
insurance | managed health care | insurtech;insurance technology
cybersecurity;information security;application security | software | cybersecurity;information security;infosec;cybersecurity companies;security companies;cyber companies
legal services;law firms;law practice | accounting | law firms;legal sector;legal services
independent power producers energy traders | electric utilities | independent power producers;power generators;power producers
"""

PROJECT: Final = """
velero;k8up;kanister | longhorn;openebs | backup;backups;backup and restore;disaster recovery
coredns | k8gb | dns;cluster dns;name resolution
jaeger;opentelemetry | pixie;inspektor gadget | tracing;distributed tracing;traces;tracing requests
fluentd;logging operator | opentelemetry | logging;logs;collecting logs;log collection;log forwarding
nats;strimzi | cloudevents;dapr;drasi;cadence;oxia | messaging;message queues;event streaming;message streaming;message brokers
strimzi | nats | kafka
keda;kubeelasti | knative;slimfaas;openfunction | autoscaling;autoscalers;scaling workloads;scale to zero
backstage | devfile;headlamp;meshery | developer portals;developer portal;service catalogs
spiffe;spire;athenz | keycloak;dex;cert manager | workload identity;service identity
prometheus;opentelemetry;thanos;cortex;perses;kepler;pixie;trickster;kuberhealthy | jaeger;fluentd;logging operator;inspektor gadget;headlamp;tremor;holmesgpt;k8sgpt ai;grafana;envoy | monitoring;metrics;monitoring and metrics;telemetry
prometheus;opentelemetry;jaeger;thanos;cortex;fluentd;logging operator;perses;kepler;pixie;kuberhealthy;inspektor gadget | trickster;headlamp;holmesgpt;k8sgpt ai | observability
prometheus | thanos;cortex | alerting
perses;headlamp | prometheus;trickster;meshery | dashboards
istio;linkerd;kuma;kmesh;aeraki mesh;network service mesh;sermant | envoy;cilium;kubeslice | service mesh;service meshes
cilium;cni;antrea;submariner;kube ovn;ovn kubernetes;coredns;contour;envoy;bfe;emissary ingress;metallb;loxilb;spiderpool;nmstate;kgateway;higress;k8gb;kube vip;easegress | istio;linkerd | networking;network
contour;envoy;bfe;emissary ingress;kgateway;higress;easegress | istio;linkerd | proxies;proxy
contour;emissary ingress;kgateway;higress;easegress | envoy;bfe | ingress;api gateways
metallb;loxilb;kube vip;k8gb;bfe;envoy | cilium;contour | load balancing
rook;longhorn;openebs;cubefs;piraeus datastore;hwameistor;fluid;curvine;carina | vitess;tikv;velero;k8up;kanister | storage;container storage;disks;persistent volumes
cubefs;curvine;rook | longhorn;openebs | file systems
vitess;tikv;cloudnativepg;opengemini;oxia;etcd | rook;schemahero | databases;database;data stores
vitess;cloudnativepg | tikv;schemahero | sql
tikv;etcd;oxia | vitess | key-value stores
containerd;cri o;youki;podman container tools;podman desktop;kata;kuasar;inclavare containers;urunc;wasmedge runtime;hyperlight | spinkube;wasmcloud;confidential containers;lima;bootc;composefs | container runtimes;running containers;runtimes
wasmcloud;wasmedge runtime;spin;spinkube;hyperlight;slimfaas;container2wasm | containerd | webassembly;wasm
argo;flux;tekton;tekton pipeline;tekton operator;tekton chains;tekton cli;tekton results;pipecd;opengitops;werf;keptn;shipwright;tekton triggers;tekton dashboard | helm;buildpacks | continuous delivery;ci/cd;deployment pipelines;pipelines;continuous integration;deploying software
argo;flux;pipecd;opengitops;werf | tekton;keptn;helm | gitops
open policy agent;kyverno;falco;notary;spiffe;spire;tuf;in toto;keycloak;openfga;cert manager;kubearmor;kubewarden;kubescape;external secrets operator;sops;cedar;oauth2 proxy;dex;athenz;keylime;copa;ratify;bank vaults;paralus;parsec;hexa;tokenetes;containerssh | confidential containers;oscal compass | security
keycloak;dex;oauth2 proxy;athenz;spiffe;spire | openfga;paralus;tokenetes | authentication
keycloak;dex;oauth2 proxy | openfga;athenz;paralus | login;single sign-on
openfga;cedar;athenz;open policy agent;keycloak;paralus;hexa | dex;oauth2 proxy | authorization;access control;permissions
keycloak;dex;athenz;spiffe;spire;oauth2 proxy | openfga;cedar;paralus | identity
external secrets operator;sops;bank vaults | cert manager | secrets;secrets management
cert manager;spiffe;spire | notary | certificates
sops;parsec;cert manager | confidential containers | encryption
notary;tuf;in toto;ratify;copa | sops;harbor | supply chain security
open policy agent;kyverno;kubewarden;cedar | openfga | policy engines
kubeflow;kserve;volcano;kai scheduler;kaito;hami;llm d;modelpack;kitops;kagent;holmesgpt;k8sgpt ai | armada;koordinator;fluid | machine learning;ai;artificial intelligence
kubeflow;kserve;kaito;llm d | volcano;kai scheduler;hami | deep learning
kai scheduler;hami;volcano | kubeflow;koordinator | gpu;gpu scheduling
kserve;llm d;kaito | kubeflow | model serving
llm d;kaito;kagent;holmesgpt;k8sgpt ai;kserve | kubeflow | llm
knative;openfunction;serverless devs;slimfaas | keda;dapr;wasmcloud | serverless;functions as a service
keda;knative;cloudevents;nats;strimzi;dapr;drasi | openfunction | event-driven
cadence;dapr;argo | tekton | workflows
kubeedge;openyurt;k3s;akri;superedge;k0s;kairos | kubernetes | edge computing;edge
kubeedge;akri;openyurt;superedge | k3s;k0s | iot;small devices
crossplane;opentofu;cloud development kit for kubernetes;kcl;kusionstack;terraform;atlantis | carvel;kpt;kubevela;radius;score;helm;porter;backstage | infrastructure as code;infrastructure;provisioning
kcl;carvel;kpt;helm;kusionstack;score;cloud development kit for kubernetes | crossplane;opentofu;kubevela | configuration
crossplane;kcp;kubevela | radius;kusionstack | control planes
litmuschaos;chaosmesh;chaosblade;krkn | kuberhealthy;microcks | chaos engineering;resilience testing;fault injection
litmuschaos;chaosmesh;chaosblade;krkn;microcks | kuberhealthy | testing
backstage;devfile;devspace;telepresence;vs code kubernetes tools;buildpacks;meshery | headlamp;runme notebooks | developer tools;developer experience;developer platforms
harbor;distribution;zot;opcr | artifact hub;notary;oras;dragonfly | registries;image registry;container images;artifact storage;container registry
karmada;open cluster management;clusternet;kubefleet;kubestellar;kcp;kubeslice;clusterpedia | submariner;kbind | multi-cluster;cluster management;many clusters
opencost;cloud custodian | kepler;kube green | cost management;cloud costs;cloud spending
openfeature | flux | feature flags;feature toggles;feature flagging;turning features on and off
kubernetes;kubean;kubeclipper;cozystack;openkruise;virtual kubelet | k3s;operator framework;kudo;capsule | container orchestration;orchestration;clusters;kubernetes clusters
operator framework;kudo | openkruise | operators
grpc;connect rpc | envoy;nats | remote procedure calls;rpc;microservice communication;calls between services
metal3;tinkerbell | kubevirt | bare metal;bare-metal servers;physical servers;provisioning machines
armada;koordinator;volcano | kubeflow;interlink | batch scheduling;batch jobs;job scheduling;scheduling workloads;queues of jobs
open policy agent;kyverno;kubewarden | falco;eraser;oscal compass | policy enforcement;policies;policy as code;admission policies;enforcing rules
oscal compass | open policy agent;kyverno;kubewarden;kubescape | compliance
falco;kubearmor;tetragon | cilium;inspektor gadget;bpfman | runtime security;intrusion detection;detecting attacks;threat detection
cilium;tetragon;bpfman;inspektor gadget;falco;pixie | kubearmor | ebpf
agones | kubernetes | game servers;multiplayer games
apicurio registry;xregistry | cloudevents;strimzi | schema registries;schemas
cloudevents;xregistry | strimzi | event formats
konveyor | crossplane | application migration;modernising applications;migration
kubevirt;lima | containerd;confidential containers | virtualization;virtual machines;virtualisation
"""

SUBJECT: Final = """
quantum comput;qubit;quantum processor;quantum algorithm;quantum circuit;quantum error correct | quantum;quantum simulation;quantum information | quantum computers;quantum computing;qubits;quantum computer
robot;robotic;robotics | autonomous;manipulation;unmanned | robots;robotics;~androids;~walking machines
machine learning;artificial intelligence;deep learning;neural network;ai | language model;data driven | ai;machine intelligence;learning algorithms;thinking machines
climate;climate change;global warming;warming;greenhouse gas | carbon dioxide;arctic;atmospheric;ice | climate change;global warming;changing climate
black hole;gravitational wave;galaxy;galaxies;stellar;cosmology;dark matter;astronomy;astrophysics;supernova;exoplanet | star;telescope;planet | astronomers;astrophysics;space;outer space
stellar;star formation;neutron star;binary star;massive star | star;galaxy;astronomy | stars
cosmology;universe;dark matter;dark energy | galaxy;astronomy | universe
earthquake;seismic;fault zone;fault rupture | fault;tectonic;volcano;geophysical | earthquakes;quakes;seismology
volcano;volcanic;eruption | magma;seismic | volcanoes;eruptions
ocean;marine;sea | coral;reef;coastal;fish | oceans;seas;oceanography;~underwater life
coral;reef | ocean;marine | reefs
battery;batteries | lithium;electrochemical;energy storage;electrolyte | batteries
battery;batteries;energy storage | lithium;electrochemical | energy storage
cybersecurity;cyber security;cyber;malware;computer security;network security | security;privacy;secure;cryptography;cryptographic;adversarial | hackers;computer security;cyber security;online safety
cryptography;cryptographic;encryption;encrypted | cybersecurity;security;privacy | encryption
protein;proteins;enzyme | cell;molecular;gene;rna;dna | proteins
cell biology;cell division;stem cell;living cell;cell signaling;cell migration;single cell | cell;cellular;protein;molecular | cells;biology of cells
gene;genome;genomic;genomics;genetic;genetics;crispr | dna;rna;evolution;protein | genes;genetics;genomes;~heredity
polymer;polymers | plastic;materials;soft matter |
plastic;plastics | polymer | plastics
photovoltaic;photovoltaics;solar cell;solar panel | solar;perovskite;solar energy;renewable | solar panels;solar cells
photovoltaic;photovoltaics;solar cell;solar panel;solar power;solar energy | solar;perovskite;renewable;energy | solar power
river;rivers;watershed | water;hydrology;groundwater;flood | rivers
freshwater;groundwater;river;lake;hydrology;watershed | water;flood;drought | fresh water
stem education;science education;teacher;science teaching;stem teaching;education research;classroom | undergraduate;teaching;students;learning;education;workforce | science teaching;teaching science;classrooms;education research
wireless network;wireless communication;wireless system;cellular network;5g;6g;spectrum sharing | wireless;spectrum;communication;network | mobile networks;radio;wireless networks
integrated circuit;chip;microelectronics | semiconductor;transistor;gan;electronic;photonic | chips;microchips
semiconductor;transistor;integrated circuit;microelectronics;electronics | chip;gan;electronic;photonic | electronics
condensed matter;solid state | materials;magnetism;superconductivity | condensed matter physics;solid state physics
superconductor;superconductivity;superconducting;superconduct | condensed matter | superconductors
brain;neuron;neuronal;neuroscience;neural circuit;neuroimaging | neural;cognitive;cognition;memory | brains;neuroscience;~mind
plant;plants;photosynthesis | crop;root;soil;agriculture | plants
crop;crops;agriculture;farming | plant;soil | crops;farming
glacier;glaciers;ice sheet;glacial | ice;arctic;antarctic | glaciers
antarctic;antarctica | ice;polar | antarctica;~south pole
arctic | ice;polar | ~north pole
arctic;antarctic;antarctica;polar | ice;glacier;permafrost;snow;climate | polar regions
algebra;geometry;topology;number theory;combinatorics;mathematical;mathematics | analysis;equation | mathematics;mathematicians;maths;~pure maths
drone;drones;unmanned aerial;uav | autonomous | drones;flying robots
catalysis;catalyst;catalytic | synthesis;chemistry | catalysts;~making molecules
"""
