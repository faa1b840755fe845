"""The environment variables that are read: `tests/docs/test_made.py` looks for them in the code."""

from __future__ import annotations

VARIABLES = {
    "SHORTLIST_BASE_URL": "The deployment to talk to; with its key it wins over a saved profile.",
    "SHORTLIST_API_KEY": "The key of that deployment.",
    "SHORTLIST_PROFILE": "Which saved profile to use, where `--profile` does not say.",
    "SHORTLIST_HOME": "One folder for all that this program keeps (`config`, `data`, `cache`, "
    "`logs`); unset: the platform's own folders.",
    "SHORTLIST_THEME": "Theme of the app; wins over `theme` in `config.toml`.",
    "SHORTLIST_DEBUG": "Set to `1`, a command that fails for a fault of its own says where.",
    "SHORTLIST_MCP_TOKEN": "The token that `shortlist mcp --http` asks for; unset: a new one each "
    "time, told on standard error.",
    "SHORTLIST_DATABASE_URL": "The service's database, as `--database`; for a URL with a password, "
    "which no list of processes then shows.",
    "SHORTLIST_MODEL_API_KEY": "The key of the server that `[model]` names, if it wants one.",
    "SHORTLIST_JUDGE_API_KEY": "The same, by the name that earlier versions gave it.",
    "SHORTLIST_QDRANT_API_KEY": "The key of the cluster that `[index]` names, if it has one.",
    "NO_COLOR": "Set to anything: no hue; greys, bold and reverse stay.",
    "VISUAL": "The editor that the app opens.",
    "EDITOR": "The same, where `VISUAL` is not set.",
    "TERM": "With `dumb`, the app says that it needs more, and commands show no progress.",
    "COLUMNS": "The width to take where the terminal tells none; else 80.",
    "LINES": "The height to take where the terminal tells none; else 24.",
    "ESCDELAY": "How many milliseconds the app waits after `esc` for more of one key; default: 50.",
}

HEAD = """# Environment

| variable | what it is |
|---|---|
"""

TAIL = """
A key is read from the environment, from a prompt or from standard input, and never from the command
line. The usual variables of HTTP proxies and certificates work as everywhere: `HTTPS_PROXY`,
`HTTP_PROXY`, `NO_PROXY`, `SSL_CERT_FILE`, `SSL_CERT_DIR`.
"""


def page() -> str:
    return (
        HEAD + "\n".join(f"| `{name}` | {text} |" for name, text in VARIABLES.items()) + "\n" + TAIL
    )
