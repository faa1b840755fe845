"""What people of the sample do: tracks, from first job to the top."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Track:
    """A line of work within an organisation."""

    function: str
    craft: tuple[str, ...]
    """Titles of people who do the work, from first to most experienced."""
    head: str
    """What is led: `Head of {head}`, `Director of {head}`."""
    chief: str
    """The top of it."""
    skills: tuple[str, ...]


def _track(function: str, craft: str, head: str, chief: str, skills: str) -> Track:
    return Track(function, tuple(craft.split(";")), head, chief, tuple(skills.split(";")))


TECHNOLOGY, PRODUCT, OPERATIONS = "technology", "product & risk", "operations"
EDUCATION, MARKETING, SALES = (
    "education & research",
    "marketing & communications",
    "sales & commercial",
)
POLICY, ENVIRONMENT = "policy & legislation", "environment & energy"

TRACKS: dict[str, Track] = {
    "engineering": _track(
        TECHNOLOGY,
        "Software Engineer;Backend Engineer;Frontend Developer;Site Reliability Engineer;"
        "Staff Engineer;Software Architect",
        "Engineering",
        "Chief Technology Officer",
        "Python;Go;TypeScript;Kubernetes;PostgreSQL;distributed systems;observability;Rust",
    ),
    "product": _track(
        PRODUCT,
        "Associate Product Manager;Product Owner;Product Manager;Technical Product Manager",
        "Product",
        "Chief Product Officer",
        "discovery interviews;roadmaps;pricing experiments;analytics;onboarding;facilitation",
    ),
    "design": _track(
        PRODUCT,
        "Product Designer;UX Researcher;Interaction Designer;Service Designer",
        "Design",
        "Chief Design Officer",
        "prototyping;usability testing;design systems;accessibility;illustration;typography",
    ),
    "data": _track(
        TECHNOLOGY,
        "Data Analyst;Data Engineer;Data Scientist;Machine Learning Engineer;Statistician",
        "Data",
        "Chief Data Officer",
        "SQL;causal inference;forecasting;Spark;experiment design;visualisation;R",
    ),
    "security": _track(
        "security & defence",
        "Security Analyst;Incident Responder;Security Engineer;Threat Hunter",
        "Security",
        "Chief Information Security Officer",
        "threat modelling;forensics;cryptography;red teaming;zero trust;crisis exercises",
    ),
    "sales": _track(
        SALES,
        "Sales Representative;Account Executive;Key Account Manager;Solutions Consultant",
        "Sales",
        "Chief Commercial Officer",
        "negotiation;tenders;channel partners;forecasting;account planning;contract terms",
    ),
    "success": _track(
        SALES,
        "Customer Support Specialist;Customer Success Manager;Implementation Consultant",
        "Customer Success",
        "Chief Customer Officer",
        "onboarding;training;renewals;knowledge bases;escalations;customer interviews",
    ),
    "marketing": _track(
        MARKETING,
        "Marketing Coordinator;Content Strategist;Brand Manager;Growth Marketer",
        "Marketing",
        "Chief Marketing Officer",
        "positioning;campaigns;copywriting;events;attribution;market research;social media",
    ),
    "editorial": _track(
        MARKETING,
        "Reporter;Copy Editor;Producer;Correspondent;Editor;Speechwriter",
        "Editorial",
        "Editor-in-Chief",
        "interviewing;fact-checking;long-form writing;audio production;archives;data journalism",
    ),
    "finance": _track(
        "finance",
        "Accountant;Financial Analyst;Treasury Analyst;Controller;Investment Associate",
        "Finance",
        "Chief Financial Officer",
        "financial modelling;IFRS;cash planning;due diligence;audit;valuation;cost control",
    ),
    "risk": _track(
        PRODUCT,
        "Risk Analyst;Actuary;Compliance Officer;Underwriter;Model Validator",
        "Risk",
        "Chief Risk Officer",
        "stress testing;solvency;model validation;know-your-customer;regulation;reinsurance",
    ),
    "legal": _track(
        "legal",
        "Legal Assistant;Legal Counsel;Privacy Counsel;Contracts Manager",
        "Legal Affairs",
        "General Counsel",
        "contracts;privacy law;intellectual property;employment law;competition law;mediation",
    ),
    "people": _track(
        "people",
        "Recruiter;HR Business Partner;Learning Specialist;Compensation Analyst",
        "People",
        "Chief People Officer",
        "coaching;workforce planning;labour law;onboarding;pay design;conflict resolution",
    ),
    "operations": _track(
        OPERATIONS,
        "Operations Coordinator;Process Analyst;Project Manager;Facilities Manager",
        "Operations",
        "Chief Operating Officer",
        "process design;budgeting;lean methods;vendor management;scheduling;change management",
    ),
    "strategy": _track(
        "strategy",
        "Analyst;Associate Consultant;Consultant;Engagement Manager",
        "Strategy",
        "Chief Strategy Officer",
        "market analysis;business cases;workshops;scenario planning;stakeholder management",
    ),
    "research": _track(
        EDUCATION,
        "Research Associate;Research Scientist;Postdoctoral Researcher;Laboratory Manager",
        "Research",
        "Chief Scientific Officer",
        "assay development;grant writing;microscopy;peer review;statistics;laboratory safety",
    ),
    "clinical": _track(
        "health",
        "Clinical Research Associate;Trial Coordinator;Medical Writer;Clinical Scientist",
        "Clinical Development",
        "Chief Medical Officer",
        "good clinical practice;protocol design;pharmacovigilance;biostatistics;patient panels",
    ),
    "clinical_care": _track(
        "health",
        "Staff Nurse;Physiotherapist;Midwife;Paramedic;Resident Physician;Consultant Physician",
        "Nursing",
        "Medical Director",
        "triage;palliative care;wound care;patient safety;mentoring;emergency medicine",
    ),
    "regulatory": _track(
        "legal",
        "Regulatory Affairs Associate;Regulatory Specialist;Labelling Manager",
        "Regulatory Affairs",
        "Chief Regulatory Officer",
        "submissions;technical files;labelling;inspections;clinical evidence;standards",
    ),
    "quality": _track(
        OPERATIONS,
        "Quality Technician;Quality Engineer;Auditor;Validation Specialist",
        "Quality",
        "Chief Quality Officer",
        "ISO 9001;root-cause analysis;supplier audits;validation;calibration;statistics",
    ),
    "engineering_hw": _track(
        TECHNOLOGY,
        "Mechanical Engineer;Electronics Engineer;Embedded Developer;Systems Engineer;"
        "Test Engineer",
        "Hardware Engineering",
        "Chief Engineer",
        "CAD;finite elements;firmware;prototyping;thermal design;systems engineering;C++",
    ),
    "engineering_field": _track(
        ENVIRONMENT,
        "Site Engineer;Civil Engineer;Electrical Engineer;Geologist;Surveyor;Planning Engineer",
        "Projects",
        "Chief Engineer",
        "permits;site safety;hydrology;grid codes;surveying;contract management;geotechnics",
    ),
    "operations_plant": _track(
        OPERATIONS,
        "Process Operator;Shift Supervisor;Process Engineer;Maintenance Planner;Production Planner",
        "Manufacturing",
        "Chief Operating Officer",
        "lean production;maintenance;process safety;automation;shift planning;commissioning",
    ),
    "operations_hotel": _track(
        OPERATIONS,
        "Front Office Agent;Sous Chef;Restaurant Manager;Tour Guide;Housekeeping Manager",
        "Guest Services",
        "General Manager",
        "menus;revenue management;guest relations;languages;event planning;food safety",
    ),
    "supply": _track(
        OPERATIONS,
        "Buyer;Supply Planner;Warehouse Manager;Freight Forwarder;Logistics Analyst",
        "Supply Chain",
        "Chief Supply Chain Officer",
        "procurement;demand planning;customs;inventory;route planning;supplier development",
    ),
    "policy": _track(
        POLICY,
        "Policy Officer;Policy Analyst;Public Affairs Adviser;Legislative Adviser",
        "Public Policy",
        "Chief of Public Affairs",
        "legislative drafting;consultations;impact assessment;coalition building;budgets",
    ),
    "administration": _track(
        OPERATIONS,
        "Administrative Assistant;Executive Assistant;Registrar;Programme Coordinator",
        "Administration",
        "Secretary General",
        "records;minutes;budget tracking;event planning;procurement;data protection",
    ),
    "programmes": _track(
        POLICY,
        "Field Officer;Programme Officer;Monitoring and Evaluation Specialist;Country Coordinator",
        "Programmes",
        "Executive Director",
        "needs assessment;cash programming;safeguarding;donor reports;logistics;languages",
    ),
    "teaching": _track(
        EDUCATION,
        "Teaching Assistant;Lecturer;Assistant Professor;Associate Professor;Professor",
        "the Graduate School",
        "Vice-Chancellor",
        "lecturing;supervision;grant writing;curriculum design;peer review;field work",
    ),
    "teaching_school": _track(
        EDUCATION,
        "Classroom Assistant;Primary Teacher;Science Teacher;Music Teacher;Special Needs Teacher",
        "Curriculum",
        "Head Teacher",
        "lesson planning;inclusive teaching;pastoral care;phonics;school trips;assessment",
    ),
    "research_field": _track(
        ENVIRONMENT,
        "Agronomist;Field Ecologist;Soil Scientist;Plant Breeder;Environmental Scientist",
        "Field Research",
        "Chief Scientific Officer",
        "field trials;GIS;sampling;soil chemistry;remote sensing;farmer workshops",
    ),
    "design_arch": _track(
        EDUCATION,
        "Architectural Assistant;Architect;Landscape Architect;Urban Planner;"
        "Conservation Architect",
        "Design",
        "Design Director",
        "BIM;public consultation;model making;daylight studies;heritage law;site planning",
    ),
    "curation": _track(
        EDUCATION,
        "Collections Assistant;Conservator;Librarian;Curator;Dramaturg",
        "Collections",
        "Artistic Director",
        "provenance research;exhibition planning;conservation;cataloguing;loans;mediation",
    ),
    "legal_firm": _track(
        "legal",
        "Paralegal;Trainee Solicitor;Associate;Patent Attorney;Barrister",
        "Dispute Resolution",
        "Managing Partner",
        "litigation;arbitration;due diligence;patent prosecution;drafting;negotiation",
    ),
    "legal_tax": _track(
        "finance",
        "Tax Assistant;Tax Adviser;Transfer Pricing Specialist;Customs Adviser",
        "Tax",
        "Chief Tax Officer",
        "value-added tax;transfer pricing;customs law;tax disputes;treaties;modelling",
    ),
    "technology_bank": _track(
        TECHNOLOGY,
        "Application Developer;Mainframe Engineer;Payments Architect;Business Analyst",
        "Banking Technology",
        "Chief Information Officer",
        "COBOL;payment standards;migration;requirements;batch processing;resilience",
    ),
    "technology_health": _track(
        TECHNOLOGY,
        "Clinical Informatician;Integration Engineer;Health Data Analyst;Application Specialist",
        "Health Informatics",
        "Chief Information Officer",
        "HL7;interoperability;clinical coding;privacy;training;reporting",
    ),
    "technology_logistics": _track(
        TECHNOLOGY,
        "Operations Research Analyst;Route Optimisation Engineer;Systems Analyst",
        "Logistics Technology",
        "Chief Information Officer",
        "optimisation;telematics;EDI;simulation;Python;warehouse systems",
    ),
    "technology_legal": _track(
        TECHNOLOGY,
        "Legal Engineer;E-Discovery Specialist;Knowledge Manager",
        "Legal Technology",
        "Chief Innovation Officer",
        "document automation;search;text mining;process mapping;training",
    ),
    "technology_gov": _track(
        TECHNOLOGY,
        "Service Designer;Systems Administrator;Open Data Manager;GIS Specialist",
        "Digital Services",
        "Chief Digital Officer",
        "open data;procurement;accessibility;GIS;identity;user research",
    ),
}
