"""What an import must not load, seen in a fresh interpreter."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def loaded_by(statement: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_the_client_loads_neither_app_nor_service() -> None:
    loaded = loaded_by("from shortlist.client import Shortlist")
    assert "httpx" in loaded
    assert not loaded & {
        "textual",
        "fastapi",
        "starlette",
        "sqlalchemy",
        "keyring",
    }
    # The models come with the first answer, SQLite with the first request that is remembered.
    assert not loaded & {"pydantic", "sqlite3", "numpy", "dbos"}


@pytest.mark.parametrize("module", ["errors", "paths", "journal", "limiter", "clock"])
def test_the_pure_modules_load_no_http_and_no_models(module: str) -> None:
    loaded = loaded_by(f"import shortlist.client.{module}")
    assert not loaded & {"httpx", "pydantic", "sqlite3"}
