"""The top of a sheet: the name of the list, its map sign, the running head and foot."""

from dataclasses import dataclass

from armybuilder.lists.words import minus
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.measure import width
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.sizes import title_room
from armybuilder.printing.layout.words import map_sign
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster


@dataclass(frozen=True, slots=True)
class Top:
    """The head of a page, and the running head and foot of later pages. `size` is that of the title: l, m or s."""

    title: str
    size: str
    label: str
    head: str
    foot: str
    sign: str

    @classmethod
    def of(
        cls,
        roster: Roster,
        catalogue: Catalogue,
        options: Options,
        label: str,
        said: str = "",
        points: int | None = None,
        *,
        with_code: bool = False,
    ) -> "Top":
        """Return the top of a list's page. `label` is above the name, and `said` is in the foot.

        `points` follow the name in the running head. `with_code`: a QR code is beside the title.
        """
        language = options.language
        game = f"{catalogue.name.to(language)}, {catalogue.edition.to(language)}"
        foot = ("Squadra", said, game, catalogue.credit, roster.name, options.origin.player)
        return cls(
            title=roster.name,
            size=_size(roster.name, title_room(with_code=with_code)),
            label=label,
            head=roster.name if points is None else f"{roster.name} · {minus(points)}",
            foot=" · ".join(filter(None, foot)),
            sign=map_sign(roster),
        )


def _size(name: str, room: float) -> str:
    sizes = (size for size, points in (("l", 25), ("m", 17)) if width(name, fit.TITLE, points) <= room)
    return next(sizes, "s")
