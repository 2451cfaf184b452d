"""The palette: what can be added to the chosen squad, with the price it would have there."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.forces import figure_types, man_in, vehicles_in
from armybuilder.lists.builder.offers import Offers, first_level
from armybuilder.lists.builder.values import Palette, Preset, SheetLink
from armybuilder.lists.words import class_name, over_limit, price, reason
from rules.core.advice import preset_figure
from rules.core.catalogue.building import Preset as PresetEntry
from rules.core.document.naming import squad_label
from rules.core.document.roster import ExtraEntry, Squad, Vehicle
from rules.core.document.rows import numbers_of
from rules.core.judging.points import figure_breakdown
from rules.core.judging.prices import extra_is_house, figure_is_house, is_house
from rules.core.text import Language


def palette(context: Context, offers: Offers) -> Palette:
    """Return the presets, vehicles and extras for the chosen squad."""
    squad = context.squad
    squads = tuple(_link(item, number, context) for number, item in enumerate(context.roster.squads))
    if squad is None:
        return Palette("", squads, (), (), ())
    return Palette(
        squad.id,
        squads,
        figures=tuple(_figures(squad, context)),
        vehicles=tuple(_vehicles(squad, context)),
        extras=tuple(_extras(squad, context, offers)),
    )


def _link(squad: Squad, number: int, context: Context) -> SheetLink:
    name = squad_label(squad, number).to(context.language)
    troops = class_name(squad.class_, context.catalogue, context.language)
    return SheetLink(squad.id, name, f"{name} · {troops}" if troops else name)


def _figures(squad: Squad, context: Context) -> Iterator[Preset]:
    numbers, address = numbers_of(squad.figures), f"squads/{squad.id}/figures/"
    names = Counter(preset.name.to(context.language) for preset in context.catalogue.presets)
    of_force = figure_types(squad, context.roster.force)
    for item, kind in of_force.items():
        figure = man_in(kind, squad)
        points = figure_breakdown(figure, squad.class_of(figure), context.prices).total
        offer = _preset(item, kind.name.to(context.language), "", points, context)
        ours = figure_is_house(figure, squad.class_of(figure), context.prices)
        yield replace(offer, address=address, field="preset", count=numbers.get(figure, 0), house=ours)
    for preset in () if of_force else context.catalogue.presets:
        figure = preset_figure(preset, squad, context.catalogue)
        points = figure_breakdown(figure, squad.class_of(figure), context.prices).total
        name, note = _words(preset, names, context.language)
        offer = _preset(preset.id, name, note, points, context)
        ours = figure_is_house(figure, squad.class_of(figure), context.prices)
        yield replace(offer, address=address, field="preset", count=numbers.get(figure, 0), house=ours)


def _vehicles(squad: Squad, context: Context) -> Iterator[Preset]:
    numbers, address = numbers_of(squad.vehicles), f"squads/{squad.id}/vehicles/"
    for item in vehicles_in(squad, context.roster.force, context.catalogue):
        points = context.prices.vehicles.get(item.id, 0)
        offer = _preset(item.id, item.name.to(context.language), "", points, context)
        count = numbers.get(Vehicle(type=item.id), 0)
        ours = is_house(context.prices, f"vehicles/{item.id}")
        yield replace(offer, address=address, field="type", count=count, house=ours)


def _words(preset: PresetEntry, names: Counter[str], language: Language) -> tuple[str, str]:
    """Return the name and the note of a preset; two gunners are told apart by their guns."""
    name, note = preset.name.to(language), preset.note.to(language) if preset.note else ""
    if note and names[name] > 1:
        return f"{name}: {note}", ""
    return name, note


def _preset(item: str, name: str, note: str, points: int, context: Context) -> Preset:
    over = context.over(points)
    cost = price(points) if context.has_points else ""
    return Preset(item, name, over_limit(over) if over else note, cost, over > 0)


def _extras(squad: Squad, context: Context, offers: Offers) -> list[Preset]:
    """The extras that are sold squad by squad, each once. One that the squad has keeps its place under the finger."""
    resolved, presets = offers.squad(squad.id), []
    for extra in context.catalogue.extras:
        if not extra.sold_for("squad"):
            continue
        entry = ExtraEntry(extra=extra.id, level=first_level(extra))
        name, points = extra.name.to(context.language), offers.points(entry, resolved)
        refusal = offers.refusal(extra, entry, resolved)
        if any(row.extra == extra.id for row in squad.extras):
            presets.append(Preset(extra.id, name, gettext("the squad has it"), price(points), is_there=True))
        elif refusal:
            why = reason(refusal, name, context.language)
            presets.append(Preset(extra.id, name, why, price(points), refused=True))
        else:
            offer = _preset(extra.id, name, "", points, context)
            presets.append(replace(offer, house=extra_is_house(entry, context.prices)))
    return presets
