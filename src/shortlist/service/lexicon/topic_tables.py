"""Topics: how people speak of a subject, and how records name it.

One line a topic: `names in records | names of what is near it | other words in a query`, each a
list split by `;`. A query that uses any of the first or the last means the whole first list. Committees of
Puerto Rico have Spanish names.
"""

from __future__ import annotations

from typing import Final

POLICY: Final = """
education !higher;school;schools;k-12;educación | education;higher education;universities;colleges;early childhood | schools;teachers;students;classrooms;pupils;schooling;oversee schools;teaching
higher education;universities;colleges;postsecondary | education | university;college;campuses;tertiary education
agriculture;farm;livestock;agricultural;agricultura | rural affairs;rural;forestry;food;natural resources;animal resources;fisheries | farming;farmers;farms;crops;cows;cattle;ranching;ranchers;agricultural;growing food;dairy
appropriations;budget;presupuesto;hacienda | finance;ways and means;fiscal;revenue | spending;spends;public money;spends public money;state budget;purse;purse strings;spend taxpayers money;government spending;public spending;decide how money is spent;public purse
taxation;tax;taxes;revenue;ways and means | finance;fiscal;property taxes | taxes;taxing;tax policy;sets taxes;tax law;raising taxes
finance | appropriations;budget;fiscal | finances
health;health care;public health;medicaid;healthcare;medical;salud | human services;hospitals;mental health;behavioral health;welfare;aging | healthcare;medicine;hospitals;patients;doctors;sick people;medical care
mental health;behavioral health;substance use;addiction | health | addiction;drug abuse;opioids;mental illness;psychiatric
human services;welfare;social services;health and human services | children;families | social welfare;poor people;poverty;social care;benefits
children;youth;child;families;family | human services | kids;child welfare;young people;childhood;foster care
aging;seniors;older adults | health;human services | elderly;old people;older people;retirees;senior citizens;pensioners
veterans;veterans affairs;veteran;veterano | military;armed services | former soldiers;retired soldiers;ex-soldiers;ex-servicemen;old soldiers;people who served in the military;military veterans;vets;retired military;former military;those who served
armed services;military;defense;armed forces | veterans;homeland security;national security | army;soldiers;troops;navy;the military;defence;national defence
judiciary;courts;justice;court;jurídico | criminal justice;corrections;civil law;public safety | judges;legal system;court system;the courts;justice system
criminal justice;crime;corrections;correctional;prisons;penal | judiciary;public safety | criminals;jails;prison;inmates;sentencing;police and prisons
public safety;homeland security;law enforcement;police;emergency;seguridad pública | criminal justice;interior;home affairs;internal affairs | policing;cops;fire departments;firefighters;emergencies;emergency management;disasters
transportation;transport;highways;transit;roads;infrastructure;transportación | public works;aviation;ports;rail | roads;bridges;railways;trains;buses;highway;traffic;roads and bridges;cars and trucks;drivers
energy;utilities;public utilities;power | natural resources;environment;telecommunications | electricity;electric grid;power plants;oil;gas;power grid;utility;energy policy;keeping the lights on
utilities;public utilities | energy;telecommunications | utility;public utility
environment;environmental;climate;conservation | natural resources;energy;water | climate change;pollution;green policy;global warming;clean air;nature protection;ecology
fisheries;fish;aquaculture | natural resources;wildlife;maritime;marine;oceans | fishing;fishermen;anglers;fishers;aquaculture
natural resources;wildlife;fish;game;forestry;forests;recursos naturales | environment;water;agriculture;land | hunting;fishing;hunters;woods;parks;outdoors;wild animals;public lands
water;irrigation;rivers | natural resources;environment;agriculture | drinking water;water supply;drought;dams
housing;homelessness;housing and community development;vivienda | urban affairs;community development;local government | homes;rent;renters;landlords;tenants;affordable homes;homeless;housing policy;where people live;housing shortage
labor;workforce;employment;labour;laborales | commerce;business;industry;pensions | workers;jobs;unions;wages;unemployment;working people;workplace;employees;job training
commerce;business;economic development;commercial | labor;small business;tourism;trade;industry | businesses;companies;economy;economic growth;enterprise
trade;commerce;customs | industry;economic development;business | imports and exports;exports;imports;customs;foreign trade
industry;industrial | commerce;trade;economic development | industries;manufacturing
small business;small businesses;pequeños y medianos negocios | commerce;economic development | entrepreneurs;startups;mom and pop shops
banking;financial institutions;banks;financial services;insurance | commerce;finance | banks;lenders;credit unions;bank regulation;money lending
insurance | banking;financial services | insurers;insurance companies;insurance industry
technology;information technology;artificial intelligence;cybersecurity;innovation;digital | science;communications;telecommunications | tech;ai;computers;internet;software;data privacy;cyber;computer security;hackers;it systems
communications;telecommunications;broadband;media | technology;utilities | telecom;telecoms;phones;broadband;television;radio;information
science;research;space | technology | scientific;laboratories;innovation policy
elections;election;voting;election law;privileges and elections | redistricting;ethics;government | voting;ballots;voters;election rules;campaign finance;how people vote
redistricting;reapportionment | elections | district maps;gerrymandering;drawing districts;electoral maps
ethics;conduct;standards | rules;oversight | conduct;misconduct;scandals;conflicts of interest;behavior of members
rules;rules and administration;rules and reference | ethics;calendar | procedure;house rules
local government;municipal;municipalities;cities;counties;county;urban affairs | housing;state government;intergovernmental | towns;cities and towns;local authorities;municipal government;local councils
government operations;state government;government oversight;oversight;governmental affairs;government efficiency;accountability;audit | state affairs;administration | watchdog;waste;government waste;oversight;bureaucracy;government performance
foreign affairs;foreign relations;international relations;foreign policy;external relations | trade;diplomacy;defense | diplomacy;international affairs;foreign policy;other countries;relations with other countries;foreign
intelligence | national security;homeland security;armed services | spying;spies;spy agencies;secret services;espionage;intelligence agencies
immigration;border;migration | homeland security;judiciary | migrants;immigrants;borders;asylum;border security;refugees
tourism;turismo | culture;economic development;recreation;parks;sports | tourists;travel;visitors;holidaymakers;holiday resorts
culture;arts;cultural;cultura | tourism;recreation | museums;art;the arts;heritage;historic sites;theatres
recreation;parks | tourism;sports;natural resources | leisure;parks and recreation
gaming;gambling;lotteries;casino | tourism;regulated industries | gambling;casinos;lottery;betting
alcohol;liquor | regulated industries;tobacco;cannabis | drinks licensing;beer
cannabis;marijuana | regulated industries;alcohol;tobacco | weed;pot
tobacco | regulated industries;alcohol | smoking;cigarettes
pensions;retirement;public employees | labor;finance | pension funds;public pensions;retirement plans;retired workers
women;gender;equality;family | children;social affairs | women's affairs;gender equality
tribal;indian affairs;native american;indigenous;american indian | natural resources | tribes;native americans;indigenous peoples;first nations
civil rights;constitution;constitutional | judiciary | civil liberties;human rights;constitutional law
consumer protection;consumer affairs;licensing;licensure;professional licensing | commerce | consumers;occupational licensing;scams
sports;youth and sports | youth;culture;recreation | athletes;olympics;sport
interior;home affairs | police;security;justice | internal affairs;home ministry
planning;development;economic planning | finance;economy | economic development planning
economy;economic affairs;economics | finance;planning;trade | the economy
mining;mines;minerals | energy;natural resources;petroleum | miners;ores
petroleum;hydrocarbons;oil | energy;natural resources;mines | oil ministry
fisheries;maritime;marine;ocean;oceans | agriculture;environment | sea;fishing industry;seas
postal service;postal services | communications | mail;mail delivery;post office
nuclear regulation;nuclear | energy | nuclear power;reactors;atomic
antitrust;competition;consumer protection & competition | commerce | monopolies;competition law
intellectual property;patents;trademarks;copyright | commerce;judiciary | patents;inventions
social insurance;social security | human services;pensions | social security benefits
"""

INDUSTRY: Final = """
semiconductors;semiconductor materials equipment | electronic components;technology hardware | chip makers;chipmakers;chip companies;semiconductor;computer chips;microchips;chip;chips;silicon makers;semiconductor companies
passenger airlines | air freight logistics;aerospace | airlines;airline;carriers;air carriers;airline companies
restaurants | packaged foods;hotels resorts | restaurant chains;fast food;burger;coffee chains;pizza;burger chains;fast-food;eateries;diners;coffee shops;burger, coffee and pizza chains;restaurant
oil gas exploration production | integrated oil gas;oil gas equipment services;oil gas refining marketing;oil gas storage transportation | oil and gas producers;oil producers;drillers;oil explorers;exploration and production companies;shale producers;oil drillers;gas producers
integrated oil gas;oil gas exploration production;oil gas refining marketing;oil gas equipment services;oil gas storage transportation | energy | oil companies;oil majors;big oil;oil and gas companies;petroleum companies;oil industry;oil and gas;oil firms
oil gas refining marketing | integrated oil gas | refiners;refineries;oil refiners;gasoline makers
oil gas storage transportation | integrated oil gas | pipeline companies;pipelines;pipeline operators;midstream
oil gas equipment services | oil gas exploration production | oilfield services;oil services;oilfield service companies
diversified banks;regional banks | investment banking brokerage;consumer finance | banks;bank;lenders;banking companies;big banks
regional banks | diversified banks | regional lenders;local banks
investment banking brokerage | diversified banks;asset management | investment banks;brokerages;wall street firms;brokers;wall street
asset management custody banks | investment banking | asset managers;money managers;fund managers;private equity;investment managers;fund companies
property casualty insurance;life health insurance;multi line insurance;reinsurance;insurance brokers | managed health care | insurers;insurance companies;insurance;insurance industry
property casualty insurance | reinsurance | property insurers;casualty insurers;car insurers;home insurers
life health insurance | managed health care | life insurers;life insurance companies
insurance brokers | property casualty insurance | insurance brokerages;brokers of insurance
managed health care | health care services;life health insurance | health insurers;health plans;health insurance companies;hmos
pharmaceuticals;biotechnology | life sciences tools services | drug makers;drugmakers;drug companies;pharma;pharma companies;medicine makers;pharmaceutical companies
pharmaceuticals | biotechnology | big pharma;pharmaceutical;pharmaceutical firms
biotechnology | pharmaceuticals;life sciences tools | biotech;biotechs;biotech companies;gene therapy companies
health care equipment;health care supplies | health care technology | medical device makers;medical devices;medtech;device makers;medical equipment makers;pacemaker makers;medical technology companies
health care facilities | health care services | hospitals;hospital operators;hospital chains;hospital companies
health care distributors | pharmaceuticals | drug distributors;drug wholesalers
life sciences tools services | biotechnology | lab equipment makers;life sciences tools;lab instrument makers
automobile manufacturers;electric vehicles | automotive parts equipment;automotive retail | automotive;car;car makers;carmakers;automakers;car companies;auto makers;car manufacturers;electric car makers;vehicle makers;car firms
automotive parts equipment;automotive retail | automobile manufacturers | auto parts;car parts;parts suppliers;car parts makers
aerospace defense | industrial conglomerates | defense contractors;arms makers;weapons makers;plane makers;aircraft makers;aerospace companies;missile makers;military contractors;fighter jet makers;defence companies;rocket makers
homebuilding | building products;construction | home builders;homebuilders;house builders;builders of houses
building products;construction materials;construction engineering | homebuilding | building materials;cement makers;construction companies;builders;contractors
electric utilities;multi utilities;gas utilities;water utilities | independent power producers | utilities;utility companies;utility
electric utilities | multi utilities;independent power producers | power companies;electric companies;electricity companies;electricity providers;power utilities
water utilities | multi utilities | water companies
gas utilities | multi utilities | gas companies;natural gas utilities
rail transportation | cargo ground transportation | railroads;railways;train companies;rail companies;railroad;freight railroads
cargo ground transportation | air freight logistics | truckers;trucking companies;trucking;haulage
air freight logistics | cargo ground transportation;passenger airlines | parcel carriers;package delivery;shipping companies;logistics companies;delivery companies;couriers
hotels resorts cruise lines | hotel resort reits;casinos gaming | hotels;hotel chains;cruise lines;cruise companies;lodging companies;travel companies;cruise ship operators
casinos gaming | hotels resorts | casinos;casino operators;gambling companies;betting companies
broadline retail;consumer staples merchandise retail;apparel retail;home improvement retail;computer electronics retail;other specialty retail;food retail;homefurnishing retail;automotive retail | distributors | retailers;retail companies;shops;store chains;retail;stores;retail chains;big box stores
home improvement retail | homefurnishing retail | hardware stores;diy stores
food retail | food distributors;consumer staples merchandise retail | supermarkets;grocers;grocery chains;grocery stores;supermarket chains
apparel retail;apparel accessories luxury goods;footwear | broadline retail | clothing companies;fashion;clothes makers;fashion brands;apparel;clothing brands
footwear | apparel accessories luxury goods | shoe makers;sneaker makers;shoe companies;sneaker companies
packaged foods meats | agricultural products services;food distributors | food companies;food makers;snack makers;cereal makers;packaged food;meat packers;candy makers;chocolate makers
soft drinks non alcoholic beverages;brewers;distillers vintners | packaged foods | drinks companies;beverage companies;drink makers;beverage makers;soda makers
soft drinks non alcoholic beverages | packaged foods | soda companies;soft drink makers;cola makers;soft drinks
brewers;distillers vintners | soft drinks | beer makers;breweries;brewing companies;whiskey makers;spirits makers;wine makers;alcohol companies;liquor companies;beer companies
tobacco | packaged foods | cigarette makers;tobacco companies;cigarette companies
household products;personal care products | packaged foods | consumer goods;soap makers;cosmetics makers;toothpaste makers;beauty companies;makeup makers;cleaning products;detergent makers
application software;systems software | it consulting;internet services | software companies;software makers;software firms;software vendors;software
interactive media services | internet services infrastructure | social media companies;search engines;internet companies;social networks
movies entertainment;broadcasting;interactive home entertainment;publishing;cable satellite | advertising | media companies;film studios;movie studios;entertainment companies;tv networks;streaming companies;hollywood studios
interactive home entertainment | movies entertainment | video game makers;game publishers;video games;game companies;gaming companies
publishing | broadcasting | newspapers;publishers;news companies
broadcasting;cable satellite | movies entertainment | tv networks;broadcasters;cable companies;television networks
integrated telecommunication services;wireless telecommunication services | cable satellite;communications equipment | phone companies;telecom companies;telecoms;wireless carriers;mobile operators;telecom
technology hardware storage peripherals;computer electronics retail;consumer electronics | electronic equipment instruments | computer makers;hardware makers;pc makers;hard drive makers;phone makers;gadget makers
communications equipment | technology hardware | network equipment makers;networking companies
it consulting other services;data processing outsourced services | application software | it consultancies;consultants;it services;outsourcing companies
transaction payment processing services;consumer finance | financial exchanges data | payment companies;credit card companies;card networks;payment processors;credit cards;payments;fintech
financial exchanges data | asset management | stock exchanges;exchanges;rating agencies;credit raters;bourses;data providers
industrial machinery supplies components;construction machinery heavy transportation equipment;agricultural farm machinery | electrical components equipment | machine makers;machinery makers;industrial equipment makers;heavy equipment makers;machinery
agricultural farm machinery | industrial machinery | tractor makers;farm equipment makers;farm machinery
construction machinery heavy transportation equipment | industrial machinery | bulldozer makers;truck makers;heavy machinery;digger makers
electrical components equipment;heavy electrical equipment | industrial machinery | electrical equipment makers
industrial conglomerates | industrial machinery | conglomerates
commodity chemicals;specialty chemicals;industrial gases;fertilizers agricultural chemicals | construction materials | chemical companies;chemical makers;chemicals;paint makers
fertilizers agricultural chemicals | agricultural products | fertilizer makers;fertiliser makers;seed companies;crop chemicals
gold;copper;steel | construction materials | miners;mining companies;metals companies;metal producers
gold | copper | gold miners;gold mining companies
copper | gold;steel | copper miners
steel | copper | steel makers;steelmakers;steel mills;steel producers;steel companies
metal glass plastic containers;paper plastic packaging products materials | commodity chemicals | packaging companies;packaging makers;can makers;box makers;bottle makers
data center reits;health care reits;hotel resort reits;industrial reits;multi family residential reits;office reits;other specialized reits;retail reits;self storage reits;single family residential reits;telecom tower reits;timber reits | real estate services | reits;landlords;property companies;real estate investment trusts;real estate companies;real estate
office reits | data center reits | office landlords
retail reits | office reits | mall owners;shopping mall owners;mall operators;shopping centers
self storage reits | industrial reits | self-storage companies;storage unit companies
data center reits | telecom tower reits | data center owners;data centre companies
telecom tower reits | data center reits | cell tower companies;tower companies;cell towers
multi family residential reits;single family residential reits | office reits | apartment owners;apartment landlords;residential landlords;rental housing companies
timber reits | paper plastic packaging | timber companies;forest owners
environmental facilities services | diversified support services | waste companies;garbage collectors;trash companies;waste management companies;rubbish collectors;trash haulers;pest control
human resource employment services | research consulting services | payroll companies;staffing companies;payroll processors;temp agencies
research consulting services | it consulting | consultancies;consulting firms
advertising | publishing | ad agencies;advertising agencies;advertising companies
passenger ground transportation | cargo ground transportation | ride hailing;ride-hailing companies;taxi apps;ride-sharing companies
leisure products | casinos gaming | toy makers;toy companies;boat makers
homefurnishing retail | home improvement retail | furniture stores;furniture sellers
internet services infrastructure | systems software | web hosts;cloud providers;domain registrars
food distributors | food retail | food wholesalers;restaurant suppliers
trading companies distributors;distributors | industrial machinery | industrial distributors;wholesalers
health care equipment;health care supplies;health care facilities;health care services;health care technology;managed health care;hospitals and clinics;pharmaceuticals;biotechnology;medical devices;hospitals;primary care;diagnostics | life sciences tools;life health | healthcare;health care;health care industry;health sector;medicine;health;healthtech;digital health;medical
banking;financial technology;payments;insurance;asset management;accounting and audit;investment banking brokerage | real estate | finance companies;financial services;finance sector;financial institutions;finance industry
financial technology;payments;transaction payment processing services | banking;software | fintech;fintechs;fintech startups;financial technology
renewable energy;wind;solar;solar power;wind power | electric utilities;energy | renewables;clean energy;green energy;solar companies;wind companies;renewable energy
logistics;air freight logistics;freight;shipping;cargo ground transportation | warehousing;rail transportation | logistics;supply chain companies;freight companies;transport companies
industrial machinery;manufacturing;machinery;industrial equipment;automotive;aerospace | building products | manufacturing;manufacturers;factories;makers of machines;industrial companies
media and publishing;publishing;broadcasting;games and entertainment;movies entertainment | advertising | media;media industry;entertainment
higher education;schools;education;education technology | research | education sector;education companies;edtech;schools and universities
management consulting;consulting;research consulting services | accounting | consultancies;consulting;consulting firms;advisory firms
nonprofit and development;nonprofit;charities | research | nonprofits;charities;ngos;non-profits;foundations;aid organisations
artificial intelligence;machine learning | software | ai companies;ai startups;artificial intelligence companies;ai;artificial intelligence;machine learning
business software;application software;cloud infrastructure;developer tools | software | saas;b2b software;business software;enterprise software;cloud software;software as a service;cloud
renewable energy;environmental;sustainable investing;electric vehicles;renewable electricity;climate | utilities;energy;recycling | climate;climate tech;cleantech;clean tech;green tech;sustainability;greentech;climate change
online retail;e commerce;internet direct marketing retail;broadline retail | retail | e-commerce;ecommerce;online retail;online shops;internet retail
proptech;real estate services;property management | real estate | proptech;property tech;property technology
video games;interactive home entertainment | games entertainment | games;gaming;video games;game studios
software;artificial intelligence;cybersecurity;semiconductors;information technology;technology hardware;developer tools;computer vision | telecommunications;internet services | tech;technology;tech sector;it
hospitals;health care facilities;primary care;acute care | health care services | hospitals;clinics;hospital
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
nats;strimzi;oxia | cloudevents;dapr;drasi;cadence | messaging;message queues;event streaming;message streaming;kafka;message brokers
keda;kubeelasti | knative;slimfaas;openfunction | autoscaling;autoscalers;scaling workloads;scale to zero
backstage | devfile;headlamp;meshery | developer portals;developer portal;service catalogs
spiffe;spire;athenz | keycloak;dex;cert manager | workload identity;service identity
prometheus;opentelemetry;jaeger;thanos;cortex;fluentd;logging operator;perses;kepler;pixie;trickster;kuberhealthy;inspektor gadget;headlamp;tremor;holmesgpt;k8sgpt ai | grafana;envoy | monitoring;metrics;observability;telemetry;alerting;dashboards;monitoring and metrics
istio;linkerd;kuma;kmesh;aeraki mesh;network service mesh;sermant;kubeslice | envoy;cilium | service mesh;service meshes
cilium;cni;antrea;submariner;kube ovn;ovn kubernetes;coredns;contour;envoy;bfe;emissary ingress;metallb;loxilb;spiderpool;nmstate;kgateway;higress;k8gb;kube vip;easegress | istio;linkerd | networking;network;proxies;load balancing;ingress;api gateways;proxy
rook;longhorn;openebs;cubefs;piraeus datastore;hwameistor;velero;k8up;kanister;fluid;curvine;carina | vitess;tikv | storage;container storage;disks;file systems;persistent volumes
vitess;tikv;cloudnativepg;schemahero;opengemini;oxia;etcd | rook | databases;database;sql;key-value stores;data stores
containerd;cri o;youki;podman container tools;podman desktop;kata;kuasar;inclavare containers;urunc;wasmedge runtime;hyperlight;bootc;composefs | spinkube;wasmcloud;confidential containers;lima | container runtimes;running containers;runtimes
wasmcloud;wasmedge runtime;spin;spinkube;hyperlight;slimfaas;container2wasm | containerd | webassembly;wasm
argo;flux;tekton;tekton pipeline;tekton operator;tekton chains;tekton cli;tekton results;pipecd;opengitops;werf;keptn;shipwright;tekton triggers;tekton dashboard | helm;buildpacks | continuous delivery;gitops;ci/cd;deployment pipelines;pipelines;continuous integration;deploying software
open policy agent;kyverno;falco;notary;spiffe;spire;tuf;in toto;keycloak;openfga;cert manager;kubearmor;kubewarden;kubescape;external secrets operator;sops;cedar;oauth2 proxy;dex;athenz;keylime;copa;ratify;bank vaults;paralus;parsec;hexa;tokenetes;containerssh | confidential containers;oscal compass | security;authentication;authorization;access control;secrets;identity;policy engines;supply chain security;encryption;certificates;permissions;secrets management
openfga;keycloak;cedar;dex;oauth2 proxy;athenz;spiffe;spire;paralus | open policy agent | authorization;login;single sign-on;identity
kubeflow;kserve;volcano;kai scheduler;kaito;hami;llm d;modelpack;kitops;kagent;fluid;holmesgpt;k8sgpt ai | armada;koordinator | machine learning;ai;gpu;gpu scheduling;model serving;deep learning;llm;artificial intelligence
knative;openfunction;dapr;keda;cloudevents;nats;strimzi;serverless devs;cadence;slimfaas;drasi | wasmcloud | serverless;event-driven;functions as a service;workflows
kubeedge;openyurt;k3s;akri;superedge;k0s;kairos | kubernetes | edge computing;iot;edge;small devices
crossplane;opentofu;cloud development kit for kubernetes;kcl;carvel;kpt;kusionstack;kubevela;radius;score;terraform;atlantis;helm;porter | backstage | infrastructure as code;infrastructure;provisioning;configuration;control planes
litmuschaos;chaosmesh;chaosblade;krkn;microcks | kuberhealthy | chaos engineering;resilience testing;testing;fault injection
backstage;devfile;devspace;telepresence;vs code kubernetes tools;buildpacks;meshery | headlamp;runme notebooks | developer tools;developer experience;developer platforms
harbor;distribution;zot;artifact hub;opcr | notary;oras;dragonfly | registries;image registry;container images;artifact storage;container registry
karmada;open cluster management;clusternet;kubefleet;kubestellar;kcp;kubeslice;clusterpedia;kbind | submariner | multi-cluster;cluster management;many clusters
opencost;cloud custodian;kube green | kepler | cost management;cloud costs;cloud spending
openfeature | flux | feature flags;feature toggles;feature flagging;turning features on and off
kubernetes;kubean;kubeclipper;operator framework;kudo;cozystack;capsule;openkruise;virtual kubelet | k3s | container orchestration;orchestration;clusters;kubernetes clusters;operators
grpc;connect rpc;nats | envoy | remote procedure calls;rpc;microservice communication;calls between services
metal3;tinkerbell | kubevirt | bare metal;bare-metal servers;physical servers;provisioning machines
armada;koordinator;volcano;interlink | kubeflow | batch scheduling;batch jobs;job scheduling;scheduling workloads;queues of jobs
open policy agent;kyverno;kubewarden;eraser;oscal compass | falco | policy enforcement;policies;policy as code;admission policies;compliance;enforcing rules
falco;kubearmor;inspektor gadget;tetragon;bpfman | cilium | runtime security;ebpf;intrusion detection;detecting attacks;threat detection
agones | kubernetes | game servers;multiplayer games
apicurio registry;xregistry;cloudevents | strimzi | schema registries;schemas;event formats
konveyor | crossplane | application migration;modernising applications;migration
kubevirt;lima | containerd;confidential containers | virtualization;virtual machines;virtualisation
"""

SUBJECT: Final = """
quantum comput;qubit;quantum processor;quantum algorithm;quantum simulation;quantum information;quantum circuit;quantum error | quantum | quantum computers;quantum computing;qubits;quantum computer
robot;robotic;robotics | autonomous;manipulation;unmanned | robots;robotics;androids;walking machines
machine learning;artificial intelligence;deep learning;neural network;ai | language model;data driven | ai;machine intelligence;learning algorithms;thinking machines
climate;warming;greenhouse;carbon dioxide | arctic;atmospheric;ice | climate change;global warming;changing climate
black hole;gravitational wave;galaxy;galaxies;stellar;star;cosmology;dark matter;astronomy | telescope;planet | stars;space;universe;astronomers;astrophysics;outer space
earthquake;seismic;fault;tectonic | volcano;geophysical | earthquakes;quakes;seismology
volcano;volcanic;magma | seismic | volcanoes;eruptions
ocean;marine;sea;coral;reef | coastal;fish | oceans;seas;oceanography;reefs;underwater life
battery;batteries;lithium;electrochemical;energy storage | electrolyte | batteries;energy storage
cybersecurity;security;privacy;cryptography;cryptographic;secure | adversarial | hackers;computer security;encryption;cyber security;online safety
protein;enzyme;cell;cellular;molecular | gene;rna;dna | proteins;cells;biology of cells
gene;genome;genomic;genetic;dna;crispr;evolution | protein | genes;genetics;genomes;heredity
polymer;polymers;plastic | materials;soft matter | plastics
photovoltaic;solar;perovskite | renewable;energy | solar panels;solar power;solar cells
water;hydrology;groundwater;river;watershed | flood;drought | rivers;fresh water
stem education;undergraduate;teacher;teaching;students;learning | education;workforce | science teaching;teaching science;classrooms;education research
wireless network;wireless communication;wireless system;cellular network;5g;6g;spectrum sharing | wireless;spectrum;communication;network | mobile networks;radio;wireless networks
semiconductor;transistor;gan;integrated circuit;chip;microelectronics | electronic;photonic | chips;microchips;electronics
condensed matter;solid state | materials;magnetism;superconductivity | condensed matter physics;solid state physics
superconductor;superconductivity;superconducting;superconduct | condensed matter | superconductors
brain;neuron;neuronal;neuroscience;neural circuit;neuroimaging | neural;cognitive;cognition;memory | brains;neuroscience;mind
plant;crop;photosynthesis;root | soil;agriculture | plants;crops;farming
ice;glacier;antarctic;arctic;polar;permafrost;snow | climate | polar regions;glaciers;antarctica;north pole;south pole
algebra;geometry;topology;number theory;combinatorics;mathematical | analysis;equation | pure maths;mathematics;mathematicians;maths
drone;drones;unmanned aerial;uav | autonomous | drones;flying robots
catalysis;catalyst;catalytic;synthesis | chemistry | catalysts;making molecules
"""
