"""The head of a list, its rulings and its own prices."""

from functools import lru_cache

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.values import (
    ClassChoice,
    Meter,
    NewSquad,
    OwnPrices,
    PointsLine,
    Rulings,
    SheetHeader,
)
from armybuilder.lists.forms import kinds_of
from armybuilder.lists.words import USES, class_name, points_in_words, price
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import SquadKind
from rules.core.judging.prices import house_prices_used
from rules.core.text import minus
from rules.reference.answers import price_name
from rules.reference.parts import Book


def head(context: Context) -> SheetHeader:
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
    if not context.roster.prices:
        return None
    used = tuple(
        PointsLine(price_name(key, context.catalogue, context.language), price(points))
        for key, points in house_prices_used(context.roster, context.prices).items()
    )
    return OwnPrices(used, len(context.roster.prices) - len(used))


def new_squads(context: Context) -> tuple[NewSquad, ...]:
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
    if context.roster.squads:
        return ()
    catalogue: Catalogue = context.catalogue
    return tuple(
        ClassChoice(
            troops.id,
            class_name(troops.id, catalogue, context.language),
            price(context.prices.classes.get(troops.id, 0)) if context.has_points else "",
        )
        for troops in catalogue.offered.classes
    )


MOST_TICKS = 40


def meter(context: Context) -> Meter:
    used, limit = context.report.total, context.report.limit
    if used is None:
        figures = context.roster.figure_count
        word = ngettext("figure, no points in this game", "figures, no points in this game", figures)
        return Meter(str(figures), word, "")
    if limit is None:
        return Meter(minus(used), ngettext("point, no limit", "points, no limit", abs(used)), "")
    return points_meter(used, limit)


def points_meter(used: int, limit: int) -> Meter:
    width = limit * 6 // 5
    over = used - limit
    if over > 0:
        left = gettext("%(over)s over") % {"over": over}
    else:
        left = ngettext("%(left)s left", "%(left)s left", -over) % {"left": -over}
    spoken = gettext("%(used)s of %(limit)s points: %(left)s") % {"used": used, "limit": limit, "left": left}
    return Meter(
        used=minus(used),
        limit=f"/ {limit}",
        left=left,
        is_over=over > 0,
        width=width,
        bound=limit,
        fill=max(0, min(used, limit)),
        excess=max(0, min(used, width) - limit),
        ticks=ticks(limit, width),
        ticks_on=ticks(limit, min(used, limit)),
        labels=_labels(limit),
        spoken=spoken,
    )


@lru_cache(maxsize=512)
def ticks(limit: int, up_to: int) -> str:
    """Return the path of the ticks up to a number of points: one per ten, fewer for a large limit."""
    step = 10
    while limit > step * MOST_TICKS:
        step *= 5 if str(step)[0] == "1" else 2
    long = step * 5
    return "".join(f"M{x} {4 if x % long == 0 else 7}V12" for x in range(step, up_to + 1, step))


def _labels(limit: int) -> tuple[str, ...]:
    """Return the numbers under the ruler, at thirds of the limit if those are whole."""
    if limit % 3:
        return ("0", "", "", str(limit))
    return ("0", str(limit // 3), str(limit // 3 * 2), str(limit))


def breakdown(context: Context) -> tuple[PointsLine, ...]:
    if context.points is None:
        return ()
    parts, catalogue = context.points.breakdown, context.catalogue
    sold: dict[str, object] = {
        "leadership": catalogue.leadership,
        "roles": any(context.prices.roles.values()),
        "vehicles": catalogue.vehicles,
        "extras": catalogue.extras,
    }
    lines = [
        (str(name), getattr(parts, use)) for use, name in USES.items() if sold.get(use, True) or getattr(parts, use)
    ]
    return tuple(PointsLine(name, price(points)) for name, points in (*lines, (gettext("Total"), parts.total)))
