"""A template, or part of one, on a sheet."""

from dataclasses import dataclass

from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text

FLAP, BEVEL = 8, 12  # mm: of the paper that is glued under the next part
EDGE = 1  # mm around a drawing, for half its line
SIZES = (9.0, 8.0, 7.0, 6.5)  # points


@dataclass(frozen=True, slots=True)
class TemplatePart:
    """A template or a part of one, drawn in a frame of `width` × `height` mm: its outline, and lines that are not cut.

    `place` is where its words stand, as CSS.
    """

    width: float
    height: float
    outline: str
    lines: str
    title: str
    names: Text
    note: str
    place: str


def names_on(names: list[str], room: float, lines: int) -> Text:
    """Return the purpose of a part, in the largest letters for these lines, cut if necessary."""
    text = fit.clean(" · ".join(names))
    found = fit.in_lines(text, fit.MEDIUM, SIZES, room, fit.height(lines, SIZES[-1]))
    return found or fit.cut(text, fit.MEDIUM, room, lines)
