"""The squads: cards with their rows."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.chances import chances_in_words
from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import flags_at
from armybuilder.lists.builder.rows import rows_of
from armybuilder.lists.builder.values import SquadCard, Stat
from armybuilder.lists.words import class_name, price, signed, squad_kind
from rules.core.catalogue.catalogue import Catalogue, Characteristic
from rules.core.catalogue.catalogue import Stat as StatEntry
from rules.core.document.naming import squad_label
from rules.core.document.roster import Squad
from rules.core.document.rows import can_merge
from rules.core.document.sections import has_sections
from rules.core.text import Language


def squad_cards(context: Context) -> tuple[SquadCard, ...]:
    """Return the squads of the list in its order."""
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
    """Class, kind, size, and what else the ruleset reads of a squad."""
    catalogue, language = context.catalogue, context.language
    if squad.class_:
        yield class_name(squad.class_, catalogue, language)
    yield squad_kind(squad.kind)
    figures, vehicles = squad.figure_count, sum(vehicle.count for vehicle in squad.vehicles)
    yield ngettext("%(count)s figure", "%(count)s figures", figures) % {"count": figures}
    if vehicles:
        yield ngettext("%(count)s vehicle", "%(count)s vehicles", vehicles) % {"count": vehicles}
    if squad.list_class and "list_class" in catalogue.reads:
        yield gettext("in the army list: %(troops)s") % {
            "troops": class_name(squad.list_class, catalogue, language)
        }
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
    match item.format:
        case "save":
            text = f"{value}+"
        case "bonus":
            text = signed(value) if value else "0"
        case "number":
            text = str(value)
    return Stat(name, short, text, note)
