"""The small changes near a finding: in its row, in its squad or in the list, the likeliest first.

They do not depend on the check: `fixing` offers those after which its finding is gone.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from rules.core.advice.figures import called, plainest, preset_figure, special
from rules.core.advice.steps import Fact, Step, Steps, change_men, men, say, step, take_men
from rules.core.catalogue.catalogue import Catalogue, TroopClass
from rules.core.catalogue.entry import name_in
from rules.core.document.naming import extra_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import RowPlace
from rules.core.judging.report import Finding
from rules.core.text import Text

MOST_NUMBERS = 4  # of men to add, change or remove
MOST_CLASSES = 5  # instead of one
MOST_MEN = 2  # of a squad that can get a task


class SmallChange(NamedTuple):
    """Steps that may fix a finding, and the text of the button; of several with the same `way` one is enough."""

    words: Text
    steps: Steps
    way: tuple[str, ...]


def small(name: str, steps: Iterable[Step], *way: str, **facts: Fact) -> SmallChange:
    """Return a change with words of `words.yaml`, filled with facts; `way`: its row, if other numbers do the same."""
    words = say(name, **facts)
    return SmallChange(words, tuple(steps), (name, *way) if way else (words.en,))


class Near:
    """The changes near a finding at a place (None: of the whole list). `params` are those of its check."""

    def __init__(
        self, finding: Finding, params: Struct, place: RowPlace | None, roster: Roster, catalogue: Catalogue
    ) -> None:
        self.finding, self.place, self.roster, self.catalogue = finding, place, roster, catalogue
        self.role = catalogue.role_by_id.get(getattr(params, "role", ""))
        self.numbers = numbers_of((*finding.facts.values(), *asdict(params).values()))

    def changes(self) -> Iterator[SmallChange]:
        place = self.place
        if place and "item" in self.finding.facts and not isinstance(place.row, ExtraEntry):
            yield self._only_known(place.row)
        if place is None:
            yield from self._of_list()
        elif isinstance(place.row, Squad):
            yield from self._of_squad(place.row)
        elif isinstance(place.row, ExtraEntry):
            yield from self._of_extra(place.row, place.squad)
        elif isinstance(place.row, Vehicle):
            yield from self._of_vehicle(place.row)
        elif place.squad:
            yield from self._of_man(place.squad, place.row)

    def _only_known(self, row: Figure | Vehicle | Squad) -> SmallChange:
        """Return a row without what the rules do not have."""
        known = self.catalogue
        tables: dict[str, Container[str]] = {
            "weapons": known.weapon_by_id,
            "roles": known.role_by_id,
            "kit": known.kit_by_id,
            "traits": known.vehicle_traits if isinstance(row, Vehicle) else known.squad_traits,
        }
        fields: dict[str, Any] = {
            name: tuple(item for item in getattr(row, name) if item in table)
            for name, table in tables.items()
            if hasattr(row, name)
        }
        for name in ("ability", "leader_ability"):
            if hasattr(row, name) and getattr(row, name) not in known.class_by_id:
                fields[name] = ""
        if isinstance(row, Figure) and not known.leadership:
            fields["leadership"] = 0
        edit = {Figure: "edit_figure", Vehicle: "edit_vehicle", Squad: "edit_squad"}[type(row)]
        return small("remove-unknown", (step(edit, row.id, **fields),), item=self.finding.facts["item"])

    # ── Names ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def name(self, row: Figure | Vehicle | ExtraEntry | Squad, squad: Squad | None = None) -> Text:
        """Return the name of a row inside a sentence; `squad`: that of a figure."""
        match row:
            case Figure():
                assert squad
                return called(row, squad, self.catalogue)
            case Vehicle():
                label = vehicle_label(row, self.catalogue.vehicle_by_id.get(row.type))
                return in_sentence(label, row.name)
            case ExtraEntry():
                return in_sentence(extra_label(row, self.catalogue.extra_by_id.get(row.extra)))
        return squad_label(row, next(i for i, one in enumerate(self.roster.squads) if one.id == row.id))

    def troops(self, class_id: str) -> Text:
        return name_in(self.catalogue.class_by_id, class_id)

    # ── Men ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _of_man(self, squad: Squad, man: Figure) -> Iterator[SmallChange]:
        """Yield less gear, another class for him or his squad, nothing at all."""
        yield from self._lighter(squad, man, man.count)
        yield from self._rulings()
        for troops in self._near(squad.class_of(man)):
            yield self.of_class(man, troops.id, squad)
            if not man.class_:
                yield self.of_class(squad, troops.id)
        yield from self._fewer(man, squad)
        yield self.removed(man, squad=squad)

    def _lighter(self, squad: Squad, man: Figure, number: int) -> Iterator[SmallChange]:
        """Yield some men of a row with one thing less: a weapon or a role."""
        name = men(number, self.name(man, squad))
        for weapon in dict.fromkeys(man.weapons):
            steps = change_men(squad, man, number, weapons=self._armed(man, weapon))
            what = in_sentence(name_in(self.catalogue.weapon_by_id, weapon))
            yield small("take-from", steps, man.id, weapon, row=name, what=what)
        for role in man.roles:
            roles = tuple(item for item in man.roles if item != role)
            steps = change_men(squad, man, number, roles=roles)
            yield small("without-the-role", steps, man.id, role, man=name)

    def _armed(self, man: Figure, lost: str) -> tuple[str, ...]:
        """Return the weapons of a man without one; if none is left, that of the first preset, which is in his price."""
        left = tuple(item for item in man.weapons if item != lost)
        presets = self.catalogue.offered.presets
        return left or (presets[0].weapons[:1] if presets else ())

    def _given(self, squad: Squad, man: Figure) -> Iterator[SmallChange]:
        """Yield the role of the check for some men of a row, and the lowest leadership for one."""
        name, role = self.name(man, squad), self.role
        if role and role.id not in man.roles:
            for number in sorted({1, *self.numbers}):
                if number <= man.count:
                    steps = change_men(squad, man, number, roles=(*man.roles, role.id))
                    yield small("make", steps, man.id, role.id, what=men(number, name), now=role.name)
        for level in sorted(self.catalogue.leadership)[:1]:
            if not man.leadership:
                words = "leadership-for" if man.name else "leadership"
                yield small(words, change_men(squad, man, 1, leadership=level), man=name, level=level)

    def _added(self, squad: Squad, man: Figure) -> Iterator[SmallChange]:
        """Yield more men with the weapons of a row, also in the role of the check."""
        plain = Figure(class_=man.class_, weapons=man.weapons, kit=man.kit, team=man.team)
        for roles in ((), (self.role.id,)) if self.role else ((),):
            for number in self.numbers or [1]:
                more = replace(plain, roles=roles, count=number)
                name = self.name(more, squad)
                steps = (step("add_figure", squad.id, item=more),)
                yield small("add", steps, squad.id, name.en, what=men(number, name))

    def _fewer(self, row: Figure | Vehicle, squad: Squad | None = None) -> Iterator[SmallChange]:
        for number in self.numbers:
            if number < row.count:
                yield self.removed(row, number, squad)

    def removed(
        self, row: Figure | Vehicle | ExtraEntry | Squad, number: int = 0, squad: Squad | None = None
    ) -> SmallChange:
        """Remove a row, or a `number` of its men or vehicles."""
        out = step("remove_squad", row.id) if isinstance(row, Squad) else take_men(row, number or row.count)
        return small("remove", (out,), row.id, what=men(number or 1, self.name(row, squad)))

    # ── Classes ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _near(self, class_id: str) -> list[TroopClass]:
        """Return other classes of the same side, the nearest in rank first; for an unknown one, any."""
        own = self.catalogue.class_by_id.get(class_id)
        others = [it for it in self.catalogue.offered.classes if it.id != class_id]
        rank = (own.rank or 0) if own else len(others) // 2
        if own:
            others = [it for it in others if it.side == own.side]
        return sorted(others, key=lambda it: abs((it.rank or 0) - rank))[:MOST_CLASSES]

    def of_class(self, row: Figure | Squad, class_id: str, squad: Squad | None = None) -> SmallChange:
        edit = "edit_squad" if isinstance(row, Squad) else "edit_figure"
        steps = (step(edit, row.id, class_=class_id),)
        return small("make", steps, what=self.name(row, squad), now=self.troops(class_id))

    def _all_of(self, squad: Squad, class_id: str) -> SmallChange:
        own = [step("edit_figure", man.id, class_="") for man in squad.figures if man.class_]
        steps = (*own, step("edit_squad", squad.id, class_=class_id))
        return small("squad-all-of", steps, squad=self.name(squad), troops=self.troops(class_id))

    # ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _of_squad(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield tasks for plain men, more or fewer men, sections, classes, less gear, and another kind of squad."""
        section = self.finding.facts.get("section")
        ordered = [it for it in plainest(squad, self.catalogue) if section in (None, it.team)]
        has_role = self.role and any(self.role.id in man.roles for man in ordered)
        for man in ordered[:MOST_MEN] if self.numbers or not has_role else ():
            yield from self._given(squad, man)
        usual = sorted(ordered, key=lambda it: (special(it, self.catalogue), -it.count))
        for man in usual[:1]:
            yield from self._added(squad, man)
        yield from self._sections(squad)
        yield from self._classes(squad)
        for man in usual:
            for number in sorted({number for number in (*self.numbers, man.count) if number <= man.count}):
                yield from self._lighter(squad, man, number)
                yield self.removed(man, number, squad)
        for vehicle in squad.vehicles:
            yield from self._fewer(vehicle)
            yield self.removed(vehicle)
        for man in usual[1:2]:
            yield from self._added(squad, man)
        yield from self._without_traits(squad)
        if squad.kind not in ("section", "squad") or not self.numbers:
            yield small("make-a-section", (step("edit_squad", squad.id, kind="section"),))

    def _classes(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield one class for all if there are several, otherwise others for the squad, or for those with the role."""
        present = [class_id for class_id, _ in squad.men_by_class.most_common()]
        if len(present) > 1:
            yield from (self._all_of(squad, class_id) for class_id in present)
            return
        leaders = [man for man in squad.figures if self.role and self.role.id in man.roles]
        for troops in self._near(squad.class_):
            if leaders and "ability" in self.catalogue.reads:
                steps = [step("edit_figure", man.id, ability=troops.id) for man in leaders]
                yield small("section-leader-ability", steps, ability=troops.name)
            yield self.of_class(squad, troops.id)

    def _without_traits(self, squad: Squad) -> Iterator[SmallChange]:
        for trait in squad.traits:
            left = tuple(item for item in squad.traits if item != trait)
            steps = (step("edit_squad", squad.id, traits=left),)
            what = name_in(self.catalogue.squad_traits, trait)
            yield small("take-from", steps, row=self.name(squad), what=what)

    def _sections(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield men moved into or out of sections, and no sections at all."""
        labels = list(dict.fromkeys(man.team for man in squad.figures if man.team))
        if not labels:
            return
        exempt = self.role.id if self.role else ""
        without = [man for man in squad.figures if not man.team and exempt not in man.roles]
        for label in labels:
            steps = [step("edit_figure", man.id, team=label) for man in without]
            if steps:
                yield small("all-into-section", steps, section=label)
        for man in plainest(squad, self.catalogue):
            for number in self.numbers:
                if number <= man.count:
                    yield from self._moved(squad, man, number, labels)
        steps = [step("edit_figure", man.id, team="") for man in squad.figures if man.team]
        yield small("no-sections", steps, squad=self.name(squad))

    def _moved(self, squad: Squad, man: Figure, number: int, labels: list[str]) -> Iterator[SmallChange]:
        """Yield some men of a row out of their section, or into each."""
        name = men(number, self.name(man, squad))
        if man.team:
            steps = change_men(squad, man, number, team="")
            yield small("out-of-section", steps, man.id, man=name, section=man.team)
            return
        for label in labels:
            steps = change_men(squad, man, number, team=label)
            yield small("into-section", steps, man.id, label, man=name, section=label)

    # ── Vehicles and extras ────────────────────────────────────────────────────────────────────────────────────────

    def _of_vehicle(self, vehicle: Vehicle) -> Iterator[SmallChange]:
        """Yield it without a weapon, fewer of it, none."""
        for weapon in dict.fromkeys(reversed(vehicle.weapons)):
            left = tuple(item for item in vehicle.weapons if item != weapon)
            steps = (step("edit_vehicle", vehicle.id, weapons=left),)
            what = in_sentence(name_in(self.catalogue.weapon_by_id, weapon))
            yield small("take-from", steps, row=self.name(vehicle), what=what)
        yield from self._rulings()
        yield from self._fewer(vehicle)
        yield self.removed(vehicle)

    def _rulings(self) -> Iterator[SmallChange]:
        for ruling in self.catalogue.rulings:
            for option in ruling.options:
                chosen = step("choose_ruling", ruling.id, option=option.id)
                yield small("ruling", (chosen,), option=option.name)

    def _of_extra(self, entry: ExtraEntry, squad: Squad | None) -> Iterator[SmallChange]:
        """Yield it at a lower level, with other passes, fewer of it, bought elsewhere, none; then what it needs."""
        extra = self.catalogue.extra_by_id.get(entry.extra)
        if extra is None:
            yield self.removed(entry)
            return
        for level in sorted(extra.levels or (0,), reverse=True):
            if level < entry.level:
                lower = self.name(replace(entry, level=level))
                yield small("go-down-to", (step("edit_extra", entry.id, level=level),), "", extra=lower)
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
        for other in self.roster.squads[:2] if extra.sold_for("squad") else ():
            steps = (out, step("add_extra", other.id, item=moved))
            yield small("for-a-squad", steps, extra=extra.name, squad=self.name(other))
        yield self.removed(entry)
        for condition in extra.conditions:
            for home in [squad] if squad else self.roster.squads[:1]:
                yield from self._meeting(home, condition.any_of)
        for more in self.catalogue.offered.extras:
            if more.sold_for("list"):
                bought = step("add_extra", item=ExtraEntry(extra=more.id))
                yield small("add", (bought,), what=in_sentence(more.name))

    def _meeting(self, squad: Squad, wanted: tuple[str, ...]) -> Iterator[SmallChange]:
        """Yield a squad of one of some classes, or with one of some traits."""
        for item in wanted:
            if item in self.catalogue.class_by_id:
                yield self._all_of(squad, item)
            if trait := self.catalogue.squad_traits.get(item):
                with_it = step("edit_squad", squad.id, traits=(*squad.traits, item))
                yield small("make", (with_it,), what=self.name(squad), now=trait.name)

    # ── The list ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _of_list(self) -> Iterator[SmallChange]:
        """Yield a commander, a first man, no extra of a kind, fewer of the things that a limit counts."""
        squads = self.roster.squads
        everyone = [(squad, man) for squad in squads for man in squad.figures]
        yield from self._commanders(everyone)
        if not everyone:
            yield from self._first_man()
        bought = [*self.roster.extras, *(entry for squad in squads for entry in squad.extras)]
        for extra_id in dict.fromkeys(entry.extra for entry in bought):
            out = [step("remove_row", entry.id) for entry in bought if entry.extra == extra_id]
            yield small("remove", out, what=in_sentence(name_in(self.catalogue.extra_by_id, extra_id)))
        for squad, man in everyone:
            for number in sorted({number for number in (*self.numbers, man.count) if number <= man.count}):
                yield from self._lighter(squad, man, number)
                yield self.removed(man, number, squad)
        for squad in squads:
            for vehicle in squad.vehicles:
                yield from self._fewer(vehicle)
                yield self.removed(vehicle)
        for squad in squads[-1:]:
            for man in plainest(squad, self.catalogue)[:1]:
                yield from self._added(squad, man)

    def _commanders(self, everyone: list[tuple[Squad, Figure]]) -> Iterator[SmallChange]:
        """Yield a mark for one of the highest leaders; of several marks, one."""
        highest = max((man.leadership for _, man in everyone), default=0)
        marked = [man for _, man in everyone if man.commander]
        for squad, man in everyone:
            others = [step("edit_figure", one.id, commander=False) for one in marked if one.id != man.id]
            facts: dict[str, Fact] = {"man": self.name(man, squad), "squad": self.name(squad)}
            if man.commander:
                if man.count > 1:
                    others += change_men(squad, man, man.count - 1, commander=False)
                yield small("keep-commander", others, **facts)
            elif man.leadership == highest and not marked:
                words = "mark-commander" if man.name else "mark-commander-of"
                yield small(words, change_men(squad, man, 1, commander=True), **facts)

    def _first_man(self) -> Iterator[SmallChange]:
        """Yield a man of the first preset, a leader if there is one, in a squad or in a new one."""
        catalogue = self.catalogue
        squads = self.roster.squads or (Squad(name="", class_=catalogue.offered.classes[0].id),)
        for preset in sorted(catalogue.offered.presets, key=lambda it: -it.leadership)[:1]:
            for squad in squads[:1]:
                man = preset_figure(preset, squad, catalogue)
                new = step("add_squad", item=replace(squad, figures=(man,)))
                steps = (step("add_figure", squad.id, item=man) if squad.id else new,)
                yield small("add", steps, what=in_sentence(preset.name))


def numbers_of(facts: Iterable[Any]) -> list[int]:
    """Return how many may be too many or too few: the numbers of a finding, and their differences."""
    told = [fact for fact in facts if isinstance(fact, int) and not isinstance(fact, bool)]
    apart = {abs(one - other) for one, other in combinations(told, 2)}
    return sorted(number for number in {*told, *apart} if number > 0)[:MOST_NUMBERS]
