"""The extras of the list: bought, available, and unavailable."""

from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.palette import Offers, first_level
from armybuilder.lists.builder.report import flag, flags_at, refusal_flags
from armybuilder.lists.builder.values import BoughtExtra, Extras, Flag, OfferedExtra, RefusedExtra
from armybuilder.lists.forms import MOST_EXTRAS, extra_choice
from armybuilder.lists.words import over_limit, price, reason
from rules.core.catalogue.catalogue import Extra
from rules.core.document.naming import extra_label
from rules.core.document.roster import ExtraEntry
from rules.core.judging.prices import extra_is_house
from rules.reference.parts import Book


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
