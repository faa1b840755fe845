"""Writes openapi.json anew: the public API as this version serves it at `/openapi.json`.

python docs/make_openapi.py
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from fastapi import FastAPI

from shortlist.service.config import load_config
from shortlist.service.folder import prepare
from shortlist.service.runtime.app import create_app
from shortlist.service.runtime.main import running


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = prepare(Path(name) / "data")
        with running(folder, load_config(folder, None)) as services:
            app = create_app(services).app
            assert isinstance(app, FastAPI)
            document = app.openapi()
    text = json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True)
    Path(__file__).with_name("openapi.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
