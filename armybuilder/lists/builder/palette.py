"""What can be added to a list: classes, weapons, vehicles, ready-made squads and extras, with prices and refusals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import flag, flags_at, refusal_flags
from armybuilder.lists.builder.values import (
    BoughtExtra,
    Extras,
    Flag,
    OfferedExtra,
    Palette,
    Preset,
    ReadyChoice,
    RefusedExtra,
    SheetLink,
)
from armybuilder.lists.facets import Facet, facets_of
from armybuilder.lists.forms import MOST_EXTRAS, extra_choice
from armybuilder.lists.words import class_name, over_limit, price, reason
from rules.core.advice import preset_figure
from rules.core.catalogue.building import Preset as PresetEntry
from rules.core.catalogue.building import ReadySquad
from rules.core.catalogue.catalogue import Catalogue, Check, Extra, VehicleType
from rules.core.catalogue.entry import Entry, Kind, name_in, offered
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.naming import extra_label, figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.document.rows import numbers_of
from rules.core.forces import FORCE_CHECKS
from rules.core.forces.followed import FollowedForce, man_of
from rules.core.judging.checks import bound_checks
from rules.core.judging.checks.definition import BoundCheck
from rules.core.judging.points import extra_points, figure_breakdown, total_points
from rules.core.judging.prices import extra_is_house, figure_is_house, is_house
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedExtra, ResolvedRoster, ResolvedSquad, resolve_roster
from rules.core.text import Language
from rules.reference.parts import Book

# The check functions that may refuse an extra.
OF_EXTRAS = frozenset({"extra-condition", "extra-excludes", "extra-limit", "extra-scope", "scope-overlap"})


class Offers:
    """The price of an extra that is not bought yet, and the reason why it cannot be."""

    def __init__(self, context: Context) -> None:
        self.prices = context.prices
        self.resolved: ResolvedRoster = resolve_roster(context.roster, context.prices)
        self.checks = _checks(context.catalogue)
        self.standing = [finding for finding in context.report.findings if finding.severity == "error"]

    def points(self, entry: ExtraEntry, squad: ResolvedSquad | None) -> int:
        if entry.extra in self.prices.once and any(item.extra.id == entry.extra for item in self.resolved.extras):
            return 0
        return extra_points(entry, "squad" if squad else "list", self.prices)

    def refusal(self, extra: Extra, entry: ExtraEntry, squad: ResolvedSquad | None) -> Finding | None:
        resolved = self.resolved
        path = f"extras[{len(resolved.roster.extras)}]"
        if squad:
            path = f"{squad.path}.extras[{len(squad.row.extras)}]"
        bought = ResolvedExtra(entry, path, extra, "squad" if squad else "list")
        resolved.extras.append(bought)
        resolved.counted.append((squad, bought))
        try:
            return next((found for found in self._findings(extra) if found not in self.standing), None)
        finally:
            resolved.extras.pop()
            resolved.counted.pop()

    def _findings(self, extra: Extra) -> Iterator[Finding]:
        """Yield the findings with the extra in the list, except those of conditions that are not its own."""
        own = {condition.code for condition in extra.conditions}
        for check, (function, spec) in self.checks:
            if check.check != "extra-condition" or check.code in own:
                yield from function(self.resolved, spec)
        if force := self.resolved.roster.force:
            allows, told = FORCE_CHECKS["force-extra"]
            yield from allows(FollowedForce(self.resolved, force), told)


def _checks(catalogue: Catalogue) -> list[tuple[Check, BoundCheck[Any]]]:
    bound = bound_checks(catalogue)
    return [
        (spec, bound[spec.code])
        for spec in catalogue.checks
        if (spec.check or spec.code) in OF_EXTRAS and spec.severity == "error"
    ]


def first_level(extra: Extra) -> int:
    """Return the level that is bought first: the lowest that is not free (0: the extra has no levels)."""
    levels = extra.levels or ()
    paid = (level for level in levels if extra.level_points.get(level, 1))
    return next(paid, levels[0] if levels else 0)


def figure_types(squad: Squad, force: Force | None) -> Mapping[str, ForceFigure]:
    wanted = _wanted(squad, force)
    return {f"force-{number}": kind for number, kind in enumerate(wanted.figures)} if wanted else {}


def man_in(kind: ForceFigure, squad: Squad) -> Figure:
    man = man_of(kind)
    return replace(man, class_="") if man.class_ == squad.class_ else man


def vehicles_in(squad: Squad, force: Force | None, catalogue: Catalogue) -> tuple[VehicleType, ...]:
    wanted = _wanted(squad, force)
    if wanted is None:
        return catalogue.offered.vehicles
    types = {vehicle.type for vehicle in wanted.vehicles}
    return tuple(vehicle for vehicle in catalogue.vehicles if vehicle.id in types)


def _wanted(squad: Squad, force: Force | None) -> ForceSquad | None:
    return force.squad(squad.force_squad) if force else None


def palette(context: Context, offers: Offers) -> Palette:
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
    for item, name, note, figure in _men(squad, context):
        points = figure_breakdown(figure, squad.class_of(figure), context.prices).total
        offer = _preset(item, name, note, points, context)
        ours = figure_is_house(figure, squad.class_of(figure), context.prices)
        yield replace(offer, address=address, field="preset", count=numbers.get(figure, 0), house=ours)


def _men(squad: Squad, context: Context) -> Iterator[tuple[str, str, str, Figure]]:
    """Yield the figures for a squad with their ids, names and notes: those of its force, otherwise the presets."""
    of_force, presets = figure_types(squad, context.roster.force), context.catalogue.offered.presets
    for item, kind in of_force.items():
        yield item, kind.name.to(context.language), "", man_in(kind, squad)
    names = Counter(preset.name.to(context.language) for preset in presets)
    for preset in () if of_force else presets:
        figure = preset_figure(preset, squad, context.catalogue)
        yield preset.id, *_words(preset, names, context.language), figure


def _vehicles(squad: Squad, context: Context) -> Iterator[Preset]:
    numbers, address = numbers_of(squad.vehicles), f"squads/{squad.id}/vehicles/"
    for item in vehicles_in(squad, context.roster.force, context.catalogue):
        points = context.prices.vehicles.get(item.id, 0)
        offer = _preset(item.id, item.name.to(context.language), "", points, context)
        count = numbers.get(Vehicle(type=item.id), 0)
        ours = is_house(context.prices, f"vehicles/{item.id}")
        yield replace(offer, address=address, field="type", count=count, house=ours)


def _words(preset: PresetEntry, names: Counter[str], language: Language) -> tuple[str, str]:
    name, note = preset.name.to(language), preset.note.to(language) if preset.note else ""
    if note and names[name] > 1:
        return f"{name}: {note}", ""
    return name, note


def _preset(item: str, name: str, note: str, points: int, context: Context) -> Preset:
    over = context.over(points)
    cost = price(points) if context.has_points else ""
    return Preset(item, name, over_limit(over) if over else note, cost, over > 0)


def _extras(squad: Squad, context: Context, offers: Offers) -> list[Preset]:
    """Return the extras sold per squad, each once. Bought ones keep their place."""
    resolved = next(one for one in offers.resolved.squads if one.row.id == squad.id)
    presets = []
    for extra in offered(context.catalogue.extras, [row.extra for row in squad.extras]):
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


def ready_squad(ready: ReadySquad, catalogue: Catalogue, language: Language) -> Squad:
    squad = Squad(name="", class_=ready.troops)
    figures = tuple(
        replace(
            preset_figure(catalogue.preset_by_id[row.preset], squad, catalogue),
            name=row.name.to(language) if row.name else "",
            count=row.count,
            team=row.team,
        )
        for row in ready.figures
    )
    return replace(squad, figures=figures, vehicles=tuple(Vehicle(type=item) for item in ready.vehicles))


def ready_squads(context: Context) -> tuple[ReadyChoice, ...]:
    return tuple(_choice(ready, context) for ready in context.catalogue.offered.ready_squads)


def _choice(ready: ReadySquad, context: Context) -> ReadyChoice:
    language = context.language
    squad = ready_squad(ready, context.catalogue, language)
    note = ready.note.to(language) if ready.note else ""
    cost, over = price_of_squad(squad, context), points_over(squad, context)
    return ReadyChoice(ready.id, ready.name.to(language), note, cost, over)


def price_of_squad(squad: Squad, context: Context) -> str:
    return price(_points(squad, context) if context.has_points else None)


def points_over(squad: Squad, context: Context) -> int:
    return 0 if context.report.remaining is None else context.over(_points(squad, context))


def _points(squad: Squad, context: Context) -> int:
    alone = replace(context.roster, squads=(squad,), extras=())
    return total_points(resolve_roster(alone, context.prices)).total


def contents(squad: Squad, catalogue: Catalogue, language: Language) -> str:
    """Return the contents of a squad in a line: "Sergeant, 7 × rifleman, Bren gunner"."""
    figures = ((row.count, figure_label(row, catalogue, squad.class_of(row)).to(language)) for row in squad.figures)
    vehicles = (
        (row.count, vehicle_label(row, catalogue.vehicle_by_id.get(row.type)).to(language)) for row in squad.vehicles
    )
    rows = (f"{count} × {name}" if count > 1 else name for count, name in (*figures, *vehicles))
    return ", ".join(rows) or gettext("empty")


def gone_from_rules(squad: Squad, made_with: Catalogue, context: Context) -> tuple[str, ...]:
    alone = replace(context.roster, squads=(squad,), extras=())
    return tuple(_unknown(sorted(facets_of(alone)), made_with, context))


def _unknown(facets: Iterable[Facet], made_with: Catalogue, context: Context) -> Iterator[str]:
    for kind, item in facets:
        if kind != "game" and item and item not in _table(kind, context.catalogue):
            yield name_in(_table(kind, made_with), item).to(context.language)


def _table(kind: Kind, catalogue: Catalogue) -> Mapping[str, Entry]:
    return {one.id: one for one in catalogue.traits} if kind == "trait" else catalogue.by_kind[kind]


def extras(context: Context, offers: Offers) -> Extras | None:
    sold = [extra for extra in context.catalogue.offered.extras if extra.sold_for("list")]
    if not sold and not context.roster.extras:
        return None
    owned = {entry.extra for entry in context.roster.extras}
    offered: list[OfferedExtra] = []
    refused: dict[str, list[str]] = {}
    for extra in sold:
        if extra.id in owned:
            continue
        entry = ExtraEntry(extra=extra.id, level=first_level(extra))
        name = extra.name.to(context.language)
        refusal = offers.refusal(extra, entry, None)
        if refusal:
            refused.setdefault(reason(refusal, name, context.language), []).append(name)
        else:
            offered.append(_offer(extra, entry, offers.points(entry, None), context))
    return Extras(
        book=Book.of(context.catalogue),
        source=sold[0].source if sold else context.catalogue.item_source,
        bought=tuple(_bought(context)),
        offered=tuple(offered),
        refused=tuple(RefusedExtra(", ".join(names), why) for why, names in refused.items()),
        refused_count=sum(len(names) for names in refused.values()),
    )


def _offer(extra: Extra, entry: ExtraEntry, points: int, context: Context) -> OfferedExtra:
    over = context.over(points)
    unit = ""
    if context.has_points and extra.per_level:
        unit = gettext("per level")
    elif context.has_points and extra.counted:
        unit = gettext("each")
    return OfferedExtra(
        id=extra.id,
        name=extra.name.to(context.language),
        text=extra.text.to(context.language),
        price=price(points) if context.has_points else "",
        unit=unit,
        level=entry.level,
        why=over_limit(over) if over else "",
        house=extra_is_house(entry, context.prices),
    )


def _bought(context: Context) -> Iterator[BoughtExtra]:
    for i, entry in enumerate(context.roster.extras):
        extra = context.catalogue.extra_by_id.get(entry.extra)
        points = context.points.extras[i] if context.points else None
        flags = (*flags_at(context, f"extras[{i}]"), *refusal_flags(entry.id, context))
        if extra is None:
            yield BoughtExtra(entry, entry.extra, "", price(points), flags)
        else:
            yield _known(extra, entry, points, (*flags, *_named_in_list_findings(extra, context)), context)


def _known(
    extra: Extra, entry: ExtraEntry, points: int | None, flags: tuple[Flag, ...], context: Context
) -> BoughtExtra:
    counted = extra.counted or entry.count > 1
    return BoughtExtra(
        entry=entry,
        name=extra_label(entry, extra).to(context.language),
        text=extra.text.to(context.language),
        price=price(points),
        flags=flags,
        choice=extra_choice(entry, context),
        count=entry.count if counted else 0,
        is_full=entry.count >= MOST_EXTRAS,
        house=extra_is_house(entry, context.prices),
    )


def _named_in_list_findings(extra: Extra, context: Context) -> tuple[Flag, ...]:
    """Problems of the whole list that name the extra: it excludes another."""
    return tuple(
        flag(finding, context)
        for finding in context.findings.get("", ())
        if extra.name in (finding.facts.get("extra"), finding.facts.get("other"))
    )
