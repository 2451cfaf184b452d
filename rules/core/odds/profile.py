"""The profile of a list: fire by distance, staying power, morale. Our own measure.

`profile_of` is the pure function; `answer` uses it for a question.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import UNSET

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.tables import ProfileMeasures
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.odds import nerve
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER, at_least, chance
from rules.core.odds.fire import fate_of
from rules.core.odds.format.questions import ProfileQuestion, Shooter, Target
from rules.core.odds.format.reading import UnreadableQuestionError, given, refuse
from rules.core.odds.in_hand import facts_of, motivation_told
from rules.core.odds.modifiers import RollCase
from rules.core.odds.shot import shot_of
from rules.core.procedures import MORALE, Readings, half_remains, majority, morale_need, readings_of

MOST_REMEMBERED = 5_000  # cases of fire; a list of a hundred men asks for some hundreds
MOST_MEN = 10_000  # of a question; an answer has a chance for each of them

STILL, MOVED, OPEN, COVER = "still", "moved", "open", "cover"


class Power(NamedTuple):
    """Expected hits and kills."""

    hits: Fraction
    kills: Fraction


NOTHING = Power(NEVER, NEVER)


class AtDistance(NamedTuple):
    """The fire of all men at a distance: `power[still or moved][open or cover]`."""

    distance: int
    power: dict[str, dict[str, Power]]


class Staying(NamedTuple):
    """The number of hits that put half of the men out of action, in the open and in cover."""

    half: int
    hits: dict[str, Fraction]


class Curve(NamedTuple):
    """The chance to pass morale after each number of losses; `squad`: its place in the list, None: the platoon."""

    squad: int | None
    class_: str
    men: int
    curve: tuple[Fraction, ...]


class Profile(NamedTuple):
    """The profile of a list."""

    men: int
    distances: tuple[AtDistance, ...]
    staying: Staying
    morale: tuple[Curve, ...]
    platoon: Curve | None


class AlikeMen(NamedTuple):
    """Identical men of a squad, of a class that the ruleset has."""

    squad: Squad
    figure: Figure
    class_: str


def usual_target(catalogue: Catalogue) -> str:
    """Return the default target class for fire: a middling one ("": there is none)."""
    classes = catalogue.classes
    return classes[len(classes) // 2].id if classes else ""


def profile_of(
    roster: Roster,
    catalogue: Catalogue,
    target_class: str,
    figures: int = 1,
    distances: Iterable[int] = (),
    reach: int = 0,
) -> Profile:
    """Return the profile of a list against `figures` men of a class under area fire.

    `distances`: by default those of the ruleset; `reach`: the referee's range, if the ruleset needs one. The ruleset
    must have the question `profile`, and the class.
    """
    book = Book(Library([catalogue]), catalogue)
    measures = book.odds.profile
    assert measures is not None
    by_range = book.odds.method == "range"
    at = tuple(distances) or ((reach // 2, reach) if by_range else measures.distances or catalogue.bands)
    facts = frozenset(catalogue.facts_ruled(roster.rulings))
    case = RollCase(facts=facts, target_class=target_class, range=reach)
    squads = [list(men_of(squad, catalogue)) for squad in roster.squads]
    men = sum(man.figure.count for squad in squads for man in squad)
    return Profile(
        men=men,
        distances=tuple(_at(book, measures, squads, replace(case, distance=one), figures) for one in at),
        staying=_staying(book, measures, squads, men),
        morale=tuple(_curves(book, measures, squads)),
        platoon=_platoon(book, squads, readings_of(catalogue, roster.rulings)),
    )


def men_of(squad: Squad, catalogue: Catalogue) -> Iterator[AlikeMen]:
    for figure in squad.figures:
        class_ = squad.class_of(figure)
        if class_ in catalogue.class_by_id:
            yield AlikeMen(squad, figure, class_)


# Fire


def _at(
    book: Book, measures: ProfileMeasures, squads: list[list[AlikeMen]], case: RollCase, figures: int
) -> AtDistance:
    power: dict[str, dict[str, Power]] = {}
    for motion, moved in ((STILL, ""), (MOVED, measures.moved)):
        power[motion] = {}
        for place, cover in ((OPEN, ""), (COVER, measures.cover)):
            here = replace(case, facts=case.facts.union(fact for fact in (moved, cover) if fact))
            firing: Counter[Power] = Counter()  # men by the value of each: few sums of fractions
            for squad in squads:
                firing += _fire_of(book, measures, squad, here, figures)
            power[motion][place] = Power(
                sum((count * one.hits for one, count in firing.items()), NEVER),
                sum((count * one.kills for one, count in firing.items()), NEVER),
            )
    return AtDistance(case.distance, power)


def _fire_of(
    book: Book, measures: ProfileMeasures, squad: list[AlikeMen], case: RollCase, figures: int
) -> Counter[Power]:
    """Return how many men of a squad have each value: the second man of a weapon does not fire himself."""
    crew = measures.crew
    own = frozenset(crew.weapons if crew else ())
    gunners = [man for man in squad if not own.isdisjoint(man.figure.weapons)]
    others = [man for man in squad if own.isdisjoint(man.figure.weapons)]
    servers = [man for man in others if crew and crew.role in man.figure.roles]
    busy: Counter[int] = Counter()
    firing: Counter[Power] = Counter()
    for gunner, server, count in _pairs(gunners, servers):
        alone = "" if server or crew is None else crew.alone
        best, weapon = _best(book, measures, gunner, case, figures, alone)
        firing[best] += count
        if server and weapon in own:
            busy[id(server)] += count
    for man in others:
        idle = man.figure.count - busy[id(man)]
        firing[_best(book, measures, man, case, figures)[0]] += idle
    return firing


def _pairs(gunners: list[AlikeMen], servers: list[AlikeMen]) -> Iterator[tuple[AlikeMen, AlikeMen | None, int]]:
    """Yield identical gunners with the second man of each (None: nobody is left), and their number."""
    waiting = [(server, server.figure.count) for server in reversed(servers)]
    for gunner in gunners:
        left = gunner.figure.count
        while left and waiting:
            server, free = waiting.pop()
            count = min(left, free)
            yield gunner, server, count
            left -= count
            if free > count:
                waiting.append((server, free - count))
        if left:
            yield gunner, None, left


def _best(
    book: Book, measures: ProfileMeasures, man: AlikeMen, case: RollCase, figures: int, alone: str = ""
) -> tuple[Power, str]:
    """Return the fire of a man with his best weapon, and its id: "" if none has any effect."""
    facts = case.facts.union(facts_of(man.figure, man.squad, measures))
    best, chosen = NOTHING, ""
    for weapon in man.figure.weapons:
        if weapon in book.catalogue.weapon_by_id:
            is_alone = alone and measures.crew and weapon in measures.crew.weapons
            told = facts | {alone} if is_alone else facts
            one = firepower(book, case, man.class_, weapon, told, figures)
            if one.kills > best.kills:
                best, chosen = one, weapon
    return best, chosen


def firepower(book: Book, case: RollCase, class_: str, weapon: str, facts: frozenset[str], figures: int) -> Power:
    """Return the hits and kills of a man with the best fire mode of a weapon; `figures`: those under area fire."""
    remembered = book.odds.remembered
    class_ = class_ if book.odds.is_by_class else ""
    key = (class_, weapon, facts, figures, case.distance, case.target_class, case.range)
    power: Power | None = remembered.get(key)
    if power is None:
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()
        aim = replace(case, class_=class_, weapon=weapon, facts=facts)
        modes = book.odds.modes_of(weapon) or ("",)
        ways = [_one_way(book, replace(aim, mode=mode), figures) for mode in modes]
        power = remembered[key] = max(ways, key=lambda way: way.kills)
    return power


def _one_way(book: Book, aim: RollCase, figures: int) -> Power:
    shot = shot_of(book, aim)
    if not shot.dice:
        return NOTHING
    fate = fate_of(book, aim, Target(class_=aim.target_class), Shooter())
    everybody = figures if shot.area or shot.spread else 1
    hits = shot.dice * (shot.reach if shot.area else shot.chance) * shot.gate * everybody
    return Power(hits, hits * fate.lost) if fate.lost else NOTHING


# Staying power


def _staying(book: Book, measures: ProfileMeasures, squads: list[list[AlikeMen]], men: int) -> Staying:
    half = -(-men // 2)
    hits = {}
    for place, cover in ((OPEN, ""), (COVER, measures.cover)):
        alike: Counter[tuple[str, frozenset[str]]] = Counter()
        for man in (man for squad in squads for man in squad):
            facts = set(man.figure.kit) & set(measures.kit)
            facts |= {measures.leader} if man.figure.leadership and measures.leader else set()
            facts |= {cover} if cover else set()
            alike[man.class_, frozenset(facts)] += man.figure.count
        total = sum((count * _hits_to_put_out(book, *one) for one, count in alike.items()), NEVER)
        hits[place] = total * half / men if men else NEVER
    return Staying(half, hits)


def _hits_to_put_out(book: Book, class_id: str, facts: frozenset[str]) -> Fraction:
    """Return the expected number of hits that put out of action a man of a class; a first wound is remembered."""
    aim = RollCase(facts=facts, target_class=class_id)
    fate = fate_of(book, aim, Target(class_=class_id), Shooter())
    wounded = sum((fate.one[name] for name in fate.wounds if name not in fate.out), NEVER)
    marked = fate.lost + wounded  # a hit that counts: the second always puts him out of action
    return (1 + wounded / marked) / marked


# Morale


def _curves(book: Book, measures: ProfileMeasures, squads: list[list[AlikeMen]]) -> Iterator[Curve]:
    for number, squad in enumerate(squads):
        men = sum(man.figure.count for man in squad)
        if men and book.odds.morale:
            class_ = majority([squad[0].squad], book.catalogue)
            yield Curve(number, class_, men, tuple(_curve(book, measures, squad[0].squad, class_, men)))


def _curve(book: Book, measures: ProfileMeasures, squad: Squad, class_: str, men: int) -> list[Fraction]:
    rules = book.odds.morale
    assert rules is not None
    if rules.reaction:
        facts = set(motivation_told(measures, squad))
        if squad.modifiers.fanatic and measures.fanatic:
            facts.add(measures.fanatic[squad.modifiers.fanatic - 1])
        return [nerve.quality_passes(book, class_, frozenset(facts))] * (men + 1)
    rolled = 1 if rules.at_least is not None else book.catalogue.stat(class_, MORALE)
    return nerve.curve(book, rolled, men)


def _platoon(book: Book, squads: list[list[AlikeMen]], readings: Readings) -> Curve | None:
    """Return the morale of a platoon; the losses go to its squads in turn."""
    rules = book.odds.morale
    filled = [squad for squad in squads if squad]
    if len(filled) < 2 or rules is None or rules.reaction or rules.at_least is not None:
        return None
    class_ = majority((squad[0].squad for squad in filled), book.catalogue)
    strength = [sum(man.figure.count for man in squad) for squad in filled]
    men, lost = sum(strength), [0] * len(strength)
    curve = []
    turn = 0
    for losses in range(men + 1):
        formations = sum(2 * gone < whole for gone, whole in zip(lost, strength, strict=True))
        half = half_remains(zip(strength, lost, strict=True), readings)
        rolled, need = book.catalogue.stat(class_, MORALE) + formations, morale_need(losses, half, book.die)
        curve.append(nerve.passing(rolled, need, book.die))
        if losses < men:
            while lost[turn % len(lost)] == strength[turn % len(lost)]:
                turn += 1
            lost[turn % len(lost)] += 1
            turn += 1
    return Curve(None, class_, men, tuple(curve))


# The answer


def answer(book: Book, question: ProfileQuestion) -> dict[str, Any]:
    roster = _roster(book, question)
    target = question.target
    book.target(target)
    if not target.class_:
        refuse("target", "missing", word="class")
    distances = () if question.distances is UNSET else question.distances
    if list(distances) != sorted(set(distances)):
        refuse("distances", "rising")
    reach = given(question.range, "", "range") if book.odds.method == "range" else 0
    made = profile_of(roster, book.catalogue, target.class_, target.number, distances, reach)
    return {"status": "ok", **told(made)}


def _roster(book: Book, question: ProfileQuestion) -> Roster:
    try:
        roster = read(json.dumps(question.list).encode(), book.library)
    except RecursionError:
        refuse("list", "nesting")
    except UnreadableListError as error:
        path = f"list.{error.path}" if error.path else "list"
        raise UnreadableQuestionError(path, error.reason, error.meant, **error.facts) from None
    if roster.ruleset != question.ruleset:
        refuse("list.ruleset", "choice", word=roster.ruleset, expected=question.ruleset)
    men = roster.figure_count
    if men > MOST_MEN:
        refuse("list.squads", "figures", most=MOST_MEN, number=men)
    return roster


def told(profile: Profile) -> dict[str, Any]:
    staying = profile.staying.hits
    return {
        "men": profile.men,
        "distances": [_told_distance(one) for one in profile.distances],
        "staying_power": {"half": profile.staying.half}
        | {place: {"hits": chance(one), "dice": chance(one / RIFLE)} for place, one in staying.items()},
        "morale": [{"squad": curve.squad} | _told_curve(curve) for curve in profile.morale],
        "platoon": _told_curve(profile.platoon) if profile.platoon else None,
    }


def _told_distance(at: AtDistance) -> dict[str, Any]:
    made: dict[str, Any] = {"distance": at.distance}
    for motion, places in at.power.items():
        made[motion] = {place: {"hits": chance(one.hits), "kills": chance(one.kills)} for place, one in places.items()}
    return made


def _told_curve(curve: Curve) -> dict[str, Any]:
    return {"class": curve.class_, "men": curve.men, "curve": [chance(one) for one in curve.curve]}


RIFLE = at_least(4, 6)  # the chance of a rifle die that needs 4 or more
