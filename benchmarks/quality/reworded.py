"""The first edition of graded queries in other people's words: some 45 classes. Spent."""

from __future__ import annotations

from benchmarks.quality.reworded_forms import FORMS
from benchmarks.quality.reworded_lawmakers import Lawmakers
from benchmarks.quality.reworded_others import Others


class Reworder(Lawmakers, Others):
    """Queries of many classes from one corpus."""

    name, forms, exact_most = "reworded", FORMS, 150
    per_class = per_semantic_class = 8
