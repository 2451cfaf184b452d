"""Extras: where they are sold, how often, to whom, and what they exclude (bn, Calcolo dei punti).

What was bought in the wrong scope is reported as that alone and counts for nothing else.
"""

from collections.abc import Iterator, Mapping

from rules.core.catalogue import Catalogue, Check, Condition, Extra
from rules.core.checks.common import found, word
from rules.core.entry import Entry
from rules.core.muster import Bought, Formation, Muster
from rules.core.naming import both, either
from rules.core.report import Finding
from rules.core.text import Text


def extra_scope(muster: Muster, spec: Check) -> Iterator[Finding]:
    """An extra is sold for a squad, for the list, or for both."""
    for bought in muster.extras:
        if not bought.in_scope:
            sold_to = "squad" if bought.scope == "list" else "list"
            yield found(spec, bought.path, sold_to, extra=bought.extra.name)


def extra_condition(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Some extras are for certain troops only; each condition names the code it is reported under."""
    for formation, bought in muster.counted:
        for condition in bought.extra.conditions:
            if condition.code != spec.code or condition.level not in (None, bought.entry.level or 1):
                continue
            if not _holds(condition, muster, formation):
                yield _unfulfilled(condition, bought, muster, spec)


def extra_excludes(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Two extras that exclude each other cannot stand in one list; one finding names both."""
    owned = {bought.extra.id: bought.extra for _, bought in muster.counted}
    pairs = {tuple(sorted((a.id, b))) for a in owned.values() for b in a.excludes if b in owned}
    for first, second in sorted(pairs):
        yield found(spec, "", extra=owned[first].name, other=owned[second].name)


def extra_limit(muster: Muster, spec: Check) -> Iterator[Finding]:
    """An extra is bought as often, at the levels and with the passes that the text allows."""
    by_place: dict[tuple[int, str], list[Bought]] = {}
    for formation, bought in muster.counted:
        place = -1 if formation is None else formation.number
        by_place.setdefault((place, bought.extra.id), []).append(bought)
    for entries in by_place.values():
        extra = entries[0].extra
        together = _too_many_together(muster, entries, spec) if extra.shared_limit else None
        if finding := together or _limit_of_one(entries, spec):
            yield finding
        if extra.passes:
            yield from _passes(entries, spec)


def scope_overlap(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Motivation is bought squad by squad or for the platoon, not both."""
    extra = word(spec, "extra")
    platoon = muster.list_extras(extra)
    if platoon and muster.squads_with(extra):
        yield found(spec, platoon[-1].path, extra=platoon[-1].extra.name)


def cheaper_scope(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Where an extra is sold for a squad and for the platoon, one of the two is cheaper: our advice."""
    extra = muster.prices.catalogue.extra_by_id[word(spec, "extra")]
    for_squad, for_platoon = extra.points["squad"], extra.points["list"]
    squads = muster.squads_with(extra.id)
    if squads * for_squad > for_platoon:
        yield found(
            spec,
            "",
            "list",
            extra=extra.name,
            squads=squads,
            points=squads * for_squad,
            cheaper=for_platoon,
        )
    platoon = muster.list_extras(extra.id)
    if platoon and sum(formation.is_squad_with_figures for formation in muster.formations) == 1:
        yield found(spec, platoon[-1].path, extra=extra.name, points=for_platoon, cheaper=for_squad)


def extra_needs_side(muster: Muster, spec: Check) -> Iterator[Finding]:
    """Irregulars have no support fire to make easier, but for the mortars."""
    sides = muster.sides
    if not sides or word(spec, "side") in sides or muster.list_extras(word(spec, "unless")):
        return
    catalogue = muster.prices.catalogue
    side = catalogue.side_by_id[word(spec, "side")].name
    unless = catalogue.extra_by_id[word(spec, "unless")].name
    for bought in muster.list_extras(word(spec, "extra")):
        yield found(spec, bought.path, extra=bought.extra.name, side=side, unless=unless)


def _unfulfilled(condition: Condition, bought: Bought, muster: Muster, spec: Check) -> Finding:
    """The finding of a condition that does not hold, with the names of what it asks for."""
    name, level = bought.extra.name, condition.level
    extra = Text(f"{name.it} {level}", f"{name.en} {level}") if level else name
    variant = "squad" if condition.need == "squad-all-of-class" else ""
    names = _asked_for(condition, muster.prices.catalogue)
    return found(spec, bought.path, variant, extra=extra, names=names)


def _asked_for(condition: Condition, catalogue: Catalogue) -> Text:
    tables: dict[str, Mapping[str, Entry]] = {
        "squad-all-of-class": catalogue.class_by_id,
        "list-has-class": catalogue.class_by_id,
        "list-has-side": catalogue.side_by_id,
        "list-has-trait": catalogue.squad_traits,
    }
    return either(tables[condition.need][item].name for item in condition.any_of)


def _holds(condition: Condition, muster: Muster, formation: Formation | None) -> bool:
    any_of = condition.any_of
    match condition.need:
        case "squad-all-of-class":
            classes = [s.class_id for s in formation.soldiers] if formation else []
            return bool(classes) and all(class_id in any_of for class_id in classes)
        case "list-has-class":
            return not muster.classes.keys().isdisjoint(any_of)
        case "list-has-side":
            return not muster.sides.isdisjoint(any_of)
        case "list-has-trait":
            return any(trait in any_of for formation in muster.formations for trait in formation.squad.traits)


def _limit_of_one(entries: list[Bought], spec: Check) -> Finding | None:
    """How often and at what level an extra is bought in one place: said once, of the last entry that is too much."""
    extra = entries[0].extra
    times = sum(bought.entry.count for bought in entries)
    if extra.most is not None and times > extra.most:
        return found(spec, entries[-1].path, extra=extra.name, most=extra.most)
    refused = [bought for bought in entries if not _level_allowed(bought, extra)]
    if not refused:
        return None
    variant = "level" if extra.levels else "no-levels"
    return found(spec, refused[-1].path, variant, extra=extra.name, most=max(extra.levels or (1,)))


def _level_allowed(bought: Bought, extra: Extra) -> bool:
    if extra.levels is None:
        return True
    return bought.entry.level == 0 or bought.entry.level in extra.levels


def _passes(entries: list[Bought], spec: Check) -> Iterator[Finding]:
    """Each aircraft makes its own passes (ludonet)."""
    extra = entries[0].extra
    for bought in entries:
        if extra.passes and not extra.passes.least <= bought.entry.passes <= extra.passes.most:
            least, most = extra.passes.least, extra.passes.most
            yield found(spec, bought.path, "passes", extra=extra.name, least=least, most=most)


def _too_many_together(muster: Muster, entries: list[Bought], spec: Check) -> Finding | None:
    """Several kinds counted together (IEDs: one dummy marker each): said once, of the first kind that was bought."""
    extra = entries[0].extra
    shared = extra.shared_limit
    if shared is None:
        return None
    kinds = {extra.id, *shared.also}
    together = [bought for _, bought in muster.counted if bought.extra.id in kinds]
    bought_kinds = {bought.extra.id for bought in together}
    named = next(item.id for item in muster.prices.catalogue.extras if item.id in bought_kinds)
    first = next(bought for bought in together if bought.extra.id == named)
    if entries[0] is not first or sum(bought.entry.count for bought in together) <= shared.most:
        return None
    names = both(item.name for item in muster.prices.catalogue.extras if item.id in kinds)
    return found(spec, entries[0].path, "shared", extra=extra.name, names=names, most=shared.most)
