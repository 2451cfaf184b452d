"""The squads: cards with their rows."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from django.utils.translation import gettext, ngettext
from msgspec import UNSET, UnsetType

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import flags_at, refusal_flags
from armybuilder.lists.builder.values import Chip, Flag, SheetRow, SquadCard, Stat
from armybuilder.lists.forms import MOST_EXTRAS, MOST_FIGURES, MOST_VEHICLES
from armybuilder.lists.words import SQUAD_KINDS, class_name, price, signed, surcharge
from rules.core.catalogue.catalogue import Catalogue, Characteristic
from rules.core.catalogue.catalogue import Stat as StatEntry
from rules.core.contents import weapons_in_price
from rules.core.document.naming import abbreviations_in, extra_label, figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, MovementKind, Squad, Vehicle
from rules.core.document.rows import can_merge
from rules.core.document.sections import has_sections, team_word
from rules.core.judging.prices import SquadPoints, extra_is_house, figure_is_house, is_house, vehicle_is_house
from rules.core.procedures import SquadChances, squad_chances
from rules.core.text import Language


def squad_cards(context: Context) -> tuple[SquadCard, ...]:
    return tuple(_card(squad, number, context) for number, squad in enumerate(context.roster.squads))


def _card(squad: Squad, number: int, context: Context) -> SquadCard:
    path = f"squads[{number}]"
    points = context.points.squads[number] if context.points else None
    rows = tuple(rows_of(squad, path, points, context))
    return SquadCard(
        id=squad.id,
        name=squad_label(squad, number).to(context.language),
        kind=squad.kind,
        meta=" · ".join(_meta(squad, context)),
        points=price(points.total if points else None),
        has_vehicle=bool(squad.vehicles),
        stats=_stats(squad, context.catalogue, context.language),
        rows=rows,
        flags=flags_at(context, path),
        is_first=number == 0,
        is_last=number == len(context.roster.squads) - 1,
        can_merge=can_merge(squad),
        has_sections=bool(squad.figures) and has_sections(context.catalogue),
        is_editing=bool(context.editing) and context.editing in (squad.id, *(row.id for row in rows)),
    )


def _meta(squad: Squad, context: Context) -> Iterator[str]:
    catalogue, language = context.catalogue, context.language
    if squad.class_:
        yield class_name(squad.class_, catalogue, language)
    yield str(SQUAD_KINDS[squad.kind])
    figures, vehicles = squad.figure_count, sum(vehicle.count for vehicle in squad.vehicles)
    yield ngettext("%(count)s figure", "%(count)s figures", figures) % {"count": figures}
    if vehicles:
        yield ngettext("%(count)s vehicle", "%(count)s vehicles", vehicles) % {"count": vehicles}
    if squad.list_class and "list_class" in catalogue.reads:
        yield gettext("in the army list: %(troops)s") % {"troops": class_name(squad.list_class, catalogue, language)}
    if squad.leader_ability and "leader_ability" in catalogue.reads:
        yield gettext("leader’s ability: %(troops)s") % {
            "troops": class_name(squad.leader_ability, catalogue, language)
        }
    if "modifiers" in catalogue.reads:
        if squad.modifiers.motivation:
            yield gettext("motivation %(number)s") % {"number": signed(squad.modifiers.motivation)}
        if squad.modifiers.fanatic:
            yield gettext("fanatics %(number)s") % {"number": signed(squad.modifiers.fanatic)}
    for trait in squad.traits:
        known = catalogue.squad_traits.get(trait)
        yield known.name.to(language) if known else trait
    yield from chances_in_words(squad, catalogue, language)


def _stats(squad: Squad, catalogue: Catalogue, language: Language) -> tuple[Stat, ...]:
    troops = catalogue.class_by_id.get(squad.class_)
    if troops is None:
        return ()
    return tuple(_stat(item, troops.stats.get(item.id), language) for item in catalogue.characteristics)


def _stat(item: Characteristic, entry: int | StatEntry | None, language: Language) -> Stat:
    name, short = item.name.to(language), item.short.to(language)
    if entry is None:
        return Stat(name, short, "–")
    value, note = (entry.value, entry.note.to(language)) if isinstance(entry, StatEntry) else (entry, "")
    return Stat(name, short, item.written(value), note)


def rows_of(squad: Squad, path: str, points: SquadPoints | None, context: Context) -> Iterator[SheetRow]:
    catalogue, language, prices = context.catalogue, context.language, context.prices
    for i, figure in enumerate(squad.figures):
        yield _row(
            figure,
            flags_at(context, f"{path}.figures[{i}]"),
            points.figures[i] if points else None,
            kind="figure",
            name=figure_label(figure, catalogue, squad.class_of(figure)).to(language),
            team=figure.team,
            team_name=f"{team_word(catalogue).to(language)} {figure.team}" if figure.team else "",
            most=MOST_FIGURES,
            gear=tuple(_figure_gear(figure, squad, context)),
            notes=figure.notes,
            house=figure_is_house(figure, squad.class_of(figure), prices),
        )
    for i, vehicle in enumerate(squad.vehicles):
        yield _row(
            vehicle,
            flags_at(context, f"{path}.vehicles[{i}]"),
            points.vehicles[i] if points else None,
            kind="vehicle",
            name=vehicle_label(vehicle, catalogue.vehicle_by_id.get(vehicle.type)).to(language),
            most=MOST_VEHICLES,
            gear=tuple(_vehicle_gear(vehicle, context)),
            notes=vehicle.notes,
            house=vehicle_is_house(vehicle, prices),
        )
    for i, entry in enumerate(squad.extras):
        known = catalogue.extra_by_id.get(entry.extra)
        yield _row(
            entry,
            (*flags_at(context, f"{path}.extras[{i}]"), *refusal_flags(entry.id, context)),
            points.extras[i] if points else None,
            kind="extra",
            name=extra_label(entry, known).to(language),
            most=MOST_EXTRAS if known and known.counted else 1,
            gear=(Chip(known.text.to(language)),) if known else (),
            house=extra_is_house(entry, prices),
        )


def _row(row: Figure | Vehicle | ExtraEntry, flags: tuple[Flag, ...], points: int | None, **more: Any) -> SheetRow:
    return SheetRow(
        id=row.id,
        count=row.count,
        points=price(points),
        each=f"{row.count} × {price(points // row.count)}" if points is not None and row.count > 1 else "",
        flags=flags,
        css=_css(row.count, flags),
        **more,
    )


def _css(count: int, flags: Sequence[Flag]) -> str:
    css = " is-one" if count == 1 else ""
    severities = {flag.severity for flag in flags}
    if "error" in severities:
        return f"{css} has-error"
    return f"{css} has-warning" if "warning" in severities else css


# ── Equipment: counters in boxes, then the man’s class and gear ────────────────────────────────────────────────────


def _figure_gear(figure: Figure, squad: Squad, context: Context) -> Iterator[Chip]:
    catalogue, language, prices = context.catalogue, context.language, context.prices
    if figure.leadership:
        level = gettext("Leadership %(level)s") % {"level": figure.leadership}
        is_ours = is_house(prices, f"leadership/{figure.leadership}")
        yield Chip(level, surcharge(prices.leadership.get(figure.leadership, 0)), key=True, house=is_ours)
    if figure.commander and "commander" in catalogue.reads:
        yield Chip(gettext("Commands the platoon"), key=True)
    for role in figure.roles:
        known = catalogue.role_by_id.get(role)
        name, is_ours = known.name.to(language) if known else role, is_house(prices, f"roles/{role}")
        yield Chip(name, surcharge(prices.roles.get(role, 0)), key=True, house=is_ours)
    if figure.class_ and figure.class_ != squad.class_:
        yield Chip(class_name(figure.class_, catalogue, language))
    if figure.ability and "ability" in catalogue.reads:
        troops = class_name(figure.ability, catalogue, language)
        yield Chip(gettext("ability: %(troops)s") % {"troops": troops})
    yield from _weapons(figure.weapons, context)
    if not figure.weapons:
        yield Chip(gettext("unarmed"))
    for kit in figure.kit:
        item = catalogue.kit_by_id.get(kit)
        yield Chip(item.name.to(language) if item else kit)
    yield from _combat_value(figure.combat_value, context)


def _vehicle_gear(vehicle: Vehicle, context: Context) -> Iterator[Chip]:
    catalogue, language = context.catalogue, context.language
    known = catalogue.vehicle_by_id.get(vehicle.type)
    if vehicle.name:
        yield Chip(known.name.to(language) if known else vehicle.type)
    ways = [way for way in known.movement if way.kind in get_args(MovementKind)] if known else []
    yield from (Chip(way.name.to(language)) for way in ways if way.kind == vehicle.movement or len(ways) == 1)
    if known and weapons_in_price(known.id, catalogue):
        yield Chip(gettext("weapons included"))
    elif known and not vehicle.weapons and known.mounts != ():
        yield Chip(gettext("unarmed"))
    yield from _weapons(vehicle.weapons, context)
    for trait in vehicle.traits:
        item = catalogue.vehicle_traits.get(trait)
        yield Chip(item.name.to(language) if item else trait)
    yield from _combat_value(vehicle.combat_value, context)
    for ruling in catalogue.rulings:
        answer = catalogue.option(context.roster.rulings, ruling.id)
        if ruling.about == "vehicles" and answer != ruling.options[0].id:
            yield from (Chip(one.name.to(language), key=True) for one in ruling.options if one.id == answer)


def _weapons(weapons: tuple[str, ...], context: Context) -> Iterator[Chip]:
    has_odds = "fire" in context.catalogue.odds.questions
    for weapon in weapons:
        known = context.catalogue.weapon_by_id.get(weapon)
        name = known.name.to(context.language) if known else weapon
        cost = surcharge(context.prices.weapons.get(weapon, 0)) if context.has_points else ""
        is_short = bool(known and abbreviations_in(name))
        odds, is_ours = weapon if known and has_odds else "", is_house(context.prices, f"weapons/{weapon}")
        yield Chip(name, cost, is_short=is_short, weapon=odds, house=is_ours)


def _combat_value(value: int | UnsetType, context: Context) -> Iterator[Chip]:
    if value is not UNSET and "combat_value" in context.catalogue.reads:
        yield Chip(gettext("combat value %(number)s") % {"number": value}, key=True)


def chances_in_words(squad: Squad, catalogue: Catalogue, language: Language, *, but: str = "") -> Iterator[str]:
    """Yield a squad's chances and command distances (bi, Unità e distanze di comando). `but`: a class to skip."""
    worked_out = squad_chances(squad, catalogue)
    if worked_out is None:
        return
    for chance in worked_out.chances:
        if chance.class_id == but:
            continue
        words = gettext("success %(success)s, morale %(morale)s") % chance._asdict()
        own = class_name(chance.class_id, catalogue, language)
        yield f"{own}: {words}" if len(worked_out.chances) > 1 else words
    # Two equal leaders are shown once.
    yield from dict.fromkeys(_commands(squad, worked_out, catalogue, language))


def _commands(squad: Squad, worked_out: SquadChances, catalogue: Catalogue, language: Language) -> Iterator[str]:
    for command in worked_out.commands:
        if command.distance is not None:
            leader = figure_label(command.figure, catalogue, squad.class_of(command.figure))
            yield gettext("%(leader)s commands up to %(distance)s cm") % {
                "leader": leader.to(language),
                "distance": command.distance,
            }
