"""The content of a roster. Its templates ask the squads and the `Setting` for everything else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from armybuilder.lists.words import price
from armybuilder.printing.formats.roster import summary
from armybuilder.printing.formats.roster.game import GameStrip, game_strip
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.qr import qr_code
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.words import BOX, Fact, unbreakable
from armybuilder.printing.units.fire import at_most, notes_of, save_notes
from armybuilder.printing.units.morale import Morale, defeat_points, morale, morale_rules
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import SquadOnPaper, squads_of, strength
from armybuilder.printing.units.top import Top
from rules.core.catalogue.entry import name_in
from rules.core.judging.prices import Breakdown
from rules.core.judging.report import State, state_of
from rules.core.text import minus

HOUSE_MARK = "C "  # raised beside points that include a club price
AIRY = 13  # rows at most of a list that is set largest
# Beyond it, the rows share what is left of the page beside other things, which are fewer without counters of the game:
# the least heights of two styles, in mm.
OTHER, FEWER, OPEN, ROOMY = 170.0, 115.0, 6.4, 4.8
LONG_EXTRAS = 3  # from this number on, they fill a column
# The opponent's copy: its types, in points; mm of half a page without rows, and of a row of 1 point; the letters that a
# column has room for in this type.
COPY_SIZES = tuple(14 - step / 2 for step in range(13))
COPY_OTHER, COPY_ROW, COPY_LETTERS = 43.0, 0.55, 500


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A whole roster.

    `covering`: the heading of the numbers behind the dice. `states`: those of the columns of boxes. `over`: the points
    above the limit, or 0. `copy_size`: the size of the type, in points, if it is the opponent's copy: half a page,
    twice on a sheet, without boxes, numbers needed, notes or extras.
    """

    setting: Setting
    top: Top
    points: str
    over: int
    state: State
    facts: tuple[Fact, ...]
    covering: str
    states: tuple[str, ...]
    squads: tuple[SquadOnPaper, ...]
    extras: tuple[summary.ExtraLine, ...]
    rulings: tuple[Fact, ...]
    verdict: str
    qr: str
    problems: tuple[summary.FindingLine, ...]
    weapon_notes: tuple[Fact, ...] = ()
    morale: Morale | None = None
    morale_rules: tuple[Fact, ...] = ()
    defeat_points: tuple[tuple[Fact, str], ...] = ()
    game: GameStrip | None = None
    copy_size: float = 0

    @property
    def density(self) -> str:
        """The style of a short list, "" for a long one."""
        page = PAPERS[self.setting.options.paper].paper_height
        height = (page - (OTHER if self.game else FEWER)) / max(self.rows, 1)
        return "airy" if self.rows <= AIRY else "open" if height >= OPEN else "roomy" if height >= ROOMY else ""

    @property
    def rows(self) -> int:
        """The rows of the list; a vehicle has two more, an extra takes two, and the head of a further squad four."""
        units = [unit for squad in self.squads for unit in squad.units]
        rows = sum(len(list(unit.rows)) + 2 * unit.is_vehicle for unit in units)
        return rows + 2 * len(self.extras) + 4 * (len(self.squads) - 1)

    @property
    def has_long_extras(self) -> bool:
        """Whether objectives are in the second column, beside many extras."""
        return len(self.extras) >= LONG_EXTRAS

    @property
    def has_morale(self) -> bool:
        """Whether morale is in the second column; otherwise the notes on weapons are."""
        return bool(self.morale or self.morale_rules)

    @property
    def boxes(self) -> str:
        """The boxes of a man."""
        return BOX * len(self.states)

    @property
    def columns(self) -> int:
        """The number of columns after that of the men's numbers."""
        return 2 + self.setting.bands.count + len(self.states) + bool(self.points)


def lay_out(setting: Setting) -> RosterSheet:
    """Return the content of a roster. A submitted one has the data for a referee's check, but no private parts."""
    setting = replace(setting, beside=True)
    roster, catalogue, report, options = setting.roster, setting.catalogue, setting.report, setting.options
    origin, handed, squads = options.origin, options.origin.handed, tuple(squads_of(setting))
    facts = handed.facts if handed else _facts(setting)
    sheet = RosterSheet(
        setting=setting,
        top=Top.of(setting, handed.label if handed else _label(setting), "", of_roster=True),
        points=price(report.total),
        over=max(0, -(report.remaining or 0)),
        state=state_of(report, catalogue),
        facts=tuple(Fact(label, text) for label, text in facts),
        covering=at_most(catalogue) if setting.bands.beside else gettext("Covering"),
        states=tuple(_states(setting)) if setting.has_boxes else (),
        squads=squads,
        extras=tuple(summary.extras(setting)) if handed is None or handed.told else (),
        rulings=tuple(summary.rulings(roster, catalogue, setting.language, HOUSE_MARK, defaults=False)),
        verdict=summary.verdict(report, catalogue),
        qr=qr_code(origin.link),
        problems=tuple(summary.problems(setting)),
        copy_size=_copy_size(squads, options.paper) if options.opponent else 0,
    )
    if handed:
        return sheet
    units = [unit for squad in squads for unit in squad.units]
    notes = (
        notes_of(setting.carried, setting),
        save_notes(setting.carried, setting),
        summary.small_numbers(units),
    )
    return replace(
        sheet,
        weapon_notes=tuple(note for found in notes for note in found),
        morale=morale(setting),
        morale_rules=tuple(morale_rules(setting)),
        defeat_points=tuple(defeat_points(setting)),
        game=game_strip(setting),
    )


def _states(setting: Setting) -> Iterator[str]:
    """Yield the headings of a man's boxes."""
    yield from [setting.say(state.short) for state in setting.catalogue.states] or [gettext("Lost")]
    if setting.kills:
        yield gettext("killed").capitalize()


def _copy_size(squads: tuple[SquadOnPaper, ...], paper: Paper) -> float:
    """Return the size of the type of the opponent's copy: the largest in which half a page has room for its rows."""
    room = (PAPERS[paper].paper_height / 2 - COPY_OTHER) / COPY_ROW
    return next((size for size in COPY_SIZES if _copy_rows(squads, size) * size <= room), COPY_SIZES[-1])


def _copy_rows(squads: tuple[SquadOnPaper, ...], size: float) -> int:
    """Return the estimated number of rows; the head of a squad is as high as two."""
    texts = [", ".join(words) for squad in squads for unit in squad.units for words in (unit.told, unit.armed)]
    long = sum(len(text) > COPY_LETTERS / size for text in texts)
    long += sum(len(squad.line) > 2 * COPY_LETTERS / size for squad in squads)
    return long + sum(2 + len(squad.units) for squad in squads)


# ── The head ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _label(setting: Setting) -> str:
    catalogue = setting.catalogue
    role = name_in(catalogue.format_by_id, setting.roster.role)
    return " · ".join(map(setting.say, (catalogue.name, role, catalogue.edition)))


def _facts(setting: Setting) -> Iterator[tuple[str, str]]:
    roster, points = setting.roster, setting.report.points
    if setting.options.origin.player:
        yield gettext("Player"), setting.options.origin.player
    if roster.pair_name:
        yield gettext("Pair"), roster.pair_name
    if roster.force:
        yield gettext("From the force"), setting.say(roster.force.name)
    if "commander" in setting.catalogue.reads and (commander := ", ".join(_commanders(setting))):
        yield gettext("In command"), commander
    yield gettext("Strength"), strength(*roster.squads)
    if points:
        yield gettext("Points"), _breakdown(points.breakdown)


def _commanders(setting: Setting) -> Iterator[str]:
    """Yield the names of platoon commanders, with their squad if they have none."""
    for squad in squads_of(setting):
        for unit in squad.units:
            if unit.figure and unit.figure.commander:
                yield unit.figure.name or f"{unit.name} ({squad.name})"


def _breakdown(breakdown: Breakdown) -> str:
    parts = (
        (gettext("soldiers"), breakdown.soldiers),
        (gettext("leadership"), breakdown.leadership),
        (gettext("roles"), breakdown.roles),
        (gettext("weapons"), breakdown.weapons),
        (gettext("vehicles"), breakdown.vehicles),
        (gettext("extras"), breakdown.extras),
    )
    return " · ".join(unbreakable(f"{name} {minus(points)}") for name, points in parts if points) or "0"
