"""Whoever is taken out of a shard is in none of its files once it was merged, also where segments
were written for good before."""

from __future__ import annotations

from pathlib import Path

from shortlist.service.index.edge_points import EdgePoints
from shortlist.service.index.points import Point

MANY = 3_000


def _point(n: int) -> Point:
    point = Point.of(f"id{n}", f"word{n}", f"Bo Li{n}", {}, [0.5] * 384, n)
    point.tokens.append(f"company=own-{n}-company")
    return point


def _files_that_say(folder: Path, text: str) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if text.encode() in path.read_bytes()]


def test_who_was_taken_out_is_in_no_segment(tmp_path: Path) -> None:
    folder = tmp_path / "points"
    points = EdgePoints.create(folder, 384)
    points.upsert([_point(n) for n in range(MANY)])
    points.flush()
    points.optimise()
    points.close()
    assert _files_that_say(folder, "own-77-company"), "it is there in letters"
    points = EdgePoints.load(folder, 384)
    points.delete([_point(77).number])
    points.optimise()
    points.flush()
    assert len(points) == MANY - 1
    points.close()
    assert _files_that_say(folder, "own-77-company") == []
    assert _files_that_say(folder, "own-78-company")
