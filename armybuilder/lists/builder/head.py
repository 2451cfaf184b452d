"""The head of a list, the rulings it chose, and prices of its own."""

from collections.abc import Callable

from django.utils.translation import gettext

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.values import ClassChoice, ClubPrice, NewSquad, OwnPrices, Rulings, SheetHeader
from armybuilder.lists.forms import kinds_of
from armybuilder.lists.words import class_name, points_in_words, price
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import SquadKind
from rules.core.judging.prices import house_prices_used
from rules.reference.parts import Book


def head(context: Context) -> SheetHeader:
    """Return the list's name, game and role."""
    roster, catalogue = context.roster, context.catalogue
    return SheetHeader(
        name=roster.name,
        game=catalogue.title.to(context.language),
        edition="" if catalogue.short_edition else catalogue.edition.to(context.language),
        role=_role(context),
        force=roster.pair_name,
        notes=roster.notes,
        template=roster.force.name.to(context.language) if roster.force else "",
    )


def _role(context: Context) -> str:
    """The role with the limit that holds: "Open, 200 points"."""
    made_for = context.catalogue.format_by_id.get(context.roster.role)
    if made_for is None:
        return context.roster.role
    name = made_for.name.to(context.language)
    limit = context.report.limit
    return name if limit is None else f"{name}, {points_in_words(limit)}"


def rulings(context: Context) -> Rulings | None:
    """Return the open questions of the text with the list's answers, None if it has none."""
    questions, answers = context.catalogue.rulings, context.roster.rulings
    if not questions:
        return None
    return Rulings(Book.of(context.catalogue), questions, tuple(answers.items()), context.language)


def club_prices(context: Context) -> OwnPrices | None:
    """Return the list's own prices by name, None if it has none. A club's whole table stands on the club's page."""
    if not context.roster.prices:
        return None
    catalogue = context.catalogue
    namers: dict[str, Callable[[str], str]] = {
        "classes": lambda item: _name(catalogue.class_by_id, item, context),
        "weapons": lambda item: _name(catalogue.weapon_by_id, item, context),
        "vehicles": lambda item: _name(catalogue.vehicle_by_id, item, context),
        "extras": lambda item: _name(catalogue.extra_by_id, item, context),
        "roles": lambda item: _name(catalogue.role_by_id, item, context),
        "leadership": lambda item: gettext("Leadership %(level)s") % {"level": item},
    }
    used = house_prices_used(context.roster, context.prices)
    keys = ((key.partition("/"), points) for key, points in used.items())
    named = tuple(ClubPrice(namers[table](item), price(points)) for (table, _, item), points in keys)
    return OwnPrices(named, len(context.roster.prices) - len(used))


def _name(table: object, item: str, context: Context) -> str:
    known = table.get(item) if isinstance(table, dict) else None
    return known.name.to(context.language) if known else item


def new_squads(context: Context) -> tuple[NewSquad, ...]:
    """Return the squads that can be added: the kinds of them, or those of the force that the list is held to."""
    if force := context.roster.force:
        return tuple(NewSquad(squad.id, squad.name.to(context.language), "entry") for squad in force.squads)
    words: dict[SquadKind, str] = {
        "squad": gettext("New squad"),
        "section": gettext("Independent section"),
        "sniper-team": gettext("Sniper team"),
        "observer-section": gettext("Observer section"),
    }
    return tuple(NewSquad(kind, words[kind]) for kind in kinds_of(context.catalogue))


def begin_with(context: Context) -> tuple[ClassChoice, ...]:
    """Return the troop classes that a list without squads may begin with."""
    if context.roster.squads:
        return ()
    catalogue: Catalogue = context.catalogue
    return tuple(
        ClassChoice(
            troops.id,
            class_name(troops.id, catalogue, context.language),
            price(context.prices.classes.get(troops.id, 0)) if context.has_points else "",
        )
        for troops in catalogue.classes
    )
