"""Two lists side by side: points, counts, weapons and differences."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.lists.profiles.fire import Fire, at_distance, fire_of_two, power
from armybuilder.lists.profiles.morale import MoralePanel, main_curve, morale_of_two
from armybuilder.lists.profiles.panel import spent_of
from armybuilder.lists.profiles.profile import ProfileQuery, Two, armour_of, has_profile, roll_of
from armybuilder.lists.words import class_name, signed
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.comparing.difference import Listed, difference, points, sentence, summary
from rules.core.document import edits
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.odds import OpposedRoll
from rules.core.text import Language
from rules.language import active_language
from rules.odds.showing.answers import mean, percent


class Side(Struct, frozen=True, dict=True):
    """One of two lists: its document, rules, name and address, and when it was last changed."""

    list_id: UUID
    ref: str
    name: str
    url: str
    document: str
    version_id: UUID
    roster: Roster
    catalogue: Catalogue
    changed: datetime

    @cached_property
    def report(self) -> Report:
        return assess(self.roster, self.catalogue)

    @property
    def about(self) -> str:
        """Its role and points, in the active language: lists may have the same name."""
        role = self.catalogue.format_by_id[self.roster.role].name.to(active_language())
        if self.report.total is None:
            return role
        limit = f"/{self.report.limit}" if self.report.limit is not None else ""
        return f"{role} · {self.report.total}{limit}"

    @property
    def troops(self) -> str:
        """The classes of its men, the most common first, in the active language."""
        men = sum((squad.men_by_class for squad in self.roster.squads), Counter[str]())
        names = [class_name(item, self.catalogue, active_language()) for item, _ in men.most_common()]
        return ", ".join(names) or "–"

    @property
    def highest_leadership(self) -> int:
        figures = (figure for squad in self.roster.squads for figure in squad.figures)
        return max((figure.leadership for figure in figures), default=0)


class ComparedRow(Struct, frozen=True):
    """A line of a table: label, value in the first list and in the second, and the difference."""

    name: str
    first: str
    second: str
    difference: str = ""


class Comparison(Struct, frozen=True):
    """Two lists side by side."""

    rows: tuple[ComparedRow, ...]
    weapons: tuple[ComparedRow, ...]
    summary: str
    changes: tuple[str, ...]


def comparison(first: Side, second: Side, language: Language) -> Comparison:
    differs = difference(*_listed(first, second))
    by = signed if first.list_id == second.list_id else _in_which
    return Comparison(
        rows=tuple(_rows(first, second, by)),
        weapons=tuple(_weapons(first, second, language)),
        summary=summary(differs, language),
        changes=tuple(sentence(change, language) for change in differs.changes),
    )


def _listed(first: Side, second: Side) -> Iterator[Listed]:
    """Yield the two lists; ids of rows, and names, matter only in two versions of the same list."""
    for side in (first, second):
        roster = side.roster
        if first.list_id != second.list_id:  # its name is above the comparison
            roster = replace(edits.without_ids(roster), name="–", pair_name="")
        yield Listed(roster, side.catalogue)


By = Callable[[int], str]  # returns the growth from the first to the second


def _in_which(more: int) -> str:
    if more > 0:
        return gettext("second: +%(count)s") % {"count": more}
    return gettext("first: +%(count)s") % {"count": -more}


def _rows(first: Side, second: Side, by: By) -> Iterator[ComparedRow]:
    reports = (first.report, second.report)
    if first.report.total is not None or second.report.total is not None:
        yield _number(by, gettext("Points"), first.report.total, second.report.total)
        yield ComparedRow(gettext("Limit"), *(points(report.limit) for report in reports))
    for (name, one), (_, other) in zip(*(spent_of(report) for report in reports), strict=False):
        if one or other:
            yield _number(by, gettext("Points: %(what)s") % {"what": name.lower()}, one, other)
    ours, theirs = first.roster, second.roster
    yield _number(by, gettext("Figures"), ours.figure_count, theirs.figure_count)
    yield _number(by, gettext("Vehicles"), ours.vehicle_count, theirs.vehicle_count)
    yield _number(by, gettext("Squads"), len(ours.squads), len(theirs.squads))
    yield ComparedRow(gettext("Troops"), first.troops, second.troops)
    if first.highest_leadership or second.highest_leadership:
        yield _number(by, gettext("Highest leadership"), first.highest_leadership, second.highest_leadership)
    if first.report.total is not None and second.report.total is not None:
        yield ComparedRow(gettext("Points per figure"), _each(first), _each(second))
    yield _number(by, gettext("Errors"), *(report.count("error") for report in reports))
    yield _number(by, gettext("Warnings"), *(report.count("warning") for report in reports))


def _number(by: By, name: str, first: int | None, second: int | None) -> ComparedRow:
    grown = ""
    if first is not None and second is not None:
        grown = by(second - first) if first != second else gettext("the same")
    return ComparedRow(name, points(first), points(second), grown)


def _each(side: Side) -> str:
    total, figures = side.report.total, side.roster.figure_count
    return number_format(total / figures, 1) if total is not None and figures else "–"


def _weapons(first: Side, second: Side, language: Language) -> Iterator[ComparedRow]:
    carried = first.roster.weapon_counts, second.roster.weapon_counts
    order = [weapon.id for side in (first, second) for weapon in side.catalogue.weapons]
    for weapon in dict.fromkeys((*order, *carried[0], *carried[1])):
        if carried[0][weapon] or carried[1][weapon]:
            known = second.catalogue.weapon_by_id.get(weapon) or first.catalogue.weapon_by_id.get(weapon)
            name = known.name.to(language) if known else weapon
            yield ComparedRow(name, *(str(count[weapon]) if count[weapon] else "–" for count in carried))


class Versus(Struct, frozen=True):
    """Two profiles side by side: the differences by name, the fire when still and moving, the morale."""

    verdicts: list[tuple[str, str]]
    still: tuple[Fire, ...]
    moved: tuple[Fire, ...]
    morale: MoralePanel


def can_be_laid_over(first: Catalogue, second: Catalogue, asked: ProfileQuery) -> bool:
    """Whether a measure can compare two lists: their games count dice in the same way."""
    if not (has_profile(first) and has_profile(second)) or asked.target not in second.class_by_id:
        return False
    one, other = first.odds, second.odds
    assert one.profile is not None
    assert other.profile is not None
    return one.method == other.method and one.profile.distances == other.profile.distances


def versus(lists: Two, language: Language) -> Versus:
    fire = fire_of_two(lists[0].profile, lists[1].profile, (lists[0].name, lists[1].name))
    return Versus(
        verdicts=[(name, text) for name, text in _verdicts(lists, language) if text],
        still=tuple(one for one in fire if one.id.endswith("still")),
        moved=tuple(one for one in fire if one.id.endswith("moved")),
        morale=morale_of_two(lists, language),
    )


def _verdicts(lists: Two, language: Language) -> Iterator[tuple[str, str]]:
    """Yield each measure and its difference: "" if it cannot be compared."""
    yield gettext("Fire in the open"), _fire(lists, "still", "open")
    yield gettext("Fire at cover"), _fire(lists, "still", "cover")
    yield gettext("Fire on the move"), _fire(lists, "moved", "open")
    yield gettext("Staying power"), _staying(lists)
    yield gettext("Morale"), _morale(lists)
    yield gettext("Initiative"), _opposed(lists, lists[0].strengths.initiative, lists[1].strengths.initiative)
    yield gettext("Melee"), _opposed(lists, lists[0].strengths.melee, lists[1].strengths.melee)
    yield gettext("Against armour"), _armour(lists, language)


def _fire(lists: Two, motion: str, place: str) -> str:
    """Return the list that hits more, and where, with the numbers at the first of these distances."""
    ahead: dict[int, list[tuple[int, Fraction, Fraction]]] = {0: [], 1: []}
    for one, other in zip(lists[0].profile.distances, lists[1].profile.distances, strict=True):
        pair = power(one, "hits", motion, place), power(other, "hits", motion, place)
        if pair[0] != pair[1]:
            ahead[int(pair[1] > pair[0])].append((one.distance, *pair))
    said = []
    for number, found in ahead.items():
        if found:
            distance, *there = found[0]
            said.append(
                gettext("%(name)s: more hits %(distances)s (%(more)s against %(less)s %(at)s).")
                % {
                    "name": lists[number].name,
                    "distances": at_distance(*(one[0] for one in found)),
                    "more": mean(there[number]),
                    "less": mean(there[1 - number]),
                    "at": at_distance(distance),
                }
            )
    return " ".join(said) or gettext("The same at all distances.")


def _staying(lists: Two) -> str:
    hits = [(one.profile.staying.hits["open"], one.profile.staying.hits["cover"]) for one in lists]
    if hits[0] == hits[1]:
        return gettext(
            "Equal: half the men are out of action after %(open)s hits in the open, %(cover)s in cover."
        ) % {
            "open": mean(hits[0][0]),
            "cover": mean(hits[0][1]),
        }
    longer = int(hits[1] > hits[0])
    return gettext(
        "%(name)s holds out longer: half the men are out of action after %(open)s hits in "
        "the open against %(other_open)s, in cover after %(cover)s against %(other_cover)s."
    ) % {
        "name": lists[longer].name,
        "open": mean(hits[longer][0]),
        "other_open": mean(hits[1 - longer][0]),
        "cover": mean(hits[longer][1]),
        "other_cover": mean(hits[1 - longer][1]),
    }


def _morale(lists: Two) -> str:
    """Return the largest difference between the curves of the platoons (or first squads); "" without both."""
    first, second = (main_curve(one.profile) for one in lists)
    if first is None or second is None:
        return ""
    pairs = list(enumerate(zip(first.curve, second.curve, strict=False)))
    lost, pair = max(pairs, key=lambda one: abs(one[1][0] - one[1][1]))
    if percent(pair[0]) == percent(pair[1]):
        return gettext("The same, loss by loss.")
    better = int(pair[1] > pair[0])
    return gettext("They differ most after loss %(lost)s: %(name)s passes %(more)s, the other %(less)s.") % {
        "lost": lost,
        "name": lists[better].name,
        "more": percent(pair[better]),
        "less": percent(pair[1 - better]),
    }


def _opposed(lists: Two, first: OpposedRoll | None, second: OpposedRoll | None) -> str:
    """Return the winner of an opposed roll; "" if the game has none, or a list has nobody."""
    if first is None or second is None:
        return ""
    if first.bonus == second.bonus:
        return gettext("Equal: %(roll)s.") % {"roll": roll_of(first)}
    ahead = int(second.bonus > first.bonus)
    rolls = first, second
    chance = rolls[ahead].wins_against(rolls[1 - ahead])
    return gettext("%(name)s rolls %(roll)s against %(other)s and wins %(chance)s of the time.") % {
        "name": lists[ahead].name,
        "roll": roll_of(rolls[ahead]),
        "other": roll_of(rolls[1 - ahead]),
        "chance": percent(chance),
    }


def _armour(lists: Two, language: Language) -> str:
    """Return the weapons of each against armour; "" if the game does not count them."""
    weapons = [armour_of(one.strengths, one.catalogue, language) for one in lists]
    if any(one is None for one in weapons):
        return ""
    if not any(weapons):
        return gettext("Neither has anything that stops armour.")
    nothing = gettext("nothing that stops armour")
    return " ".join(
        gettext("%(name)s: %(weapons)s.") % {"name": one.name, "weapons": own or nothing}
        for one, own in zip(lists, weapons, strict=True)
    )
