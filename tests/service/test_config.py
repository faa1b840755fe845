"""The configuration file: defaults, and errors with their line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shortlist.service.config import Config, ConfigError, load_config, parse_config

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "service-toml.md"


def test_every_field_has_a_default(tmp_path: Path):
    assert load_config(tmp_path) == Config()
    assert parse_config("", "x") == Config()
    assert [provider.type for provider in Config().enrichment.providers] == ["directory"]


def test_the_page_is_read_and_says_every_field(tmp_path: Path):
    page = PAGE.read_text()
    [_, told, *_] = page.split("```")
    (tmp_path / "service.toml").write_text(told.partition("\n")[2])
    config = load_config(tmp_path)
    assert [provider.name for provider in config.enrichment.providers] == ["directory", "acme"]
    assert config.enrichment.providers[0].fields == ["work_email", "personal_email", "phone"]
    assert config.web is not None
    assert config.model is not None and config.judging == config.model
    for _, header, key in every_key():
        assert f"## `{header}`" in page, header
        assert f"| `{key}` |" in page.partition(f"## `{header}`")[2].partition("\n## ")[0], key


def test_a_judge_of_old_checks_criteria_and_reads_no_queries():
    old = "[judge]\ntype = 'openai'\nbase_url = 'http://127.0.0.1:1/v1'\nmodel = 'some-model'\n"
    config = parse_config(old, "x")
    assert config.judging is not None and config.judging.name == "some-model"
    assert config.model is None


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            "[workspace]\nbalanse = 3\n",
            2,
            "unknown field `workspace.balanse`; [workspace] has `plan`, `balance`, ",
        ),
        (
            "\n\n[wrkspace]\nplan = 'pro'\n",
            3,
            "unknown field `wrkspace`; the file has `workspace`, `search`, ",
        ),
        (
            "[workspace]\nplan = 'gold'\n",
            2,
            "`workspace.plan` must be 'free', 'payg', 'pro' or 'scale'",
        ),
        (
            "[workspace]\nplan = 'pro'\nbalance = '5'\n",
            3,
            "`workspace.balance` must be a whole number",
        ),
        ("[workspace]\nbalance = -1\n", 2, "`workspace.balance` must be at least 0, not -1"),
        ("[workspace]\nactive = 1\n", 2, "`workspace.active` must be true or false"),
        ("workspace.balance = 1.5\n", 1, "workspace.balance"),
        (
            "[search]\n# a note\ntimeout_seconds = 0\n",
            3,
            "`search.timeout_seconds` must be more than 0, not 0",
        ),
        ("[enrichment]\ndeadline_seconds = 81\n", 2, "enrichment.deadline_seconds"),
        (
            "[[enrichment.providers]]\nname = 'a'\ntype = 'directory'\n"
            "[[enrichment.providers]]\nname = 'b'\ntype = 'ftp'\n",
            6,
            "enrichment.providers.type",
        ),
        (
            "[[enrichment.providers]]\nname = 'a'\ntype = 'http'\n",
            1,
            "`enrichment.providers`: a provider of type http, and no other, needs a url",
        ),
        (
            "[[enrichment.providers]]\nname = 'a'\ntype = 'directory'\nfields = ['fax']\n",
            4,
            "enrichment.providers.fields",
        ),
        ("[web]\ntype = 'searxng'\nurl = 'http://[::1'\n", 3, "such as http://127.0.0.1:8888"),
        ("[web]\ntype = 'searxng'\nurl = 'http://s:0x'\n", 3, "such as http://127.0.0.1:8888"),
        ("[prices]\nphone = 99999999999999999999\n", 2, "`prices.phone` must be at most"),
        ("[workspace]\nplan = pro\n", 2, "not TOML"),
        ("[workspace]\nplan = 'pro'\nplan = 'pro'\n", 3, "not TOML"),
        ("[judge]\ntype = 'openai'\nbase_url = 'http://x'\n", 1, "judge.model"),
        ("[model]\nread_seconds = 2\n", 1, "`model`: needs a base_url and a name, or `local"),
        ("[model]\nbase_url = 'http://x'\n", 1, "`model`: needs a base_url and a name, or"),
        ("[model]\nlocal = true\nbase_url = 'http://x'\n", 1, "either a base_url or `local"),
        (
            "[model]\nlocal = true\n[judge]\ntype = 'openai'\nbase_url = 'http://x'\nmodel = 'm'\n",
            3,
            "`judge`: [model] checks criteria too: leave [judge] out",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, reason: str):
    with pytest.raises(ConfigError) as refused:
        parse_config(text, "my.toml")
    message = str(refused.value)
    assert message.startswith(f"my.toml:{line}: "), message
    assert reason in message
    assert "\n" not in message


def test_a_file_that_was_named_must_be_there(tmp_path: Path):
    with pytest.raises(ConfigError, match="no such file"):
        load_config(tmp_path, tmp_path / "none.toml")


def every_key() -> list[tuple[str, str, str]]:
    """Section, header and name of every key that the file may have."""
    config: dict[str, Any] = Config.model_json_schema()
    kinds = config["$defs"]
    sections = {
        **{name: (f"{name.capitalize()}Config", f"[{name}]") for name in config["properties"]},
        "enrichment.providers": ("ProviderConfig", "[[enrichment.providers]]"),
    }
    return [
        (section, header, key)
        for section, (kind, header) in sections.items()
        for key in kinds[kind]["properties"]
        if (section, key) != ("enrichment", "providers")
    ]


NEEDED = {
    "index": {"qdrant_url": '"http://q"'},
    "web": {"type": '"searxng"', "url": '"http://s"'},
    "model": {"base_url": '"http://m"', "name": '"m"'},
    "judge": {"type": '"openai"', "base_url": '"http://j"', "model": '"m"'},
    "enrichment.providers": {"name": '"a"', "type": '"directory"'},
}
"""What a section cannot do without."""


@pytest.mark.parametrize(("section", "header", "key"), every_key(), ids=".".join)
def test_what_is_wrong_with_any_key_is_told_with_its_line(section: str, header: str, key: str):
    lines = ["# a note", "", header]
    lines += [f"{k} = {v}" for k, v in NEEDED.get(section, {}).items() if k != key]
    for wrong, reason in (
        (f"{key} = [[]]", f"`{section}.{key}`"),
        (f"{key}x = 1", f"unknown field `{section}.{key}x`"),
    ):
        if "x = " in wrong and key in NEEDED.get(section, {}):
            continue  # what is missing is said first
        with pytest.raises(ConfigError) as refused:
            parse_config("\n".join([*lines, "# another", wrong, ""]), "my.toml")
        assert str(refused.value).startswith(f"my.toml:{len(lines) + 2}: {reason}")


def test_every_key_is_tried():
    assert len(every_key()) >= 20
    assert ("enrichment.providers", "[[enrichment.providers]]", "url") in every_key()
