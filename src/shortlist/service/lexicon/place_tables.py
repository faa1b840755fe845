"""Names of places that ISO 3166 does not give: regions, demonyms, everyday names.

United Nations geoscheme for regions of the world, the Census Bureau's regions and divisions for
the United States, with the everyday groupings beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COUNTRY_NAMES: Final = """
us;us;usa;united states;united states of america;america;u.s.
gb;uk;united kingdom;britain;great britain;u.k.
ae;uae;united arab emirates;emirates
ru;russia;russian federation
kr;south korea;korea south;republic of korea
kp;north korea;korea north;dprk
ir;iran
sy;syria
bo;bolivia
ve;venezuela
tz;tanzania
tw;taiwan
vn;vietnam;viet nam
la;laos
md;moldova
cz;czechia;czech republic
nl;netherlands;the netherlands;holland
ci;ivory coast;cote d'ivoire
cd;democratic republic of the congo;dr congo;drc;congo kinshasa;congo (democratic republic)
cg;republic of the congo;congo brazzaville;congo
gm;gambia;the gambia
bs;bahamas;the bahamas
cv;cape verde;cabo verde
sz;eswatini;swaziland
mk;north macedonia;macedonia
tr;turkey;turkiye
va;vatican;holy see;vatican city;holy see (vatican city)
vi;u.s. virgin islands;us virgin islands
ps;palestine;west bank;gaza
xk;kosovo
mm;burma;myanmar
bn;brunei
fm;micronesia
tl;timor-leste;east timor
st;sao tome and principe
kn;saint kitts and nevis;st kitts and nevis
lc;saint lucia;st lucia
vc;saint vincent and the grenadines;st vincent
cn;china;people's republic of china;prc
hk;hong kong
mo;macau;macao
"""

DEMONYMS: Final = """
us;american;americans
gb;british;briton;britons
fr;french
de;german;germans
it;italian;italians
es;spanish;spaniard;spaniards
pt;portuguese
nl;dutch
be;belgian;belgians
lu;luxembourgish
ch;swiss
at;austrian;austrians
ie;irish
se;swedish;swede;swedes
no;norwegian;norwegians
dk;danish;dane;danes
fi;finnish;finn;finns
is;icelandic;icelander
ee;estonian
lv;latvian
lt;lithuanian
pl;polish
cz;czech
sk;slovak
hu;hungarian
ro;romanian
bg;bulgarian
gr;greek
cy;cypriot
mt;maltese
hr;croatian;croat
si;slovenian;slovene
rs;serbian;serb
ba;bosnian
me;montenegrin
mk;macedonian
al;albanian
xk;kosovar
ua;ukrainian
by;belarusian
md;moldovan
ru;russian;russians
ge;georgian
am;armenian
az;azerbaijani
kz;kazakh;kazakhstani
uz;uzbek
kg;kyrgyz
tj;tajik
tm;turkmen
tr;turkish
il;israeli;israelis
ps;palestinian
jo;jordanian
lb;lebanese
sy;syrian
iq;iraqi
ir;iranian
sa;saudi;saudi arabian
ae;emirati
qa;qatari
kw;kuwaiti
bh;bahraini
om;omani
ye;yemeni
eg;egyptian
ly;libyan
tn;tunisian
dz;algerian
ma;moroccan
sd;sudanese
ss;south sudanese
et;ethiopian
er;eritrean
so;somali
dj;djiboutian
ke;kenyan
ug;ugandan
tz;tanzanian
rw;rwandan
bi;burundian
cd;congolese
ng;nigerian
gh;ghanaian
sn;senegalese
ml;malian
ne;nigerien
bf;burkinabe
ci;ivorian
lr;liberian
sl;sierra leonean
gn;guinean
gm;gambian
tg;togolese
bj;beninese
mr;mauritanian
cm;cameroonian
ga;gabonese
td;chadian
ao;angolan
mz;mozambican
zm;zambian
zw;zimbabwean
mw;malawian
bw;motswana;botswanan
na;namibian
za;south african
ls;basotho
mg;malagasy
mu;mauritian
in;indian;indians
pk;pakistani
bd;bangladeshi
lk;sri lankan
np;nepali;nepalese
bt;bhutanese
mv;maldivian
af;afghan
cn;chinese
jp;japanese
kr;south korean;korean
kp;north korean
mn;mongolian
tw;taiwanese
vn;vietnamese
la;laotian;lao
kh;cambodian
th;thai
mm;burmese
my;malaysian
sg;singaporean
id;indonesian
ph;filipino;philippine
bn;bruneian
tl;timorese
au;australian;australians
nz;new zealander
fj;fijian
pg;papua new guinean
ws;samoan
to;tongan
ca;canadian;canadians
mx;mexican;mexicans
gt;guatemalan
hn;honduran
sv;salvadoran
ni;nicaraguan
cr;costa rican
pa;panamanian
cu;cuban
do;dominican
ht;haitian
jm;jamaican
tt;trinidadian
bb;barbadian
bs;bahamian
bz;belizean
gy;guyanese
sr;surinamese
co;colombian
ve;venezuelan
ec;ecuadorian
pe;peruvian
bo;bolivian
br;brazilian;brazilians
py;paraguayan
uy;uruguayan
ar;argentine;argentinian
cl;chilean
gb/scotland;scottish;scots
gb/wales;welsh
gb/england;english
us/texas;texan;texans
us/california;californian;californians
us/new york;new yorker;new yorkers
"""

ALIASES: Final = {
    "NYC": "us/new york/new york",
    "New York City": "us/new york/new york",
    "Washington DC": "us/district of columbia",
    "Washington D.C.": "us/district of columbia",
    "D.C.": "us/district of columbia",
    "DC": "us/district of columbia",
    "LA": "us/california/los angeles",
    "SF": "us/california/san francisco",
    "Philly": "us/pennsylvania/philadelphia",
    "Washington State": "us/washington",
    "State of Washington": "us/washington",
    "New York State": "us/new york",
    "Twin Cities": "us/minnesota",
}

_WORLD: Final = {
    "Nordics|Nordic|Nordic countries|Nordic region": "dk fi is no se",
    "Scandinavia|Scandinavian|Scandinavian countries": "dk no se",
    "Baltics|Baltic|Baltic states|Baltic countries": "ee lv lt",
    "Benelux|Low Countries": "be nl lu",
    "DACH|German-speaking countries|German-speaking": "de at ch",
    "Visegrad|Visegrad Group|V4": "cz hu pl sk",
    "Balkans|Balkan|Western Balkans|Balkan countries": "al ba bg gr hr xk me mk ro rs si",
    "Iberia|Iberian": "es pt",
    "Central Europe|Central European": "at cz de hu li pl sk si ch",
    "Eastern Europe|Eastern European": "by bg cz hu pl md ro ru sk ua",
    "Western Europe|Western European": "at be fr de li lu mc nl ch",
    "Northern Europe|Northern European": "dk ee fi is ie lv lt no se gb",
    "Southern Europe|Southern European": "al ad ba hr gr va it mt me mk pt sm rs si es xk",
    "European Union|EU|EU countries|EU member": (
        "at be bg hr cy cz dk ee fi fr de gr hu ie it lv lt lu mt nl pl pt ro sk si es se"
    ),
    "G7|G7 countries": "ca fr de it jp gb us",
    "G20": "ar au br ca cn fr de in id it jp kr mx ru sa za tr gb us",
    "BRICS": "br ru in cn za",
    "Five Eyes": "au ca nz gb us",
    "ASEAN": "bn kh id la my mm ph sg th vn tl",
    "Southeast Asia|South East Asia|Southeast Asian|South-East Asian": (
        "bn kh id la my mm ph sg th vn tl"
    ),
    "East Asia|East Asian": "cn hk jp kp kr mo mn tw",
    "South Asia|South Asian|Indian subcontinent": "af bd bt in ir mv np pk lk",
    "Central Asia|Central Asian|the Stans": "kz kg tj tm uz",
    "Caucasus|South Caucasus|Caucasian": "am az ge",
    "Gulf|Gulf states|Gulf countries|Gulf monarchies|GCC|Persian Gulf|Arab Gulf|Gulf Arab": (
        "bh kw om qa sa ae"
    ),
    "Levant": "il jo lb ps sy",
    "Middle East|Middle Eastern|Near East|Western Asia|West Asia": (
        "bh cy eg ir iq il jo kw lb om ps qa sa sy tr ae ye"
    ),
    "Arab world|Arab countries|Arab League|Arab states|Arab": (
        "dz bh km dj eg iq jo kw lb ly mr ma om ps qa sa so sd sy tn ae ye"
    ),
    "MENA": "dz bh dj eg ir iq il jo kw lb ly mt ma om ps qa sa sy tn ae ye",
    "Maghreb": "dz ly mr ma tn",
    "North Africa|Northern Africa|North African|Northern African": "dz eg ly ma sd tn eh",
    "West Africa|Western Africa|West African|Western African": (
        "bj bf cv ci gm gh gn gw lr ml mr ne ng sn sl tg"
    ),
    "ECOWAS": "bj bf cv ci gm gh gn gw lr ml ne ng sn sl tg",
    "East Africa|Eastern Africa|East African|Eastern African": (
        "bi km dj er et ke mg mw mu mz rw sc so ss tz ug zm zw"
    ),
    "Horn of Africa": "dj er et so",
    "Central Africa|Middle Africa|Central African": "ao cm cf td cg cd gq ga st",
    "Southern Africa|Southern African": "bw sz ls na za",
    "Sahel": "bf td ml mr ne sn sd",
    "Sub-Saharan Africa|Sub Saharan Africa": (
        "ao bj bw bf bi cv cm cf td km cg cd ci dj gq er sz et ga gm gh gn gw ke ls lr mg mw ml mr"
        " mu mz na ne ng rw st sn sc sl so za ss sd tz tg ug zm zw"
    ),
    "Africa|African|African countries": (
        "dz ao bj bw bf bi cv cm cf td km cg cd ci dj eg gq er sz et ga gm gh gn gw ke ls lr ly mg"
        " mw ml mr mu ma mz na ne ng rw st sn sc sl so za ss sd tz tg tn ug zm zw eh"
    ),
    "Europe|European|European countries": (
        "al ad at by be ba bg hr cy cz dk ee fi fr de gr va hu is ie it xk lv li lt lu mt md mc me"
        " nl mk no pl pt ro ru sm rs sk si es se ch ua gb"
    ),
    "Asia|Asian": (
        "af am az bh bd bt bn kh cn ge hk in id ir iq il jp jo kz kw kg la lb mo my mv mn mm np kp"
        " om pk ps ph qa sa sg kr lk sy tw tj th tl tr tm ae uz vn ye"
    ),
    "APAC|Asia Pacific|Asia-Pacific": (
        "au bn kh cn fj hk in id jp kr la my mn mm nz pg ph sg lk tw th tl vn np bd pk"
    ),
    "EMEA": (
        "at be bg hr cy cz dk ee fi fr de gr hu ie it lv lt lu mt nl pl pt ro sk si es se gb ch no"
        " is ae sa qa kw bh om il jo lb eg ma tn dz za ng ke gh et tr ua"
    ),
    "Oceania|South Pacific|Pacific": "au fj ki mh fm nr nz pw pg ws sb to tv vu ck nu",
    "Pacific Islands|Pacific island countries|Pacific island nations|Pacific island states": (
        "fj ki mh fm nr pw pg ws sb to tv vu ck nu"
    ),
    "Melanesia": "fj pg sb vu",
    "Micronesia region": "ki mh fm nr pw",
    "Polynesia": "ws to tv ck nu",
    "Australasia|Antipodes": "au nz",
    "Latin America|Latin American|LATAM": (
        "ar bo br cl co cr cu do ec sv gt ht hn mx ni pa py pe uy ve"
    ),
    "South America|South American": "ar bo br cl co ec gy py pe sr uy ve",
    "Southern Cone": "ar cl uy py",
    "Andean|Andes|Andean countries": "bo cl co ec pe ve",
    "Central America|Central American": "bz cr sv gt hn ni pa",
    "Caribbean|West Indies|CARICOM": "ag bs bb cu dm do gd ht jm kn lc vc tt",
    "North America|North American": "ca mx us",
    "Mercosur": "ar br py uy bo",
    "Commonwealth realms": "ag au bs bb bz ca gd jm nz pg kn lc vc sb tv gb",
    "British Isles": "gb ie",
    "post-Soviet|former Soviet|former Soviet republics": (
        "am az by ee ge kz kg lv lt md ru tj tm ua uz"
    ),
}

_UNITED_STATES: Final = {
    "New England|New England states": "CT ME MA NH RI VT",
    "Mid-Atlantic|Middle Atlantic|Mid Atlantic|mid-Atlantic states": "NJ NY PA",
    "Northeast|US Northeast|Northeastern states|northeastern": "CT ME MA NH RI VT NJ NY PA",
    "Great Lakes|Great Lakes states": "IL IN MI MN NY OH PA WI",
    "East North Central": "IL IN MI OH WI",
    "West North Central": "IA KS MN MO NE ND SD",
    "Great Plains|Plains states": "KS NE ND SD OK",
    "Upper Midwest": "MN WI MI IA ND SD",
    "Midwest|Midwestern|Midwestern states|Middle West": "IL IN MI OH WI IA KS MN MO NE ND SD",
    "South Atlantic": "DE FL GA MD NC SC VA DC WV",
    "East South Central": "AL KY MS TN",
    "West South Central": "AR LA OK TX",
    "Deep South": "AL GA LA MS SC",
    "Southeast|Southeastern states": "AL AR FL GA KY LA MS NC SC TN VA WV",
    "Gulf Coast": "AL FL LA MS TX",
    "US South|American South|the South|southern states|Southern US|southern state|South": (
        "DE FL GA MD NC SC VA DC WV AL KY MS TN AR LA OK TX"
    ),
    "Southwest|Southwestern states|American Southwest": "AZ NM OK TX",
    "Mountain West|Mountain states|Rocky Mountain|Rocky Mountain states|Rockies|Mountain": (
        "AZ CO ID MT NV NM UT WY"
    ),
    "Four Corners": "AZ CO NM UT",
    "Pacific Northwest|Northwest": "OR WA ID",
    "Pacific states": "AK CA HI OR WA",
    "West Coast|Pacific Coast": "CA OR WA",
    "East Coast|Atlantic Coast": "CT DE FL GA ME MD MA NH NJ NY NC RI SC VA",
    "US West|Western states|American West|the West|Western US|western state|West": (
        "AZ CO ID MT NV NM UT WY AK CA HI OR WA"
    ),
    "Sun Belt|Sunbelt": "AL AZ CA FL GA LA MS NV NM NC SC TN TX",
    "Rust Belt": "IL IN MI NY OH PA WI WV",
    "Appalachia|Appalachian": "AL GA KY MD MS NY NC OH PA SC TN VA WV",
    "Corn Belt": "IA IL IN NE MN KS MO OH SD WI",
    "Tri-State|tri-state area": "NY NJ CT",
    "Carolinas|the Carolinas": "NC SC",
    "Dakotas|the Dakotas": "ND SD",
    "US territories|American territories|territories": "PR GU VI AS MP",
}

_US_CITIES: Final = {
    "Bay Area|San Francisco Bay Area|SF Bay Area": (
        "san francisco;oakland;san jose;berkeley;palo alto;mountain view;sunnyvale;santa clara;"
        "cupertino;menlo park;redwood city;fremont;san mateo;foster city;south san francisco;"
        "stanford;hayward;milpitas;los gatos;san bruno;burlingame;pleasanton"
    ),
    "Silicon Valley": (
        "san jose;palo alto;mountain view;sunnyvale;santa clara;cupertino;menlo park;"
        "redwood city;milpitas;los gatos;stanford;campbell"
    ),
}


def world_regions() -> dict[str, list[str]]:
    """Regions of the world, by each of their names, to country codes."""
    return {name: codes.split() for names, codes in _WORLD.items() for name in names.split("|")}


def us_regions(states: Mapping[str, str]) -> dict[str, list[str]]:
    """Regions of the United States, by each of their names, to paths."""
    found = {
        name: [states[code] for code in codes.split()]
        for names, codes in _UNITED_STATES.items()
        for name in names.split("|")
    }
    for names, cities in _US_CITIES.items():
        for name in names.split("|"):
            found[name] = [f"us/california/{city}" for city in cities.split(";")]
    return found
