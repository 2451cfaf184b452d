"""The points meter: a ruler with one tick a ten, and where the points come from."""

from functools import lru_cache

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.values import BreakdownLine, Meter
from armybuilder.lists.words import minus, price

MOST_TICKS = 40


def meter(context: Context) -> Meter:
    """Return the meter of a list: with a limit, without one, or without points."""
    used, limit = context.report.total, context.report.limit
    if used is None:
        figures = sum(squad.figure_count for squad in context.roster.squads)
        word = ngettext("figure, no points in this game", "figures, no points in this game", figures)
        return Meter(str(figures), word, "")
    if limit is None:
        return Meter(minus(used), ngettext("point, no limit", "points, no limit", abs(used)), "")
    return points_meter(used, limit)


def points_meter(used: int, limit: int) -> Meter:
    """Return the meter of so many points of a limit."""
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
    """Return the path of the ticks up to a number of points: one a ten, fewer where the limit is large."""
    step = 10
    while limit > step * MOST_TICKS:
        step *= 5 if str(step)[0] == "1" else 2
    long = step * 5
    return "".join(f"M{x} {4 if x % long == 0 else 7}V12" for x in range(step, up_to + 1, step))


def _labels(limit: int) -> tuple[str, ...]:
    """The numbers under the ruler, at thirds of the limit where those are whole."""
    if limit % 3:
        return ("0", "", "", str(limit))
    return ("0", str(limit // 3), str(limit // 3 * 2), str(limit))


def breakdown(context: Context) -> tuple[BreakdownLine, ...]:
    """Return where the points come from, the total last; empty if there are none."""
    if context.points is None:
        return ()
    parts, catalogue = context.points.breakdown, context.catalogue
    lines = [(gettext("Soldiers"), parts.soldiers, True)]
    lines.append((gettext("Leadership"), parts.leadership, bool(catalogue.leadership)))
    lines.append((gettext("Roles"), parts.roles, any(context.prices.roles.values())))
    lines.append((gettext("Weapons"), parts.weapons, True))
    lines.append((gettext("Vehicles"), parts.vehicles, bool(catalogue.vehicles)))
    lines.append((gettext("Extras"), parts.extras, bool(catalogue.extras)))
    lines.append((gettext("Total"), parts.total, True))
    return tuple(BreakdownLine(name, price(points)) for name, points, there in lines if there or points)
