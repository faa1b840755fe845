"""The public API as this version serves it at `/openapi.json`."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path


def document() -> str:
    # Only this page needs the service to be installed, and to run.
    from fastapi import FastAPI

    from shortlist.service.config import load_config
    from shortlist.service.folder import prepare
    from shortlist.service.runtime.app import create_app
    from shortlist.service.runtime.main import running

    with tempfile.TemporaryDirectory() as name:
        folder = prepare(Path(name) / "data")
        with running(folder, load_config(folder, None)) as services:
            app = create_app(services).app
            assert isinstance(app, FastAPI)
            described = app.openapi()
    return json.dumps(described, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
