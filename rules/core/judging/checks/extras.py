"""Checks of extras: scope, number, buyers and exclusions (bn, Calcolo dei punti).

An extra bought in the wrong scope has only that finding and counts for nothing else.
"""

from collections.abc import Iterator

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue, Condition, Extra
from rules.core.document.naming import both, either
from rules.core.judging.checks.definition import ExtraId, ExtraParams, NoParams, SideId, Spec, check
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedExtra, ResolvedRoster, ResolvedSquad
from rules.core.text import Text


class NeedsSideParams(Struct, frozen=True):
    """`extra` is useless without figures of `side` or the extra `unless`."""

    extra: ExtraId
    side: SideId
    unless: ExtraId


@check("extra-scope", NoParams)
def extra_scope(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that an extra is bought in its scope: for a squad, for the list, or for both."""
    for bought in resolved.extras:
        if not bought.in_scope:
            sold_to = "squad" if bought.scope == "list" else "list"
            yield spec.found(bought.path, sold_to, extra=bought.extra.name)


@check("extra-condition", NoParams)
def extra_condition(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the conditions of extras for certain troops, each with its code."""
    for squad, bought in resolved.counted:
        for condition in bought.extra.conditions:
            if condition.code != spec.code or condition.level not in (None, bought.row.level or 1):
                continue
            if not _holds(condition, resolved, squad):
                yield _unfulfilled(condition, bought, resolved, spec)


@check("extra-excludes", NoParams)
def extra_excludes(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list does not have two extras that exclude each other; one finding names both."""
    owned = {bought.extra.id: bought.extra for _, bought in resolved.counted}
    pairs = {tuple(sorted((a.id, b))) for a in owned.values() for b in a.excludes if b in owned}
    for first, second in sorted(pairs):
        yield spec.found("", extra=owned[first].name, other=owned[second].name)


@check("extra-limit", NoParams)
def extra_limit(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the number, levels and passes of an extra."""
    by_place: dict[tuple[int, str], list[ResolvedExtra]] = {}
    for squad, bought in resolved.counted:
        place = -1 if squad is None else squad.number
        by_place.setdefault((place, bought.extra.id), []).append(bought)
    for entries in by_place.values():
        extra = entries[0].extra
        together = _too_many_together(resolved, entries, spec) if extra.shared_limit else None
        if finding := together or _limit_of_one(entries, spec):
            yield finding
        if extra.passes:
            yield from _passes(entries, spec)


@check("scope-overlap", ExtraParams)
def scope_overlap(resolved: ResolvedRoster, spec: Spec[ExtraParams]) -> Iterator[Finding]:
    """Check that Motivation is bought squad by squad or for the platoon, not both."""
    extra = spec.params.extra
    platoon = resolved.list_extras(extra)
    if platoon and resolved.squads_with(extra):
        yield spec.found(platoon[-1].path, extra=platoon[-1].extra.name)


@check("cheaper-scope", ExtraParams)
def cheaper_scope(resolved: ResolvedRoster, spec: Spec[ExtraParams]) -> Iterator[Finding]:
    extra = resolved.prices.catalogue.extra_by_id[spec.params.extra]
    for_squad, for_platoon = extra.points["squad"], extra.points["list"]
    squads = resolved.squads_with(extra.id)
    if squads * for_squad > for_platoon:
        yield spec.found(
            "",
            "list",
            extra=extra.name,
            squads=squads,
            points=squads * for_squad,
            cheaper=for_platoon,
        )
    platoon = resolved.list_extras(extra.id)
    if platoon and sum(squad.is_squad_with_figures for squad in resolved.squads) == 1:
        yield spec.found(platoon[-1].path, extra=extra.name, points=for_platoon, cheaper=for_squad)


@check("extra-needs-side", NeedsSideParams)
def extra_needs_side(resolved: ResolvedRoster, spec: Spec[NeedsSideParams]) -> Iterator[Finding]:
    """Check that irregulars buy no support fire bonus except for mortars."""
    sides = resolved.sides
    if not sides or spec.params.side in sides or resolved.list_extras(spec.params.unless):
        return
    catalogue = resolved.prices.catalogue
    side = catalogue.side_by_id[spec.params.side].name
    unless = catalogue.extra_by_id[spec.params.unless].name
    for bought in resolved.list_extras(spec.params.extra):
        yield spec.found(bought.path, extra=bought.extra.name, side=side, unless=unless)


def _unfulfilled(
    condition: Condition, bought: ResolvedExtra, resolved: ResolvedRoster, spec: Spec[NoParams]
) -> Finding:
    """Return the finding of an unmet condition, with the names of what it requires."""
    name, level = bought.extra.name, condition.level
    extra = Text(f"{name.it} {level}", f"{name.en} {level}") if level else name
    variant = "squad" if condition.need == "squad-all-of-class" else ""
    names = _asked_for(condition, resolved.prices.catalogue)
    return spec.found(bought.path, variant, extra=extra, names=names)


def _asked_for(condition: Condition, catalogue: Catalogue) -> Text:
    entries = catalogue.by_kind[condition.kind]
    return either(entries[item].name for item in condition.any_of)


def _holds(condition: Condition, resolved: ResolvedRoster, squad: ResolvedSquad | None) -> bool:
    any_of = condition.any_of
    match condition.need:
        case "squad-all-of-class":
            classes = [s.class_id for s in squad.figures] if squad else []
            return bool(classes) and all(class_id in any_of for class_id in classes)
        case "list-has-class":
            return not resolved.classes.keys().isdisjoint(any_of)
        case "list-has-side":
            return not resolved.sides.isdisjoint(any_of)
        case "list-has-trait":
            return any(trait in any_of for squad in resolved.squads for trait in squad.row.traits)


def _limit_of_one(entries: list[ResolvedExtra], spec: Spec[NoParams]) -> Finding | None:
    """Return the finding of an extra bought too often or at a wrong level in one place, at its last entry."""
    extra = entries[0].extra
    times = sum(bought.row.count for bought in entries)
    if extra.most is not None and times > extra.most:
        return spec.found(entries[-1].path, extra=extra.name, most=extra.most)
    refused = [bought for bought in entries if not _level_allowed(bought, extra)]
    if not refused:
        return None
    variant = "level" if extra.levels else "no-levels"
    return spec.found(refused[-1].path, variant, extra=extra.name, most=max(extra.levels or (1,)))


def _level_allowed(bought: ResolvedExtra, extra: Extra) -> bool:
    if extra.levels is None:
        return True
    return bought.row.level == 0 or bought.row.level in extra.levels


def _passes(entries: list[ResolvedExtra], spec: Spec[NoParams]) -> Iterator[Finding]:
    """Each aircraft makes separate passes (ludonet)."""
    extra = entries[0].extra
    for bought in entries:
        if extra.passes and not extra.passes.least <= bought.row.passes <= extra.passes.most:
            least, most = extra.passes.least, extra.passes.most
            yield spec.found(bought.path, "passes", extra=extra.name, least=least, most=most)


def _too_many_together(resolved: ResolvedRoster, entries: list[ResolvedExtra], spec: Spec[NoParams]) -> Finding | None:
    """Several kinds are counted together (IEDs: one dummy marker each): one finding, of the first kind bought."""
    extra = entries[0].extra
    shared = extra.shared_limit
    if shared is None:
        return None
    kinds = {extra.id, *shared.also}
    together = [bought for _, bought in resolved.counted if bought.extra.id in kinds]
    bought_kinds = {bought.extra.id for bought in together}
    named = next(item.id for item in resolved.prices.catalogue.extras if item.id in bought_kinds)
    first = next(bought for bought in together if bought.extra.id == named)
    if entries[0] is not first or sum(bought.row.count for bought in together) <= shared.most:
        return None
    names = both(item.name for item in resolved.prices.catalogue.extras if item.id in kinds)
    return spec.found(entries[0].path, "shared", extra=extra.name, names=names, most=shared.most)
