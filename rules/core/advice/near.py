"""The small changes near a finding in its squad or row, the likeliest first.

They do not depend on the check: `fixing` offers those after which its finding is gone.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import combinations, islice
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from rules.core.advice.figures import called, plainest, special
from rules.core.advice.steps import Fact, Step, Steps, change_men, men, say, step, take_men, without
from rules.core.catalogue.catalogue import Catalogue, TroopClass
from rules.core.catalogue.entry import name_in
from rules.core.document.naming import extra_label, in_sentence, joined, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import RowPlace
from rules.core.judging.report import Finding
from rules.core.text import Text

MOST_NUMBERS = 4  # of men to add, change or remove
MOST_CLASSES = 5  # instead of one
MOST_MEN = 2  # of a squad that can get a task
MOST_SQUADS = 2  # that a squad can join
MOST_SETS = 30  # of weapons that a row can lose together
LOSS_OF_ONE = 10  # man or vehicle; each weapon after the first is 1


class SmallChange(NamedTuple):
    """Steps that may fix a finding, and the text of the button; of several with the same `way` one is enough.

    `loss`: how much more than one thing goes; a change with a larger loss is only needed if no other is good.
    """

    words: Text
    steps: Steps
    way: tuple[str, ...]
    loss: int = 0


def small(name: str, steps: Iterable[Step], *way: str, loss: int = 0, **facts: Fact) -> SmallChange:
    """Return a change with words of `words.yaml`, filled with facts; `way`: its row, if other numbers do the same."""
    words = say(name, **facts)
    return SmallChange(words, tuple(steps), (name, *way) if way else (words.en,), loss)


class Near:
    """The changes near a finding at a place (None: of the whole list). `params` are those of its check."""

    def __init__(
        self, finding: Finding, params: Struct, place: RowPlace | None, roster: Roster, catalogue: Catalogue
    ) -> None:
        self.finding, self.place, self.roster, self.catalogue = finding, place, roster, catalogue
        self.role = catalogue.role_by_id.get(getattr(params, "role", ""))
        of_check = asdict(params)
        facts = of_check | dict(finding.facts)
        self.has_params = bool(of_check)
        self.numbers = numbers_of((*finding.facts.values(), *of_check.values()))
        here = next((facts[name] for name in ("here", "figures") if name in finding.facts), 0)
        self.surplus = max(0, here - facts["most"]) if here and facts.get("most") else 0

    def only_known(self, row: Figure | Vehicle | Squad) -> SmallChange:
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
        item = self.finding.facts["item"]
        unknown = small("remove-unknown", (step(edit, row.id, **fields),), item=item)
        return unknown._replace(way=("take-from", row.id, str(item)))

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

    def of_man(self, squad: Squad, man: Figure) -> Iterator[SmallChange]:
        """Yield less gear, another class for him or his squad, nothing at all."""
        if "named" not in self.finding.facts:  # a class is wrong, not the gear
            yield from self.lighter(squad, man, man.count)
            yield from self._without_several(squad, man, man.count)
        yield from self.rulings()
        for troops in self._near(squad.class_of(man), squad):
            yield self.of_class(man, troops.id, squad)
            if not man.class_:
                yield self.of_class(squad, troops.id)
        yield from self.fewer(man, squad)
        yield self.removed(man, squad=squad)

    def lighter(self, squad: Squad, man: Figure, number: int) -> Iterator[SmallChange]:
        """Yield some men of a row with one thing less: a weapon or a role."""
        yield from self._without_weapons(squad, man, number, 1)
        name = men(number, self.name(man, squad))
        for role in man.roles:
            roles = tuple(item for item in man.roles if item != role)
            steps = change_men(squad, man, number, roles=roles)
            words = "without-this-role" if man.name or roles else "without-the-role"
            what = in_sentence(name_in(self.catalogue.role_by_id, role))
            yield small(words, steps, man.id, role, man=name, role=what)

    def _without_several(self, squad: Squad | None, row: Figure | Vehicle, number: int) -> Iterator[SmallChange]:
        """Yield them without several weapons, from two to all."""
        sizes = range(2, len(row.weapons) + 1)
        sets = (change for size in sizes for change in self._without_weapons(squad, row, number, size))
        yield from islice(sets, MOST_SETS)

    def _without_weapons(
        self, squad: Squad | None, row: Figure | Vehicle, number: int, size: int
    ) -> Iterator[SmallChange]:
        """Yield some men of a row, or vehicles, without some of their weapons, the last ones first."""
        name = men(number, self.name(row, squad))
        for lost in dict.fromkeys(lost[::-1] for lost in combinations(reversed(row.weapons), size)):
            left = row.weapons
            for weapon in lost:
                left = without(left, weapon)
            if squad and isinstance(row, Figure):
                steps = change_men(squad, row, number, weapons=left or self._usual_weapons())
            else:
                steps = (step("edit_vehicle", row.id, weapons=left),)
            names = [in_sentence(name_in(self.catalogue.weapon_by_id, it)) for it in dict.fromkeys(lost)]
            yield small("take-from", steps, row.id, *lost, loss=size - 1, row=name, what=joined(names))

    def _usual_weapons(self) -> tuple[str, ...]:
        """Return the first preset's weapon, which is in the price of a man."""
        presets = self.catalogue.offered.presets
        return presets[0].weapons[:1] if presets else ()

    def _rearmed(self, squad: Squad, man: Figure) -> Iterator[SmallChange]:
        """Yield a row with the next lighter weapon for each: an LMG instead of an MMG."""
        weapons = [it for it in self.catalogue.offered.weapons if it.fire and "figure" in it.carried_by]
        for number, own in enumerate(weapons):
            lighter = [it for it in weapons[:number] if it.kind == own.kind and {*it.tags} < {*own.tags}]
            if own.id in man.weapons and own.kind and lighter and lighter[-1].id not in man.weapons:
                new = lighter[-1]
                armed = tuple(new.id if item == own.id else item for item in man.weapons)
                steps = (step("edit_figure", man.id, weapons=armed),)
                name = men(man.count, self.name(man, squad))
                yield small("change-to", steps, man=name, weapon=in_sentence(new.name))

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

    def added(self, squad: Squad, man: Figure) -> Iterator[SmallChange]:
        """Yield more men with the weapons of a row, also in the role of the check."""
        plain = Figure(class_=man.class_, weapons=man.weapons, kit=man.kit, team=man.team)
        for roles in ((), (self.role.id,)) if self.role else ((),):
            for number in self.numbers or [1]:
                more = replace(plain, roles=roles, count=number)
                name = self.name(more, squad)
                steps = (step("add_figure", squad.id, item=more),)
                yield small("add", steps, squad.id, name.en, what=men(number, name))

    def fewer(self, row: Figure | Vehicle, squad: Squad | None = None) -> Iterator[SmallChange]:
        for number in self.numbers:
            if number < row.count:
                yield self.removed(row, number, squad)

    def removed(
        self, row: Figure | Vehicle | ExtraEntry | Squad, number: int = 0, squad: Squad | None = None
    ) -> SmallChange:
        """Remove a row, or a `number` of its men or vehicles."""
        if isinstance(row, Squad):
            loss = LOSS_OF_ONE * (row.figure_count + len(row.vehicles))
            return small("remove", (step("remove_squad", row.id),), row.id, loss=loss, what=self.name(row))
        number = number or row.count
        name = self.name(row, squad)
        if isinstance(row, ExtraEntry):
            return small("remove", (step("remove_row", row.id),), what=name)
        loss = LOSS_OF_ONE * max(0, number - self.surplus)
        return small("remove", (take_men(row, number),), row.id, loss=loss, what=men(number, name))

    # ── Classes ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _near(self, class_id: str, squad: Squad) -> list[TroopClass]:
        """Return other classes, the nearest in rank first: of the side of the class that the squad's army list names.

        Without it they are of the same side; for an unknown class, those of the list come first.
        """
        own = self.catalogue.class_by_id.get(class_id)
        others = [it for it in self.catalogue.offered.classes if it.id != class_id]
        rank = (own.rank or 0) if own else len(others) // 2
        used = {squad.class_of(man) for squad in self.roster.squads for man in squad.figures}
        if of_side := self.catalogue.class_by_id.get(squad.list_class, own):
            others = [it for it in others if it.side == of_side.side]
        others.sort(key=lambda it: (not own and it.id not in used, abs((it.rank or 0) - rank)))
        return others[:MOST_CLASSES]

    def of_class(self, row: Figure | Squad, class_id: str, squad: Squad | None = None) -> SmallChange:
        edit = "edit_squad" if isinstance(row, Squad) else "edit_figure"
        of_squad = squad is not None and squad.class_ == class_id  # he needs no class of his own
        steps = (step(edit, row.id, class_="" if of_squad else class_id),)
        return small("make", steps, what=self.name(row, squad), now=self.troops(class_id))

    def all_of(self, squad: Squad, class_id: str) -> SmallChange:
        own = [step("edit_figure", man.id, class_="") for man in squad.figures if man.class_]
        steps = (*own, step("edit_squad", squad.id, class_=class_id))
        return small("squad-all-of", steps, squad=self.name(squad), troops=self.troops(class_id))

    # ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def of_squad(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield tasks for plain men, sections, more men, classes, less gear, another kind of squad, fewer men."""
        section, facts = self.finding.facts.get("section"), self.finding.facts.keys()
        ordered = [it for it in plainest(squad, self.catalogue) if section in (None, it.team)]
        usual = [it for it in squad.figures if section in (None, it.team)]
        usual.sort(key=lambda it: (special(it, self.catalogue), -it.count))
        is_team = squad.kind not in ("section", "squad")
        as_section = small("make-a-section", (step("edit_squad", squad.id, kind="section"),))
        has_role = self.role and any(self.role.id in man.roles for man in ordered)
        may_give = facts.isdisjoint({"figure", "item"}) and (self.numbers or not has_role)
        for man in ordered[:1] if may_give else ():
            yield from self._given(squad, man)
        yield from self._sections(squad)
        if self.has_params and facts <= {"squad", "role"} and not is_team:  # it has no leader
            yield as_section
            yield from self._joined(squad)
        for man in usual:
            yield from self._rearmed(squad, man)
        for man in usual[:1]:
            yield from self.added(squad, man)
        for man in ordered[1:MOST_MEN] if may_give else ():
            yield from self._given(squad, man)
        yield from self._classes(squad)
        if is_team:
            yield as_section
        for man in usual:
            for number in sorted({*self.numbers, man.count - 1, man.count}):
                if 0 < number <= man.count:
                    yield from self.lighter(squad, man, number)
        if divided := [man for man in squad.figures if man.team]:
            steps = [step("edit_figure", man.id, team="") for man in divided]
            yield small("no-sections", steps, squad=self.name(squad))
        for man in usual[1:2]:
            yield from self.added(squad, man)
        yield from self._without_traits(squad)
        for man in usual:
            yield from self.fewer(man, squad)
            yield self.removed(man, squad=squad)
        for vehicle in squad.vehicles:
            yield from self.fewer(vehicle)
            yield self.removed(vehicle)

    def _joined(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield a squad without extras and traits as part of another."""
        others = [it for it in self.roster.squads if it.id != squad.id and it.kind == "squad" and it.figures]
        for other in others[:MOST_SQUADS] if not (squad.extras or squad.traits) else ():
            moved = [step("move_to_squad", row.id, to=other.id) for row in squad.carriers]
            yield small("join-to-squad", (*moved, step("remove_squad", squad.id)), squad=self.name(other))

    def _classes(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield one class for all if there are several, otherwise others for the squad, or for those with the role."""
        present = [class_id for class_id, _ in squad.men_by_class.most_common()]
        if len(present) > 1:
            yield from (self.all_of(squad, class_id) for class_id in present)
            return
        leaders = [man for man in squad.figures if self.role and self.role.id in man.roles]
        for troops in self._near(squad.class_, squad):
            if leaders and "ability" in self.catalogue.reads:
                steps = [step("edit_figure", man.id, ability=troops.id) for man in leaders]
                yield small("section-leader-ability", steps, ability=troops.name)
            other = self.of_class(squad, troops.id)
            is_known = squad.class_ in self.catalogue.class_by_id  # then its nearest class is enough
            yield other._replace(way=("class", squad.id)) if is_known else other

    def _without_traits(self, squad: Squad) -> Iterator[SmallChange]:
        for trait in squad.traits:
            left = tuple(item for item in squad.traits if item != trait)
            steps = (step("edit_squad", squad.id, traits=left),)
            what = name_in(self.catalogue.squad_traits, trait)
            yield small("take-from", steps, row=self.name(squad), what=what)

    def _sections(self, squad: Squad) -> Iterator[SmallChange]:
        """Yield men moved into or out of sections."""
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

    # ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────

    def of_vehicle(self, vehicle: Vehicle) -> Iterator[SmallChange]:
        """Yield it without weapons, fewer of it, none."""
        yield from self._without_weapons(None, vehicle, 1, 1)
        yield from self.rulings()
        yield from self._without_several(None, vehicle, 1)
        yield from self.fewer(vehicle)
        yield self.removed(vehicle)

    def rulings(self) -> Iterator[SmallChange]:
        for ruling in self.catalogue.rulings:
            for option in ruling.options:
                chosen = step("choose_ruling", ruling.id, option=option.id)
                yield small("ruling", (chosen,), option=option.name)


def numbers_of(facts: Iterable[Any]) -> list[int]:
    """Return how many may be too many or too few: the numbers of a finding, and their differences."""
    told = [fact for fact in facts if isinstance(fact, int) and not isinstance(fact, bool)]
    apart = {abs(one - other) for one, other in combinations(told, 2)}
    return sorted(number for number in {*told, *apart} if number > 0)[:MOST_NUMBERS]
