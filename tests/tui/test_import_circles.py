"""The app's modules import each other one way round."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import pytest

grimp = pytest.importorskip("grimp")


def test_no_module_of_the_app_needs_itself_to_be_imported() -> None:
    """Imports within functions count, too; only what the type checker alone reads does not."""
    graph = grimp.build_graph("shortlist", exclude_type_checking_imports=True, cache_dir=None)
    app = {name for name in graph.modules if name.startswith("shortlist.tui")}
    needs = {name: app & graph.find_modules_directly_imported_by(name) for name in app}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))
