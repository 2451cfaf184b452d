"""Fixes of extras: remove them, buy them elsewhere or at another level, or add what they need."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix, fixes
from rules.core.advice.fixes.squads import all_of
from rules.core.advice.steps import Step, step, take_men
from rules.core.catalogue.catalogue import Extra
from rules.core.document.naming import in_sentence
from rules.core.document.roster import ExtraEntry, Squad
from rules.core.judging.checks import extras as checks
from rules.core.judging.checks.definition import ExtraParams, NoParams


@fixes(checks.extra_scope)
def in_scope(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Buy it for the list instead, or for each squad in turn; or remove it."""
    entry: ExtraEntry = case.row
    moved, extra = replace(entry, id=""), case.catalogue.extra_by_id[entry.extra]
    out = step("remove_row", entry.id)
    if extra.sold_for("list"):
        yield fix("for-the-list", (out, step("add_extra", item=moved)), extra=extra.name)
    for squad in case.squads[:2] if extra.sold_for("squad") else ():
        steps = (out, step("add_extra", squad.id, item=moved))
        yield fix("for-a-squad", steps, extra=extra.name, squad=case.name(squad))
    yield case.removed(entry)


@fixes(checks.extra_condition)
def condition_met(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Yield a lower level; the trait, or the class of the whole squad, that it needs; or remove it."""
    entry: ExtraEntry = case.row
    extra = case.catalogue.extra_by_id[entry.extra]
    lower = [level for level in extra.levels or () if level < (entry.level or 1)]
    for level in lower[-1:]:
        yield _at_level(case, entry, level)
    yield case.removed(entry)
    for condition in extra.conditions:
        if condition.need == "list-has-trait":
            for squad in case.squads[:1]:
                yield from _with_trait(case, squad, condition.any_of)
        if condition.need == "squad-all-of-class" and case.place and case.place.squad:
            squad, class_id = case.squad, condition.any_of[0]
            facts = {"squad": case.name(squad), "troops": case.troops(class_id)}
            yield fix("squad-all-of", all_of(squad, class_id), **facts)


def _with_trait(case: FixCase[NoParams], squad: Squad, traits: tuple[str, ...]) -> Iterator[PossibleFix]:
    for trait in traits:
        if known := case.catalogue.squad_traits.get(trait):
            with_it = step("edit_squad", squad.id, traits=(*squad.traits, trait))
            yield fix("make", (with_it,), what=case.name(squad), now=known.name)


@fixes(checks.extra_excludes)
def not_both(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    named = (case.finding.facts["extra"], case.finding.facts["other"])
    for extra in case.catalogue.extras:
        if extra.name in named:
            out = (*_out_of_list(case, extra.id), *_out_of_squads(case, extra.id))
            yield fix("remove", out, what=in_sentence(extra.name))


@fixes(checks.extra_limit)
def within_limit(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Reduce it to the allowed number, level and passes; or remove it."""
    entry: ExtraEntry = case.row
    extra = case.catalogue.extra_by_id[entry.extra]
    if extra.levels == () and entry.level:
        yield fix("without-level", (step("edit_extra", entry.id, level=0),), extra=extra.name)
    if extra.levels and entry.level not in (0, *extra.levels):
        yield _at_level(case, entry, max(extra.levels))
    if extra.passes:
        passes = min(max(entry.passes, extra.passes.least), extra.passes.most)
        allowed = step("edit_extra", entry.id, passes=passes)
        yield fix("passes", (allowed,), extra=extra.name, passes=passes)
    yield from _fewer(case, extra)
    yield case.removed(entry)


def _fewer(case: FixCase[NoParams], extra: Extra) -> Iterator[PossibleFix]:
    """Yield the entries of the same extra, or of those counted with it, reduced to the maximum from the last on."""
    shared = extra.shared_limit
    kinds = {extra.id, *(shared.also if shared else ())}
    most = shared.most if shared else extra.most
    if most is None:
        return
    tables = [case.roster.extras, *(squad.extras for squad in case.squads)]
    if not shared:
        tables = [table for table in tables if any(entry.id == case.row.id for entry in table)]
    steps, left = [], most
    for entry in [entry for table in tables for entry in table if entry.extra in kinds]:
        if entry.count > left:
            steps.append(take_men(entry, entry.count - left))
        left = max(0, left - entry.count)
    yield fix("only-so-many", steps, extra=extra.name, most=most)


@fixes(checks.scope_overlap)
def one_scope(case: FixCase[ExtraParams]) -> Iterator[PossibleFix]:
    extra = case.catalogue.extra_by_id[case.params.extra]
    yield fix("for-the-list-only", _out_of_squads(case, extra.id), extra=extra.name)
    yield fix("for-squads-only", _out_of_list(case, extra.id), extra=extra.name)


@fixes(checks.cheaper_scope)
def cheaper(case: FixCase[ExtraParams]) -> Iterator[PossibleFix]:
    """Buy it once for the list instead, or for the one squad."""
    extra = case.catalogue.extra_by_id[case.params.extra]
    bought = ExtraEntry(extra=extra.id)
    if case.place is None:
        steps = (*_out_of_squads(case, extra.id), step("add_extra", item=bought))
        yield fix("once-for-the-list", steps, extra=extra.name)
        return
    squads = [squad for squad in case.squads if squad.kind == "squad" and squad.figures]
    for squad in squads[:1]:
        steps = (*_out_of_list(case, extra.id), step("add_extra", squad.id, item=bought))
        yield fix("for-a-squad", steps, extra=extra.name, squad=case.name(squad))


@fixes(checks.extra_needs_side)
def of_use(case: FixCase[checks.NeedsSideParams]) -> Iterator[PossibleFix]:
    """Remove it, or buy what makes it useful."""
    yield case.removed(case.row)
    unless = case.catalogue.extra_by_id[case.params.unless]
    yield fix("add", (step("add_extra", item=ExtraEntry(extra=unless.id)),), what=in_sentence(unless.name))


def _at_level(case: FixCase[Any], entry: ExtraEntry, level: int) -> PossibleFix:
    lower = case.name(replace(entry, level=level))
    return fix("go-down-to", (step("edit_extra", entry.id, level=level),), extra=lower)


def _out_of_squads(case: FixCase[Any], extra_id: str) -> list[Step]:
    bought = [entry for squad in case.squads for entry in squad.extras if entry.extra == extra_id]
    return [step("remove_row", entry.id) for entry in bought]


def _out_of_list(case: FixCase[Any], extra_id: str) -> list[Step]:
    return [step("remove_row", entry.id) for entry in case.roster.extras if entry.extra == extra_id]
