"""The top of a sheet: the name of the list, its map sign, the running head and foot."""

from dataclasses import dataclass

from armybuilder.printing.layout.words import map_sign
from armybuilder.printing.units.setting import Setting
from rules.core.text import minus

LARGE, MEDIUM = 33, 50  # letters of a title at most
CODE_TAKES = 8  # letters of a large title that would cover the QR code


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
    def of(cls, setting: Setting, label: str, said: str, *, of_roster: bool = False) -> "Top":
        """Return the top of a list's page. `label` is above the name, and `said` is in the foot.

        That `of_roster` has the points after the name in the running head, and the QR code beside the title.
        """
        name, origin, points = setting.roster.name, setting.options.origin, setting.report.total
        letters = len(name) + CODE_TAKES * (of_roster and bool(origin.link))
        foot = ("Squadra", said, setting.game, setting.catalogue.credit, name, origin.player)
        return cls(
            title=name,
            size="l" if letters <= LARGE else "m" if letters <= MEDIUM else "s",
            label=label,
            head=f"{name} · {minus(points)}" if of_roster and points is not None else name,
            foot=" · ".join(filter(None, foot)),
            sign=map_sign(setting.roster),
        )
