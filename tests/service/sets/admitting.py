"""Whom a criterion admits."""

from __future__ import annotations

from typing import Any

from tests.service.index.people import somebodies

from shortlist.service.sets.judge import BuiltInJudge


def admitted_by(judge: BuiltInJudge, criterion: str, people: list[dict[str, Any]]) -> set[str]:
    """The ids of those of `people` who satisfy it."""
    verdicts = judge.check(judge.criteria("", [criterion]), somebodies(people))
    return {
        person["id"]
        for person, (verdict,) in zip(people, verdicts, strict=True)
        if verdict.status == "satisfied"
    }
