"""The squads of a roster: a head, a line of characteristics, the rows."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.squads import chances_in_words
from armybuilder.lists.words import minus, signed
from armybuilder.printing.formats.roster.fire import Setting
from armybuilder.printing.formats.roster.rows import RosterRow, figure_rows, vehicle_rows
from armybuilder.printing.layout.words import characteristics_of_men, squad_sign, stat_text, unbreakable
from rules.core.catalogue.catalogue import Catalogue, TroopClass
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster, Squad
from rules.core.document.rows import first_numbers
from rules.core.judging.report import Report
from rules.core.procedures import squad_chances
from rules.core.text import Language


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


def squad_blocks(roster: Roster, setting: Setting, report: Report) -> Iterator[SquadBlock]:
    catalogue, language = setting.catalogue, setting.language
    for number, (squad, first) in enumerate(first_numbers(roster)):
        points = report.points.squads[number] if report.points else None
        rows = (
            *figure_rows(squad, setting, points, first.man),
            *vehicle_rows(squad, setting, points, first.vehicle),
        )
        troops = catalogue.class_by_id.get(squad.class_)
        name = squad_label(squad, number).to(language)
        yield SquadBlock(
            sign=squad_sign(squad),
            name=name,
            line=squad_line(squad, catalogue, language),
            points=minus(points.total) if points else "",
            stats=(*_stats(troops, catalogue, language), *_chances(squad, catalogue)),
            rows=rows,
            anchor=f"squad-{number + 1}",
        )


def squad_line(squad: Squad, catalogue: Catalogue, language: Language) -> str:
    """Return the one-line description of a squad: class, kind, strength, modifiers, traits, chances."""
    kinds = {
        "squad": "",
        "section": gettext("independent section"),
        "sniper-team": gettext("sniper team"),
        "observer-section": gettext("observer section"),
    }
    strength = men_and_vehicles(squad.figure_count, sum(vehicle.count for vehicle in squad.vehicles))
    parts = [class_name(squad.class_, catalogue, language), kinds[squad.kind], strength]
    if squad.list_class and "list_class" in catalogue.reads:
        named = class_name(squad.list_class, catalogue, language)
        parts.append(gettext("in the army list: %(troops)s") % {"troops": named})
    if squad.leader_ability and "leader_ability" in catalogue.reads:
        ability = class_name(squad.leader_ability, catalogue, language)
        parts.append(gettext("leader %(ability)s") % {"ability": ability})
    if "modifiers" in catalogue.reads:
        if squad.modifiers.motivation:
            parts.append(gettext("motivation %(number)s") % {"number": signed(squad.modifiers.motivation)})
        if squad.modifiers.fanatic:
            parts.append(gettext("fanatics %(number)s") % {"number": signed(squad.modifiers.fanatic)})
    traits = catalogue.squad_traits
    parts += [traits[item].name.to(language) if item in traits else item for item in squad.traits]
    parts += chances_in_words(squad, catalogue, language, but=squad.class_)
    return ", ".join(part for part in parts if part)


def class_name(class_id: str, catalogue: Catalogue, language: Language) -> str:
    """Return a troop class with its code: "Veterani R3". A class that the edition does not have keeps its id."""
    troops = catalogue.class_by_id.get(class_id)
    if troops is None:
        return class_id
    return (
        unbreakable(f"{troops.name.to(language)} {troops.code}") if troops.code else troops.name.to(language)
    )


def _stats(
    troops: TroopClass | None, catalogue: Catalogue, language: Language
) -> tuple[tuple[str, str], ...]:
    if troops is None:
        return ()
    return tuple(
        (item.name.to(language), stat_text(troops.stats.get(item.id), item, language))
        for item in characteristics_of_men(catalogue)
    )


def _chances(squad: Squad, catalogue: Catalogue) -> tuple[tuple[str, str], ...]:
    """Return the numbers needed by the squad's class, in a ruleset with chances by quality (bi)."""
    worked_out = squad_chances(squad, catalogue)
    for chance in worked_out.chances if worked_out else ():
        if chance.class_id == squad.class_:
            return (gettext("Success"), str(chance.success)), (gettext("Morale"), str(chance.morale))
    return ()


def men_and_vehicles(figures: int, vehicles: int) -> str:
    """Return a strength in words: "7 figures, 1 vehicle"."""
    parts = []
    if figures or not vehicles:
        parts.append(ngettext("%(count)s figure", "%(count)s figures", figures) % {"count": figures})
    if vehicles:
        parts.append(ngettext("%(count)s vehicle", "%(count)s vehicles", vehicles) % {"count": vehicles})
    return ", ".join(parts)
