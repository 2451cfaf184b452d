"""The hits of a weapon of a list: by band, in the open and in cover, still and moving."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.naming import weapon_in_full
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.odds import facts_in_hand, usual_target
from rules.core.text import Language
from rules.odds.asking.form import Engine, aimed_weapons
from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import edges_of
from rules.odds.showing.answers import hit, hits_on_average, mean, of_hundred, share
from rules.odds.showing.words import sentence, within, word


class GridCell(NamedTuple):
    """The best fire mode: its letter, its hits out of a hundred, the expected hits."""

    percent: str
    mean: str
    width: str
    letter: str = ""


class GridRow(NamedTuple):
    """The cells of a distance: open still, open moving, cover still, cover moving (None: it cannot hit)."""

    distance: str
    cells: list[GridCell | None]


class Grid(NamedTuple):
    """The grid of a weapon; `first` is its first cell, which explains the others, `modes` the names of letters.

    `by_range`: distances are parts of a range from the referee. `flying`: chances of an anti-air weapon out of a
    hundred. `in_full`: the full name of the weapon.
    """

    weapon: str
    troops: str
    facts: str
    source: str
    lines: list[GridRow]
    first: GridCell | None
    modes: dict[str, str]
    covering: str
    covering_source: str
    by_range: bool
    flying: str
    in_full: str


def grid_of(catalogue: Catalogue, language: Language, query: str) -> Grid:
    """Return the grid of a weapon in the hands of a query."""
    odds = catalogue.odds
    form = FireForm(QueryDict(query), Engine(Library([catalogue]), catalogue, language))
    columns = _columns(form)
    always = set.intersection(*map(set, columns))
    by_range = odds.method == "range"
    known = catalogue.weapon_by_id.get(form.weapon)
    lines = []
    for edge in [] if form.flying else edges_of(form):
        half = by_range and edge != form.raw["range"]
        distance = "½" if half else "1" if by_range else str(edge)
        lines.append(GridRow(distance, [_cell(form, edge, facts) for facts in columns]))
    return Grid(
        weapon=form.weapons[form.weapon],
        troops=_hands(form),
        facts=sentence([one.name.to(language) for one in form.situations if one.id in always]),
        source=odds.fire.source if odds.fire else "",
        lines=lines,
        first=next((cell for line in lines for cell in line.cells if cell), None),
        modes={name[:1]: name for name in form.modes.values()},
        covering=covering(catalogue, form.weapon),
        covering_source=odds.covering.source if odds.covering else "",
        by_range=by_range,
        flying=", ".join(_flying(form)),
        in_full=weapon_in_full(known, language) if known else "",
    )


def _flying(form: FireForm) -> Iterator[str]:
    for kind in form.flying:
        answer = form.engine.try_asking(form.raw | {"target": {"air": kind}})
        if answer:
            yield f"{within(word('air', kind))} {of_hundred(hit(answer))}"


def _hands(form: FireForm) -> str:
    vehicle = form.catalogue.vehicle_by_id.get(form.raw["shooter"].get("vehicle", ""))
    if vehicle is None:
        return form.shooter_name
    mounted = {"troops": form.shooter_name, "vehicle": vehicle.name.to(form.language)}
    return gettext("%(troops)s on: %(vehicle)s") % mounted


def _columns(form: FireForm) -> list[list[str]]:
    """Return the situations of each column: those of the form, and cover and movement where they count."""
    odds, told = form.odds, form.raw["situations"]
    varied = (odds.profile.cover, odds.profile.moved) if odds.profile else ("", "")
    groups = {odds.situation_by_id[fact].group or fact for fact in varied if fact}
    rest = [fact for fact in told if not groups & {fact, odds.situation_by_id[fact].group}]
    covers, moves = ([[], [fact] if fact else []] for fact in varied)
    return [[*rest, *one, *other] for one in covers for other in moves]


def _cell(form: FireForm, distance: int, facts: list[str]) -> GridCell | None:
    """Return the fire mode with the best chance there."""
    best, letter, chance = None, "", Fraction(0)
    for mode in form.modes or [""]:
        shooter = form.raw["shooter"] | ({"mode": mode} if mode else {})
        raw = form.raw | {"shooter": shooter, "distance": distance, "situations": facts}
        answer = form.engine.try_asking(raw)
        if answer and answer["status"] == "ok" and hit(answer) > chance:
            best, letter, chance = answer, form.modes.get(mode, "")[:1], hit(answer)
    return GridCell(of_hundred(chance), mean(hits_on_average(best)), share(chance), letter) if best else None


def covering(catalogue: Catalogue, weapon: str) -> str:
    """Return a weapon's values of covering fire with their distances: “3 up to 25, 2 up to 50”; "": it gives none."""
    known = catalogue.weapon_by_id.get(weapon)
    values = known.covering if known else ()
    pairs = zip(values, catalogue.covering_bands, strict=False)
    said = gettext("%(value)s up to %(edge)s")
    return ", ".join(said % {"value": value, "edge": edge} for value, edge in pairs if value)


def in_hands(
    row: Figure | Vehicle,
    squad: Squad,
    catalogue: Catalogue,
    usual: str = "",
    rulings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[str, str]]:
    """Yield each weapon of a row that is aimed at someone, with the query of its odds for this row under these rulings.

    A vehicle's crew has the class of its squad, or otherwise the `usual` one. Nothing if the ruleset does not know
    the class.
    """
    troops = squad.class_of(row) if isinstance(row, Figure) else next(_classes(squad, catalogue), usual)
    if troops not in catalogue.class_by_id:
        return
    for weapon in weapons_of(row, catalogue):
        if is_aimed(weapon, catalogue):
            facts = (*facts_in_hand(row, weapon, squad, catalogue), *_ruled(weapon, catalogue, rulings))
            yield weapon, _query(row, troops, weapon, facts)


def _ruled(weapon: str, catalogue: Catalogue, rulings: Mapping[str, str]) -> Iterator[str]:
    rows = catalogue.odds.fire.astray if catalogue.odds.fire else ()
    own = {row.when for row in rows if weapon in row.weapons}
    yield from (fact for fact in catalogue.facts_ruled(rulings) if fact in own)


def weapons_of(row: Figure | Vehicle, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the weapons of a row known to the ruleset, each once, including those in a vehicle's price.

    None if the ruleset has no odds of fire, or does not know the vehicle.
    """
    if "fire" not in catalogue.odds.questions:
        return ()
    weapons = row.weapons
    if isinstance(row, Vehicle):
        kind = catalogue.vehicle_by_id.get(row.type)
        weapons = (*row.weapons, *kind.includes) if kind else ()
    known = (*catalogue.weapon_by_id, *catalogue.odds.weapon_by_id)
    return tuple(weapon for weapon in dict.fromkeys(weapons) if weapon in known)


def usual_class(roster: Roster, catalogue: Catalogue) -> str:
    """Return the ruleset's first class in a list, or a middle one."""
    named = (class_ for squad in roster.squads for class_ in _classes(squad, catalogue))
    return next(named, "") or usual_target(catalogue)


def _classes(squad: Squad, catalogue: Catalogue) -> Iterator[str]:
    named = (squad.class_, *(figure.class_ for figure in squad.figures))
    yield from (class_ for class_ in named if class_ in catalogue.class_by_id)


def is_aimed(weapon: str, catalogue: Catalogue) -> bool:
    """Return whether a weapon is known to the ruleset, and fired at someone rather than called in."""
    return any(one.id == weapon for one in aimed_weapons(catalogue))


def _query(row: Figure | Vehicle, troops: str, weapon: str, facts: Iterable[str]) -> str:
    told = {"s": troops, "w": weapon} | ({"on": row.type} if isinstance(row, Vehicle) else {})
    return urlencode(told | dict.fromkeys(facts, "1"))
