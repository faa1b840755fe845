"""The controller of an import: it has a file read as it would be imported, then imports it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any, Final

from shortlist.desk.file_import import LEAVE_OUT
from shortlist.tui.features.imports.work import OTHER_ENCODING, ImportWork, summary_of
from shortlist.tui.kit.words import plain
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller

SKIPPED_KEPT: Final = 1_000
"""Lines left out that are told one by one."""


class ImportController(Controller):
    """One file at a time. Leaving the dialog stops nothing: it is told when it has ended."""

    work: ImportWork | None = None

    def open(self) -> None:
        """Ask for a file; or show how far the one is that is being brought in."""
        from shortlist.tui.features.imports.pick_file import PickFile

        if not self.tracker.is_local:
            name = plain(self.state.link.profile, 40) or "this deployment"
            self.say(
                f"Files are brought into a service of this machine, and {name} is not one. Where "
                "it runs, shortlist index import does it.",
                "warning",
            )
        elif self.work is not None and self.work.stage == "importing":
            self._show()
        else:
            begin = self.work.path.parent if self.work is not None else Path.cwd()
            self.show(PickFile(begin), self._picked)

    def _picked(self, path: Path | None) -> None:
        if path is not None:
            self.work = ImportWork(path)
            self._read()
            self._show()

    def _show(self) -> None:
        from shortlist.tui.features.imports.import_dialog import ImportDialog

        self.show(ImportDialog(), lambda another: self.open() if another else None)

    # Looking at it

    def map_column(self, column: str, field: str) -> None:
        """A column is this field; empty: what it is by its heading."""
        work = self.work
        if work is None or work.stage != "read":
            return
        # What two columns would both be, only the one that was said last is.
        if field != LEAVE_OUT:
            work.mapping = {name: of for name, of in work.mapping.items() if of != field}
        if field:
            work.mapping[column] = field
        else:
            work.mapping.pop(column, None)
        self._read()

    def map_likely(self) -> None:
        """Take each column that is not known for what it is likely to be."""
        work = self.work
        if work is not None and work.stage == "read" and work.likely:
            work.mapping |= work.likely
            self._read()

    def change_encoding(self) -> None:
        """Read a table that is not UTF-8 as what it mostly is then, or as UTF-8 again."""
        work = self.work
        if work is not None and work.stage in ("read", "ended") and (work.encoding or work.garbled):
            work.encoding = "" if work.encoding else OTHER_ENCODING
            self._read()

    def _read(self) -> None:
        work = self.work
        assert work is not None
        work.stage, work.report, work.skipped = "reading", {}, []
        self.context.run(self._preview(work), group="import", exit_on_error=False)
        self.tell("import")

    async def _preview(self, work: ImportWork) -> None:
        from shortlist.desk.file_import import ImportFailed, preview_file

        try:
            told, error = await preview_file(work.path, work.mapping, work.encoding), ""
        except (ImportFailed, OSError) as failure:
            told, error = {}, str(failure)
        self.context.post(messages.FilePreviewed(work, told, error))

    def on_file_previewed(self, event: messages.FilePreviewed) -> None:
        work = event.work
        if work is self.work and work.stage == "reading":
            work.stage, work.told = "read", event.told
            work.error = event.error or _error_of(work, event.told)
            self.tell("import")

    # Bringing it in

    def start(self) -> None:
        """Import the file as it was looked at."""
        work, places = self.work, self.context.places
        if work is None or work.stage != "read" or work.error or places is None:
            return
        work.stage, work.part, work.skipped = "importing", 0.0, []
        self.context.run(self._import(work), group="import", exit_on_error=False)
        self.tell("import")

    async def _import(self, work: ImportWork) -> None:
        from shortlist.desk.file_import import ImportFailed, import_file

        assert self.context.places is not None
        error = ""
        try:
            async with aclosing(
                import_file(work.path, work.mapping, self.context.places, work.encoding)
            ) as events:
                async for event in events:
                    self.context.post(messages.ImportWent(work, event))
        except (ImportFailed, OSError) as failure:
            error = str(failure)
        except asyncio.CancelledError:
            error = "It was stopped; whom it had brought in stays."
            raise
        finally:
            self.context.post(messages.ImportEnded(work, error))

    def stop(self) -> None:
        """Stop the import: who is in by then stays."""
        if self.work is not None and self.work.stage == "importing":
            self.context.cancel("import")

    def on_import_went(self, event: messages.ImportWent) -> None:
        work, told = event.work, event.told
        if told.get("event") == "skipped":
            if len(work.skipped) < SKIPPED_KEPT:
                work.skipped.append(told)
        elif told.get("event") == "progress":
            work.what, work.part = str(told.get("what", "")), float(told.get("part", 0))
        elif told.get("event") == "end":
            work.report = told
        self.tell("import")

    def on_import_ended(self, event: messages.ImportEnded) -> None:
        work = event.work
        work.stage, work.error = "ended", plain(event.error, 400)
        files = work.report.get("files") or [{}]
        work.error = work.error or _error_of(work, files[0])
        if work.report.get("sample_retired"):
            self.state.retire_sample()
        elif not work.report:
            # It may have brought somebody in before it was stopped, and the sample made way.
            self.tracker.read_usage()
        name = plain(work.path.name, 60)
        told = f"{name}: {summary_of(work)}" if work.report else f"{name}: {work.error}"
        self.say(told, "warning" if work.error else "information")
        self.context.tell_end(told)
        self.tell("import", "link", "search")


def _error_of(work: ImportWork, told: Mapping[str, Any]) -> str:
    """What is wrong with the file, which stands above by its name."""
    return plain(str(told.get("error") or "").removeprefix(f"{work.path}: "), 400)
