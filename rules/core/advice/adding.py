"""Find additions to a list: legal and within the points left, the best first."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.core.advice.figures import Firepower, SectionRoom, called, plainest, preset_figure, price_of
from rules.core.advice.judging import (
    Judged,
    decimal,
    difference,
    finding_sentence,
    initiative_of,
    judged,
    no_new_error,
)
from rules.core.advice.steps import Steps, alike, capital, change_men, digest, say, step, tried
from rules.core.catalogue.catalogue import Catalogue, Extra, Weapon
from rules.core.document.naming import (
    extra_label,
    in_sentence,
    joined,
    squad_label,
    vehicle_label,
    what_it_is,
)
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.points import extra_points
from rules.core.judging.prices import PriceList, price_list
from rules.core.judging.report import SEVERITIES, Report
from rules.core.text import NOTHING, Text

Kind = Literal["figure", "weapon", "leadership", "role", "vehicle", "extra", "class"]
MOST_ROWS = 24  # of a squad that are not alike


class Addition(NamedTuple):
    """An addition: its cost, and the figure after and before (None: none), for its fire."""

    kind: Kind
    words: Text
    cost: int
    steps: Steps
    item: str
    squad: Squad | None = None
    now: Figure | None = None
    was: Figure | None = None


class Additions:
    """Additions to a list, at its own prices."""

    def __init__(self, roster: Roster, catalogue: Catalogue, prices: PriceList) -> None:
        self.roster, self.catalogue, self.prices = roster, catalogue, prices
        self.priced = catalogue.has_points or bool(roster.prices)

    def all(self) -> Iterator[Addition]:
        """Yield all additions, those of the last squads first: they are being built.

        An addition that gives points back is none: an extra that handicaps the list, a cheaper class.
        """
        return (addition for addition in self._all() if addition.cost >= 0)

    def _all(self) -> Iterator[Addition]:
        yield from self._extras(None, None)
        for number, squad in reversed(list(enumerate(self.roster.squads))):
            name = squad_label(squad, number)
            yield from self._figures(squad, name)
            yield from self._of_rows(squad, name)
            yield from self._vehicles(squad, name)
            yield from self._extras(squad, name)
            yield from self._class_up(squad, name)

    def _figures(self, squad: Squad, name: Text) -> Iterator[Addition]:
        for preset in self.catalogue.offered.presets:
            (figure,) = SectionRoom(squad, self.catalogue).placed(preset_figure(preset, squad, self.catalogue))
            called = what_it_is(figure, self.catalogue, squad.class_of(figure))
            words = alike("{figure} in {squad}", figure=called, squad=name)
            steps, cost = (step("add_figure", squad.id, item=figure),), price_of(figure, squad, self.prices)
            yield Addition("figure", words, cost, steps, preset.id, squad, figure)

    def _of_rows(self, squad: Squad, name: Text) -> Iterator[Addition]:
        figures = plainest(squad, self.catalogue)
        by_kind: dict[Figure, Figure] = {}
        for figure in figures:
            by_kind.setdefault(replace(figure, id="", count=1, name="", notes="", team=""), figure)
        for figure in list(by_kind.values())[:MOST_ROWS]:
            yield from self._weapons(squad, figure)
            if figure.leadership:
                yield from self._next_level(squad, figure)
        for figure in figures[:1]:
            if not figure.leadership:
                yield from self._roles(squad, figure)
                yield from self._next_level(squad, figure)

    def _changed(self, kind: Kind, squad: Squad, figure: Figure, item: str, what: Text, **fields: Any) -> Addition:
        now = replace(figure, **fields)
        cost = price_of(now, squad, self.prices) - price_of(figure, squad, self.prices)
        words = alike("{what}: {man}", what=what, man=called(figure, squad, self.catalogue))
        return Addition(kind, words, cost, change_men(squad, figure, 1, **fields), item, squad, now, figure)

    def _weapons(self, squad: Squad, figure: Figure) -> Iterator[Addition]:
        for weapon in self.catalogue.offered.weapons:
            if self._is_offered(weapon) and weapon.id not in figure.weapons:
                weapons = (*self._beside(weapon, figure.weapons), weapon.id)
                addition = self._changed("weapon", squad, figure, weapon.id, weapon.name, weapons=weapons)
                if addition.cost > 0 or not self.priced:
                    yield addition

    def _is_offered(self, weapon: Weapon) -> bool:
        return "figure" in weapon.carried_by and (not self.priced or weapon.id not in self.prices.unpriced)

    def _beside(self, weapon: Weapon, weapons: tuple[str, ...]) -> list[str]:
        """Return the other weapons that remain beside a new one: those of the same kind do not."""
        known = self.catalogue.weapon_by_id
        return [item for item in weapons if not weapon.kind or item not in known or known[item].kind != weapon.kind]

    def _next_level(self, squad: Squad, figure: Figure) -> Iterator[Addition]:
        higher = [level for level in sorted(self.catalogue.leadership) if level > figure.leadership]
        for level in higher[:1]:
            what = alike("Leadership {level}", level=level)
            yield self._changed("leadership", squad, figure, "leadership", what, leadership=level)

    def _roles(self, squad: Squad, figure: Figure) -> Iterator[Addition]:
        for role in self.catalogue.offered.roles:
            is_bought = self.prices.roles.get(role.id, 0) > 0 or not self.priced
            if is_bought and role.id not in figure.roles:
                roles = (*figure.roles, role.id)
                yield self._changed("role", squad, figure, role.id, role.name, roles=roles)

    def _vehicles(self, squad: Squad, name: Text) -> Iterator[Addition]:
        for item in self.catalogue.offered.vehicles:
            words = alike("{vehicle} in {squad}", vehicle=item.name, squad=name)
            steps = (step("add_vehicle", squad.id, item=Vehicle(type=item.id)),)
            yield Addition("vehicle", words, self.prices.vehicles.get(item.id, 0), steps, item.id, squad)
        for vehicle in squad.vehicles:
            yield from self._mounted(squad, vehicle)

    def _mounted(self, squad: Squad, vehicle: Vehicle) -> Iterator[Addition]:
        known = self.catalogue.vehicle_by_id.get(vehicle.type)
        if known is None:
            return
        for weapon in self.catalogue.offered.weapons:
            may = "vehicle" in weapon.carried_by if known.mounts is None else weapon.id in known.mounts
            cost = self.prices.weapons.get(weapon.id, 0) * vehicle.count
            is_sold = not self.priced or (cost > 0 and weapon.id not in self.prices.unpriced)
            if may and is_sold and weapon.id not in (*vehicle.weapons, *known.includes):
                label = in_sentence(vehicle_label(vehicle, known), vehicle.name)
                words = alike("{weapon}: {vehicle}", weapon=weapon.name, vehicle=label)
                steps = (step("edit_vehicle", vehicle.id, weapons=(*vehicle.weapons, weapon.id)),)
                yield Addition("weapon", words, cost, steps, weapon.id, squad)

    def _extras(self, squad: Squad | None, name: Text | None) -> Iterator[Addition]:
        bought = squad.extras if squad else self.roster.extras
        for extra in self.catalogue.offered.extras:
            if extra.sold_for("squad" if squad else "list"):
                had = next((it for it in bought if it.extra == extra.id), None)
                yield self._extra(extra, had, squad, name)

    def _extra(self, extra: Extra, had: ExtraEntry | None, squad: Squad | None, name: Text | None) -> Addition:
        """Return the extra at its lowest level with a price, or one level above the present one."""
        scope: Literal["squad", "list"] = "squad" if squad else "list"
        levels = [level for level in extra.levels or () if extra.level_points.get(level, 1)]
        level = min(levels, default=0)
        was = 0
        edit = step("add_extra", squad.id if squad else "", item=ExtraEntry(extra=extra.id, level=level))
        if had and levels:
            level, was = (had.level or 1) + 1, extra_points(had, scope, self.prices)
            edit = step("edit_extra", had.id, level=level)
        entry = ExtraEntry(extra=extra.id, level=level)
        words = extra_label(entry, extra)
        if name:
            words = alike("{extra}: {squad}", extra=words, squad=name)
        cost = extra_points(entry, scope, self.prices) - was
        return Addition("extra", words, cost, (edit,), extra.id, squad)

    def _class_up(self, squad: Squad, name: Text) -> Iterator[Addition]:
        own = self.catalogue.class_by_id.get(squad.class_)
        if own is None or own.rank is None:
            return
        for troops in self.catalogue.offered.classes:
            if troops.side == own.side and troops.rank == own.rank - 1:
                now = replace(squad, class_=troops.id)
                was, here = (
                    sum(row.count * price_of(row, one, self.prices) for row in one.figures) for one in (squad, now)
                )
                words = alike("{squad}: {troops}", squad=name, troops=troops.name)
                steps = (step("edit_squad", squad.id, class_=troops.id),)
                yield Addition("class", words, here - was, steps, troops.id, squad)


MOST_JUDGED = 1000
NO_KILLS = Fraction(0)
Order = tuple[int, bool, Fraction, bool]


class FittingAddition(Struct, frozen=True):
    """An addition: the words of its button, its points (None: the list has none), and the reason for its place.

    `thing`: what is added, to any row. `key`: a name for it that stays the same after it is added, for the next tap.
    """

    kind: Kind
    words: Text
    steps: Steps
    points: int | None
    reason: Text
    thing: tuple[str, str]
    key: str


class FittingAdditions(NamedTuple):
    """The additions that fit, best first. `is_whole`: none was left out because the list is very long."""

    additions: tuple[FittingAddition, ...] = ()
    is_whole: bool = True


def fitting_additions(roster: Roster, catalogue: Catalogue, report: Report) -> FittingAdditions:
    """Return the legal additions to a list, best first; in a very long list, only to its last squads.

    Those that fix a finding come first, then men for squads smaller than recommended, then expected kills per point,
    then those that use up the points.
    """
    before, power = judged(roster, catalogue, report), Firepower(catalogue)
    left = report.remaining
    known = Additions(roster, catalogue, price_list(roster, catalogue)).all()
    additions = (addition for addition in known if left is None or addition.cost <= left)
    legal: list[tuple[Addition, Judged]] = []
    for addition in islice(additions, min(MOST_JUDGED, before.affordable)):
        roster_now = tried(roster, addition.steps)
        now = judged(roster_now, catalogue) if roster_now else None
        if now and no_new_error(before, now):
            legal.append((addition, now))
    best = max((_worth(addition, before, now, power) for addition, now in legal), default=NO_KILLS)
    found = [_fitting(addition, before, now, power, best) for addition, now in legal]
    fitting = tuple(addition for _, addition in sorted(found, key=itemgetter(0)))
    return FittingAdditions(fitting, is_whole=next(additions, None) is None)


def _kills(addition: Addition, power: Firepower) -> Fraction:
    squad = addition.squad
    return power.of(addition.now, squad) - power.of(addition.was, squad) if squad else NO_KILLS


def _worth(addition: Addition, before: Judged, now: Judged, power: Firepower) -> Fraction:
    """Return the expected kills gained, per point if it costs any."""
    kills, points = _kills(addition, power), difference(before.report, now.report)
    return kills / points if points and points > 0 else kills


def _fitting(
    addition: Addition, before: Judged, now: Judged, power: Firepower, best: Fraction
) -> tuple[Order, FittingAddition]:
    """Return a legal addition with its order among others: the smaller, the better.

    `best`: the most kills per point that an addition gains.
    """
    squad, points = addition.squad, difference(before.report, now.report)
    severity, gone = _fixed(before, now)
    grows = addition.kind == "figure" and squad is not None and squad.id in before.small_squads
    kills, worth = _kills(addition, power), _worth(addition, before, now, power)
    uses_up = before.report.remaining is not None and points == before.report.remaining
    reasons = []
    if gone.it:
        reasons.append(say("fixes", gone=gone))
    elif grows:
        reasons.append(say("nearer-size"))
    if kills > 0:
        reasons.append(say("more-kills", kills=decimal(kills), distance=power.distance))
        if worth == best and points:
            reasons.append(say("most-per-point"))
    was, here = (initiative_of(one.roster, power.catalogue) for one in (before, now))
    if was is not None and here is not None and here > was:
        reasons.append(say("initiative-gained", more=here - was))
    if uses_up:
        reasons.append(say("reaches-exactly", total=now.report.total or 0))
    fitting = FittingAddition(
        addition.kind,
        capital(addition.words),
        addition.steps,
        points,
        capital(joined(reasons, "; ")),
        (addition.kind, addition.item),
        _key(addition),
    )
    return (severity, not grows, -worth, not uses_up), fitting


def _key(addition: Addition) -> str:
    """Return a key of what is added, and to which kind of man in which squad, whatever his row is."""
    squad, man = addition.squad, addition.was
    kind_of_man = replace(man, id="", count=1) if man else None
    return digest([addition.kind, addition.item, squad and squad.id, kind_of_man, addition.words.en])


def _fixed(before: Judged, now: Judged) -> tuple[int, Text]:
    """Return the severity (0: the worst) and the sentence of a fixed finding; none if there is a new one.

    The sentence has no full stop: other reasons follow it.
    """
    was, here = before.report.findings, now.report.findings
    codes_before, codes_now = (Counter(finding.code for finding in findings) for findings in (was, here))
    for finding in was if len(here) < len(was) else ():
        if codes_now[finding.code] < codes_before[finding.code]:
            gone = finding_sentence(finding)
            return SEVERITIES.index(finding.severity), Text(gone.it.rstrip("."), gone.en.rstrip("."))
    return len(SEVERITIES), NOTHING
