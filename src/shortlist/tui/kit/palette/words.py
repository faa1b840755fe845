"""Synonyms by which the palette finds an act."""

from __future__ import annotations

from typing import Final

_BY_ID: Final = {
    "go.search": "find people home start",
    "go.sets": "lists projects jobs",
    "go.people": "results items candidates members",
    "go.enrich": "contacts e-mail email phone lookup",
    "go.usage": "credits budget billing account plan money",
    "go.shortlists": "favourites favorites folders collections",
    "go.left_out": "blocklist suppress exclude do not contact gdpr",
    "go.query": "find type ask filter",
    "select.one": "mark pick tick choose",
    "select.all": "mark everybody everything",
    "select.none": "clear deselect unmark",
    "select.undo": "back revert",
    "select.redo": "again forward",
    "do.open": "view details enter",
    "do.new": "create build list project",
    "do.cancel": "stop abort end",
    "do.replay": "history play again recording",
    "do.combine": "compare merge union difference intersection diff changed came left since",
    "do.set_again": "again repeat anew refresh rerun",
    "do.verdict": "overrule disagree wrong right correct judge criterion",
    "do.reword": "reword rephrase criterion agree disagree",
    "do.purpose": "reason why gdpr note",
    "do.enrich": "contacts e-mail email phone number lookup resolve",
    "do.retry": "again repeat unavailable",
    "do.research": "dossier background profile details",
    "do.page": "linkedin url website browser link",
    "do.export": "csv excel xlsx parquet json save download write file spreadsheet",
    "do.shortlist": "favourite favorite save keep folder add list",
    "do.leave_out": "exclude block suppress hide do not contact gdpr",
    "do.remark": "note tag label comment annotate",
    "do.drop": "remove delete take off",
    "do.copy": "clipboard yank",
    "do.refresh": "update again refresh",
    "do.save": "keep bookmark name remember",
    "do.again": "retry reconnect restart offline",
    "look.sort": "order rank",
    "look.zoom": "maximise full screen bigger",
    "look.columns": "fields layout view width",
    "look.matrix": "verdicts evidence table grid",
    "look.filters": "facets narrow title seniority company industry location country",
    "look.type": "instant fast auto deep mode",
    "look.receipts": "charges invoices costs spent",
    "look.unmask": "hide privacy mask addresses numbers",
    "look.understood": "parts chips interpretation",
    "look.more": "results count larger",
    "look.fewer": "results count smaller",
    "look.searches": "history saved past compare recent",
    "enrich.work_email": "e-mail email business address",
    "enrich.personal_email": "e-mail email private address",
    "enrich.phone": "number mobile telephone",
    "enrich.cap": "limit budget most cost",
    "enrich.floor": "yield least minimum threshold rate limit",
    "enrich.drop": "remove delete",
    "app.help": "keys shortcuts guide manual ?",
    "app.calls": "requests api curl log inspector debug",
    "app.profiles": "account deployment switch server key login",
    "app.import": "import csv excel upload load file linkedin connections contacts add people",
    "app.notices": "history messages notifications said news log warnings errors",
    "app.quit": "exit close leave end",
}
_BY_NAME: Final = {
    "search: run": "go start enter",
    "journal: resume": "unknown outcome recover crash",
    "contacts: show or mask": "hide privacy mask addresses numbers",
    "theme: ": "colour color colours colors dark light appearance",
}


def words_for(id_: str, name: str = "") -> str:
    """The words of a binding, or of an entry without one; empty where there are none."""
    if id_ in _BY_ID:
        return _BY_ID[id_]
    return next((words for start, words in _BY_NAME.items() if name.startswith(start)), "")
