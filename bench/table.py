"""The figures: value, bar, and a table of all."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Measured:
    """A figure. `bar` is the maximum (better: lower) or the minimum (better: higher) in an issue."""

    name: str
    value: float
    unit: str
    bar: float
    better: Literal["lower", "higher"] = "lower"

    @property
    def clears(self) -> bool:
        return self.value <= self.bar if self.better == "lower" else self.value >= self.bar


def write(figures: list[Measured], path: Path) -> None:
    """Write the figures as JSON, a list of objects."""
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n", encoding="utf-8")


def printed(figures: list[Measured]) -> str:
    width = max(len(figure.name) for figure in figures)
    return "\n".join(_line(figure, width) for figure in figures)


def _line(figure: Measured, width: int) -> str:
    sign = "at most" if figure.better == "lower" else "at least"
    verdict = "ok" if figure.clears else "NOT MET"
    return f"{figure.name:<{width}}  {figure.value:>10.3f} {figure.unit:<8} {sign:>8} {figure.bar:>8g}  {verdict}"
