"""The small changes near a finding about an extra or about the whole list."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.advice.figures import plainest, preset_figure
from rules.core.advice.near import Near, SmallChange, small
from rules.core.advice.steps import change_men, step
from rules.core.catalogue.catalogue import Extra
from rules.core.catalogue.entry import name_in
from rules.core.document.naming import in_sentence
from rules.core.document.roster import ExtraEntry, Figure, Squad


def changes_of_extra(near: Near, entry: ExtraEntry, squad: Squad | None) -> Iterator[SmallChange]:
    """Yield it at a lower level, with other passes, fewer of it, bought elsewhere, none; then what it needs."""
    extra = near.catalogue.extra_by_id.get(entry.extra)
    if extra is None:
        yield near.removed(entry)
        return
    for level in sorted(extra.levels or (0,), reverse=True):
        if level < entry.level:
            lower = near.name(replace(entry, level=level)) if level else in_sentence(extra.name)
            words = "go-down-to" if level else "without-level"
            yield small(words, (step("edit_extra", entry.id, level=level),), "", extra=lower)
    if extra.passes:
        passes = min(max(entry.passes, extra.passes.least), extra.passes.most)
        edit = step("edit_extra", entry.id, passes=passes)
        yield small("passes", (edit,), extra=extra.name, passes=passes)
    for number in range(entry.count - 1, 0, -1):
        fewer = step("set_count", entry.id, count=number)
        yield small("only-so-many", (fewer,), "", extra=extra.name, most=number)
    moved, out = replace(entry, id=""), step("remove_row", entry.id)
    if squad and extra.sold_for("list"):
        yield small("for-the-list", (out, step("add_extra", item=moved)), extra=extra.name)
    for other in near.roster.squads[:2] if extra.sold_for("squad") else ():
        steps = (out, step("add_extra", other.id, item=moved))
        yield small("for-a-squad", steps, extra=extra.name, squad=near.name(other))
    yield from _without_extra(near, entry, extra, squad)
    for wanted in (item for condition in extra.conditions for item in condition.any_of):
        if squad and wanted in near.catalogue.class_by_id:
            yield near.all_of(squad, wanted)
        for home in [squad] if squad else near.roster.squads[:1]:
            if trait := near.catalogue.squad_traits.get(wanted):
                with_it = step("edit_squad", home.id, traits=(*home.traits, wanted))
                yield small("make", (with_it,), what=near.name(home), now=trait.name)
    for more in near.catalogue.offered.extras:
        if more.sold_for("list"):
            bought = step("add_extra", item=ExtraEntry(extra=more.id))
            yield small("add", (bought,), what=in_sentence(more.name))


def _without_extra(near: Near, entry: ExtraEntry, extra: Extra, squad: Squad | None) -> Iterator[SmallChange]:
    """Yield the list without an extra; bought several times, without one of them, or for one scope only."""
    for_list = [it for it in near.roster.extras if it.extra == extra.id]
    for_squads = [it for home in near.roster.squads for it in home.extras if it.extra == extra.id]
    here = [it for it in (squad.extras if squad else for_list) if it.extra == extra.id]
    facts = near.finding.facts.keys()
    if not squad and for_squads and facts == {"extra"}:
        for words, entries in (("for-squads-only", for_list), ("for-the-list-only", for_squads)):
            yield small(words, [step("remove_row", it.id) for it in entries], extra=extra.name)
    elif len(here) > 1 and facts == {"extra", "most"}:
        left = sum(it.count for it in here) - entry.count
        yield small("only-so-many", (step("remove_row", entry.id),), "", extra=extra.name, most=left)
    else:
        yield near.removed(entry)


def changes_of_list(near: Near) -> Iterator[SmallChange]:
    """Yield a commander, a first man, one class, extras bought once or not, fewer of what a limit counts."""
    squads = near.roster.squads
    everyone = [(squad, man) for squad in squads for man in squad.figures]
    yield from _commanders(near, everyone)
    if not everyone:
        yield from _first_man(near)
    bought = [*near.roster.extras, *(entry for squad in squads for entry in squad.extras)]
    for extra_id in dict.fromkeys(entry.extra for entry in bought):
        out = [step("remove_row", entry.id) for entry in bought if entry.extra == extra_id]
        extra = near.catalogue.extra_by_id.get(extra_id)
        if extra and extra.sold_for("list") and extra.sold_for("squad"):
            once = step("add_extra", item=ExtraEntry(extra=extra_id))
            yield small("once-for-the-list", (*out, once), extra=extra.name)
        yield small("remove", out, what=in_sentence(name_in(near.catalogue.extra_by_id, extra_id)))
    for squad, man in everyone:
        if squad.class_ and man.class_ not in ("", squad.class_):
            yield near.of_class(man, squad.class_, squad)
        for number in sorted({number for number in (*near.numbers, man.count) if number <= man.count}):
            yield from near.lighter(squad, man, number)
    if near.surplus:
        for squad, man in everyone:
            yield near.removed(man, min(near.surplus, man.count), squad)
        for vehicle in (vehicle for squad in squads for vehicle in squad.vehicles):
            yield near.removed(vehicle, min(near.surplus, vehicle.count))
    for squad in squads[-1:]:
        for man in plainest(squad, near.catalogue)[:1]:
            yield from near.added(squad, man)


def _commanders(near: Near, everyone: list[tuple[Squad, Figure]]) -> Iterator[SmallChange]:
    """Yield a mark for one of the highest leaders; of several marks, one."""
    highest = max((man.leadership for _, man in everyone), default=0)
    marked = [man for _, man in everyone if man.commander]
    for squad, man in everyone:
        others = [step("edit_figure", one.id, commander=False) for one in marked if one.id != man.id]
        name = near.name(man, squad)
        if man.commander:
            if man.count > 1:
                others += change_men(squad, man, man.count - 1, commander=False)
            yield small("keep-commander", others, man=name)
        elif man.leadership == highest and not marked:
            words = "mark-commander" if man.name else "mark-commander-of"
            steps = change_men(squad, man, 1, commander=True)
            yield small(words, steps, man=name, squad=near.name(squad))


def _first_man(near: Near) -> Iterator[SmallChange]:
    """Yield a man of the first preset, a leader if there is one, in a squad or in a new one."""
    catalogue = near.catalogue
    squads = near.roster.squads or (Squad(name="", class_=catalogue.offered.classes[0].id),)
    for preset in sorted(catalogue.offered.presets, key=lambda it: -it.leadership)[:1]:
        for squad in squads[:1]:
            man = preset_figure(preset, squad, catalogue)
            new = step("add_squad", item=replace(squad, figures=(man,)))
            steps = (step("add_figure", squad.id, item=man) if squad.id else new,)
            yield small("add", steps, what=in_sentence(preset.name))
