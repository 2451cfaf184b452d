"""The squads of a roster: a head, a line of characteristics, the rows."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.roster.columns import Columns
from armybuilder.printing.formats.roster.rows import RosterRow, rows_of
from armybuilder.printing.layout.words import characteristics_of_men, squad_sign, stat_text
from armybuilder.printing.units.squads import SquadOnPaper
from rules.core.procedures import squad_chances


@dataclass(frozen=True, slots=True)
class SquadBlock:
    """A squad: its name, one-line description, characteristics (label, value) and rows.

    The name heads the column of figures, and is repeated on each page.
    """

    sign: str
    name: str
    line: str
    points: str
    stats: tuple[tuple[str, str], ...]
    rows: tuple[RosterRow, ...]
    anchor: str


def squad_block(squad: SquadOnPaper, columns: Columns) -> SquadBlock:
    return SquadBlock(
        sign=squad_sign(squad.squad),
        name=squad.name,
        line=squad.line,
        points=squad.points,
        stats=tuple(_stats(squad)),
        rows=tuple(row for unit in squad.units for row in rows_of(unit, columns)),
        anchor=f"squad-{squad.place + 1}",
    )


def _stats(squad: SquadOnPaper) -> Iterator[tuple[str, str]]:
    """Yield the characteristics of its class, and the numbers needed in a ruleset with chances by quality (bi)."""
    setting, troops = squad.setting, squad.troops
    for item in characteristics_of_men(setting.catalogue) if troops else ():
        value = troops.stats.get(item.id) if troops else None
        yield setting.say(item.name), stat_text(value, item, setting.language)
    chances = squad_chances(squad.squad, setting.catalogue)
    for chance in chances.chances if chances else ():
        if chance.class_id == squad.squad.class_:
            yield gettext("Success"), str(chance.success)
            yield gettext("Morale"), str(chance.morale)
