-- The tables of `desk.store`.
CREATE TABLE queries (
    account TEXT NOT NULL, text TEXT NOT NULL, details TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (account, text)
) WITHOUT ROWID;
CREATE TABLE saved_searches (
    account TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (account, name)
) WITHOUT ROWID;
CREATE TABLE sets (
    account TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL,
    last_event_id TEXT, PRIMARY KEY (account, id)
) WITHOUT ROWID;
CREATE TABLE items (
    account TEXT NOT NULL, set_id TEXT NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL,
    body TEXT NOT NULL, line TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (account, set_id, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX items_by_id ON items (account, set_id, id);
-- What a list is opened from: it holds all that is read then, and no dossier.
CREATE INDEX items_as_lines ON items (account, set_id, position, line, text);
CREATE TABLE contacts (
    account TEXT NOT NULL, person TEXT NOT NULL, field TEXT NOT NULL, body TEXT NOT NULL,
    at TEXT NOT NULL, PRIMARY KEY (account, person, field)
) WITHOUT ROWID;
CREATE TABLE members (
    shortlist TEXT NOT NULL, person_id TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (shortlist, person_id)
) WITHOUT ROWID;
CREATE TABLE remarks (
    person_id TEXT PRIMARY KEY, note TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE TABLE things (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE purposes (
    account TEXT NOT NULL, set_id TEXT NOT NULL, purpose TEXT NOT NULL,
    PRIMARY KEY (account, set_id)
) WITHOUT ROWID;
CREATE TABLE recordings (
    account TEXT NOT NULL, set_id TEXT NOT NULL, events TEXT NOT NULL,
    PRIMARY KEY (account, set_id)
) WITHOUT ROWID;
CREATE TABLE left_out (
    anchor TEXT PRIMARY KEY, entry TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
    at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX left_out_by_entry ON left_out (entry);
CREATE TABLE answers (
    account TEXT NOT NULL, search TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (account, search)
) WITHOUT ROWID;
CREATE TABLE receipts (
    account TEXT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
    subject TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL, credits REAL NOT NULL,
    request_id TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (account, id)
) WITHOUT ROWID;
CREATE INDEX receipts_by_time ON receipts (account, at);
CREATE TABLE expected_sets (
    account TEXT NOT NULL, key TEXT NOT NULL, purpose TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (account, key)
) WITHOUT ROWID;
CREATE TABLE criteria (
    account TEXT NOT NULL, set_id TEXT NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL,
    description TEXT NOT NULL, PRIMARY KEY (account, set_id, place)
) WITHOUT ROWID;
CREATE TABLE outcomes (
    account TEXT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, field TEXT NOT NULL,
    domain TEXT NOT NULL, provider TEXT NOT NULL, found INTEGER NOT NULL,
    billed INTEGER NOT NULL,
    PRIMARY KEY (account, id)
) WITHOUT ROWID;
CREATE INDEX outcomes_by_field ON outcomes (account, field, at);
CREATE TABLE exports (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, path TEXT NOT NULL, format TEXT NOT NULL,
    set_id TEXT NOT NULL, purpose TEXT NOT NULL
);
CREATE TABLE exported (
    export INTEGER NOT NULL, anchor TEXT NOT NULL, PRIMARY KEY (export, anchor)
) WITHOUT ROWID;
CREATE INDEX exported_by_anchor ON exported (anchor);
CREATE TABLE dossiers (
    account TEXT NOT NULL, person TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (account, person)
) WITHOUT ROWID;
CREATE TABLE own_verdicts (
    account TEXT NOT NULL, set_id TEXT NOT NULL, person_id TEXT NOT NULL, criterion TEXT NOT NULL,
    body TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (account, set_id, person_id, criterion)
) WITHOUT ROWID;
CREATE TABLE agent_calls (
    id TEXT PRIMARY KEY, at TEXT NOT NULL, profile TEXT NOT NULL, tool TEXT NOT NULL,
    state TEXT NOT NULL, asked TEXT NOT NULL, credits REAL NOT NULL, purse_left REAL NOT NULL,
    until TEXT NOT NULL, note TEXT NOT NULL, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX agent_calls_by_change ON agent_calls (changed)
