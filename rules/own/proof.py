"""Three lists that show what own rules allow: the least legal one, one filled to the limit, one that breaks a limit.

They are examples, made with little work whatever the number of rows: a few kinds of men in squads of a class.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from msgspec.structs import replace

from rules.core.advice.figures import price_of
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue, Check, TroopClass
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import PriceList, price_list
from rules.core.proof import Accepts, Item, ProofList, as_legal_as, filled, proof_list, with_one_more
from rules.core.text import Language
from rules.own.columns import MOST_MEN
from rules.own.filling import SIZES

FEW = 3  # the cheapest classes and men that the least list is made of
MOST_OTHERS, MOST_EXTRAS, MOST_SQUADS = 4, 2, 4  # of the full list
NAMES = {"it": ("Alfa", "Bravo", "Charlie", "Delta"), "en": ("Alpha", "Bravo", "Charlie", "Delta")}
T = TypeVar("T")


def proof_of(catalogue: Catalogue, language: Language) -> list[ProofList]:
    """Return the lists that can be made. Without "least", no list is legal; "broken" is then the cheapest one."""
    offered = catalogue.offered
    if not (offered.formats and offered.classes and offered.presets):
        return []
    return list(_Proof(catalogue, language).lists())


class _Proof:
    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.catalogue, self.offered, self.names = catalogue, catalogue.offered, NAMES[language]
        self.empty = Roster(
            format="armylist/1",
            ruleset=catalogue.id,
            name=catalogue.name.to(language)[:120].strip() or "-",
            role=self.offered.formats[0].id,  # type: ignore[arg-type]  # lists know no others (`beyond_a_list`)
            squads=(),
        )
        self.prices: PriceList = price_list(self.empty, catalogue)
        self.classes = sorted(self.offered.classes, key=lambda troops: self.prices.classes[troops.id])
        self.men = [man for man in self.offered.presets if not (man.leadership or man.roles)]
        self.men = sorted(self.men or self.offered.presets, key=self._price_of_man)
        self.plain = self.offered.preset_by_id.get(self.offered.completion.plain, self.men[0])
        self.leader = next((man for man in self.offered.presets if man.leadership), None)
        roles = (check.params["role"] for check in self._errors("no-leader-role"))
        self.needed = [Figure(roles=(str(role),), weapons=self.plain.weapons) for role in dict.fromkeys(roles)]

    def _errors(self, *functions: str) -> list[Check]:
        """Return the checks of some functions that a legal list meets."""
        checks = self.catalogue.checks
        return [it for it in checks if (it.check or it.code) in functions and it.severity == "error"]

    def _price_of_man(self, man: Preset) -> int:
        return price_of(_man(man), Squad(name="", class_=self.classes[0].id), self.prices)

    def lists(self) -> Iterator[ProofList]:
        tried = [proof_list("least", roster, self.catalogue) for roster in self._small()]
        least = next((one for one in tried if one.report.legal), None)
        if least is None:
            yield min(tried, key=lambda one: len(one.errors))._replace(sort="broken")
            return
        yield least
        full = self._full(least.roster)
        yield proof_list("full", full, self.catalogue)
        for roster in self._breaking(least.roster, full):
            one = proof_list("broken", roster, self.catalogue)
            if one.errors:
                yield one
                return

    def _small(self) -> list[Roster]:
        """Return small lists of a squad, the cheapest first."""
        needed = len(self.needed) + 1
        least = {int(str(check.params["least"])) for check in self._errors(*SIZES)}
        sizes = sorted({needed, needed + 1, *(min(size, MOST_MEN) for size in least if size > needed)})[:FEW]
        leaders = (None, self.leader) if self.leader else (None,)
        options = product(sizes, self.classes[:FEW], self.men[:FEW], leaders)
        squads = [self._squad(0, troops, size, man, leader) for size, troops, man, leader in options]
        squads.sort(key=self._cost)
        return [replace(self.empty, squads=(squad,)) for squad in squads]

    def _squad(self, number: int, troops: TroopClass, size: int, man: Preset, leader: Preset | None) -> Squad:
        men = [*([_man(leader)] if leader else []), *self.needed]
        if size > len(men):
            men.append(_man(man, size - len(men)))
        named = troops.id if "class-shift" in self.catalogue.check_by_function else ""
        return Squad(name=self.names[number], class_=troops.id, list_class=named, figures=tuple(men))

    def _cost(self, squad: Squad) -> int:
        return sum(price_of(figure, squad, self.prices) * figure.count for figure in squad.figures)

    def _full(self, least: Roster) -> Roster:
        """Return a list of whole squads, with one of each of a few other things, then plain men up to the limit."""
        accepts_errors, most = as_legal_as(least, self.catalogue), self.offered.completion.most
        most = max(most, least.squads[0].figure_count)

        def accepts(roster: Roster) -> bool:
            return all(squad.figure_count <= most for squad in roster.squads) and accepts_errors(roster)

        roster = self._first(least, accepts_errors)
        for item in self._others():
            roster = _kept(roster, with_one_more(roster, 0, item), accepts)
        for extra in _spread([it for it in self.offered.extras if it.sold_for("list")], MOST_EXTRAS):
            bought = replace(roster, extras=(*roster.extras, ExtraEntry(extra=extra.id)))
            roster = _kept(roster, bought, accepts)
        plain = _man(self.plain)
        roster = filled(roster, [(0, plain)], accepts)
        start = least.squads[0]
        limit = proof_list("full", roster, self.catalogue).report.limit
        for number in range(1, MOST_SQUADS if limit else 1):
            more = replace(roster, squads=(*roster.squads, replace(start, name=self.names[number])))
            if not accepts(more):
                break
            roster = filled(more, [(number, plain)], accepts)
        return roster

    def _first(self, least: Roster, accepts: Accepts) -> Roster:
        """Return a list with a squad of middling troops, or the least list if that is too much."""
        size = max(self.offered.completion.least, least.squads[0].figure_count)
        leader = self.leader if any(man.leadership for man in least.squads[0].figures) else None
        middle = self.classes[len(self.classes) // 2]
        for troops, led in product((middle, self.classes[0]), (self.leader, leader)):
            roster = replace(self.empty, squads=(self._squad(0, troops, size, self.plain, led),))
            if accepts(roster):
                return roster
        return least

    def _others(self) -> Iterator[Item]:
        """Yield a vehicle, and some of the men that are not plain."""
        yield from (Vehicle(type=it.id) for it in _spread(self.offered.vehicles, 1))
        needed = {role for man in self.needed for role in man.roles}
        others = [
            man
            for man in self.offered.presets
            if not (man.leadership or man is self.plain or needed.intersection(man.roles))
        ]
        others.sort(key=self._price_of_man)
        yield from map(_man, _spread(others, MOST_OTHERS))

    def _breaking(self, least: Roster, full: Roster) -> Iterator[Roster]:
        """Yield lists that could break something: too few men without a leader, too many of something, too dear."""
        squad = least.squads[0]
        fewer = [figure for figure in squad.figures if not (figure.leadership or figure.roles)]
        if fewer and squad.figure_count > 1:
            men = [replace(row, count=row.count - 1) for row in fewer if row.count > 1]
            if men:
                yield replace(least, squads=(replace(squad, figures=tuple(men)),))
        for man in self._limited():
            yield with_one_more(least, 0, man)
        other = next((it for it in self.classes if it.side != self.classes[0].side), self.classes[-1])
        yield with_one_more(least, 0, replace(_man(self.plain), class_=other.id))
        for number in (1, self.offered.completion.most, MOST_MEN):
            yield with_one_more(full, 0, _man(self.plain, min(number, MOST_MEN)))

    def _limited(self) -> Iterator[Figure]:
        """Yield men with one too many of what a check limits."""
        for check in self._errors("most-of", "one-in", "scout", "only-for"):
            params = check.params
            count = min(int(str(params.get("most", 1))), MOST_MEN - 1) + 1
            ids = params.get("ids", params.get("weapons", params.get("role", ())))
            first = str(ids[0] if isinstance(ids, tuple) else ids)
            match params.get("of", "roles" if "role" in params else "weapons"):
                case "classes":
                    yield replace(_man(self.plain, count), class_=first)
                case "roles":
                    yield replace(_man(self.plain, count), roles=(first,))
                case "weapons":
                    yield Figure(count=count, weapons=(first,))


def _man(preset: Preset, count: int = 1) -> Figure:
    return Figure(count=max(1, count), weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)


def _kept(before: Roster, after: Roster, accepts: Accepts) -> Roster:
    return after if accepts(after) else before


def _spread(things: Sequence[T], most: int) -> Iterable[T]:
    """Return some of many things, from the first to the last."""
    if len(things) <= most:
        return things
    return [things[number * len(things) // most] for number in range(most)]
