"""What is measured, the most it may be, and whether it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. Those with a `most` have a goal, the others say what it stands on."""

    name: str
    value: float
    unit: str = "ms"
    """`x` is a ratio to a baseline of the same run."""
    most: float | None = None

    @property
    def met(self) -> bool | None:
        return None if self.most is None else self.value <= self.most

    def to_wire(self) -> dict[str, Any]:
        return asdict(self) | {"value": round(self.value, 3), "met": self.met}


def percentiles(name: str, times: Sequence[float]) -> list[Figure]:
    """The median and the 95th percentile of times in milliseconds."""
    return [Figure(f"{name}, p50", at(times, 0.5)), Figure(f"{name}, p95", at(times, 0.95))]


def at(times: Sequence[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def table(figures: Sequence[Figure]) -> str:
    """Goals first, each with whether it is met; then what they were made from."""
    goals = [figure for figure in figures if figure.most is not None]
    rest = [figure for figure in figures if figure.most is None]
    width = max(len(figure.name) for figure in figures)
    lines = [f"{'':{width}}  {'measured':>12}  {'goal':>10}"]
    for figure in goals:
        limit = f"≤ {figure.most:g} {figure.unit}"
        said = "met" if figure.met else "NOT MET"
        lines.append(f"{figure.name:{width}}  {_value(figure):>12}  {limit:>10}  {said}")
    lines += ["", *(f"{figure.name:{width}}  {_value(figure):>12}" for figure in rest)]
    return "\n".join(lines)


def _value(figure: Figure) -> str:
    return f"{figure.value:,.2f} {figure.unit}"
