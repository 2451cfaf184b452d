"""A list as paper standees: number, name and weapon on both faces, and a foot."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext, ngettext

from armybuilder.printing.formats.cards import fit
from armybuilder.printing.formats.cards.backs import pattern_of
from armybuilder.printing.formats.cards.card import Text
from armybuilder.printing.formats.cards.icons import figure_icon, vehicle_icon
from armybuilder.printing.formats.roster.fire import held_weapons
from armybuilder.printing.formats.stands.sizes import STANDS
from armybuilder.printing.layout.measure import Face, fitted
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.top import Top
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.judging.report import Report
from rules.core.text import Language

ON_A_SHEET = STANDS.across * STANDS.down
STANDS_AT_MOST = 20 * ON_A_SHEET
ROOM = STANDS.stand_width - 2 * STANDS.stand_padding
NAMES = (9.0, 8.0, 7.0, 6.5)  # points
WEAPONS = (7.5, 7.0, 6.5)


@dataclass(frozen=True, slots=True)
class Stand:
    """A stand: what both faces show, and whose it is, on its feet."""

    number: str
    name: Text
    weapons: Text
    picture: str
    foot: str


@dataclass(frozen=True, slots=True)
class StandPlace:
    """A standee with its place on the sheet: `row` 0 is the higher, `column` 0 on the left."""

    row: int
    column: int
    stand: Stand


@dataclass(frozen=True, slots=True)
class StandsSheet:
    """All sheets of stands; `tile`: of the pattern of the force. `more`: how many have none, if any has."""

    top: Top
    tile: int
    sheets: tuple[tuple[StandPlace, ...], ...]
    more: str


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> StandsSheet:
    """Return the stands of a list, in the active language, which is `options.language`."""
    found = list(islice(_stands(roster, catalogue, options.language), STANDS_AT_MOST))
    more = sum(
        squad.figure_count + sum(row.count for row in squad.vehicles) for squad in roster.squads
    ) - len(found)
    label = gettext("%(game)s · cut along the solid lines, fold along the dashed ones, feet outwards")
    said = gettext("Squadra · standees for %(list)s · %(game)s · %(credit)s")
    return StandsSheet(
        top=Top.of(roster, catalogue, options, label % {"game": catalogue.name.to(options.language)}, said),
        tile=pattern_of(roster.pair_name or roster.name),
        sheets=tuple(
            tuple(
                StandPlace(*divmod(at, STANDS.across), stand=stand)
                for at, stand in enumerate(found[start : start + ON_A_SHEET])
            )
            for start in range(0, len(found), ON_A_SHEET)
        ),
        more=ngettext("and %(count)s more on screen", "and %(count)s more on screen", more) % {"count": more}
        if more
        else "",
    )


def _stands(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Stand]:
    """Yield one for each man, numbered as on the roster, and for each vehicle of a squad after its men."""
    man, vehicle = 1, 1
    for at, squad in enumerate(roster.squads):
        name = squad_label(squad, at).to(language)
        for figure in squad.figures:
            faces = _figure(figure, squad, catalogue, language)
            for _ in range(figure.count):
                yield _stand(str(man), name, *faces)
                man += 1
        for row in squad.vehicles:
            faces = _vehicle(row, catalogue, language)
            for _ in range(row.count):
                yield _stand(f"V{vehicle}", name, *faces)
                vehicle += 1


def _figure(figure: Figure, squad: Squad, catalogue: Catalogue, language: Language) -> tuple[str, str, str]:
    known = catalogue.weapon_by_id
    weapons = [known[item].name.to(language) if item in known else item for item in figure.weapons]
    label = figure_label(figure, catalogue, squad.class_of(figure)).to(language)
    return label, ", ".join(weapons), figure_icon(figure, catalogue)


def _vehicle(vehicle: Vehicle, catalogue: Catalogue, language: Language) -> tuple[str, str, str]:
    kind, known = catalogue.vehicle_by_id.get(vehicle.type), catalogue.weapon_by_id
    weapons = [known[item].name.to(language) if item in known else item for item in vehicle.weapons]
    weapons += [weapon.name.to(language) for weapon in held_weapons(vehicle, catalogue)]
    return vehicle_label(vehicle, kind).to(language), ", ".join(dict.fromkeys(weapons)), vehicle_icon(vehicle)


def _stand(number: str, squad: str, name: str, weapons: str, picture: str) -> Stand:
    foot = fitted(fit.clean(f"{number} · {squad}"), fit.MEDIUM, 6.5, ROOM)
    return Stand(number, _lines(name, fit.TITLE, NAMES), _lines(weapons, fit.MEDIUM, WEAPONS), picture, foot)


def _lines(text: str, face: Face, sizes: tuple[float, ...]) -> Text:
    """Return a text in as large letters as two lines hold, three in the smallest; the rest of it gives way."""
    text = fit.clean(text)
    for size in sizes:
        if found := fit.in_lines(text, face, (size,), ROOM, fit.height(3 if size == sizes[-1] else 2, size)):
            return found
    return fit.cut(text, face, ROOM, 3)
