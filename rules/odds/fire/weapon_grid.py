"""The hits of a weapon of a list: by band, in the open and in cover, still and moving."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.naming import weapon_in_full
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.odds import facts_in_hand, usual_target
from rules.core.text import Language
from rules.odds.asking.facts import Engine
from rules.odds.asking.fields import Address
from rules.odds.asking.forms import only_flying
from rules.odds.fire.form import FireForm, FireReader
from rules.odds.fire.ruler import edges_of
from rules.odds.showing.answers import Raw, hit, hits_on_average, mean, of_hundred, share
from rules.odds.showing.words import sentence, within, word

Counted = Callable[[Raw], Fraction]  # the chance that matters in an answer


class GridCell(NamedTuple):
    """The best fire mode: its letter, its hits out of a hundred, the expected hits."""

    percent: str
    mean: str
    width: str
    letter: str = ""


class GridRow(NamedTuple):
    """The cells of a distance: open still, open moving, cover still, cover moving (None: it cannot hit).

    `distance` is for a column, `at` for a sentence.
    """

    distance: str
    at: str
    cells: tuple[GridCell | None, ...]


class Grid(NamedTuple):
    """The grid of a weapon; `first` is its best cell, which explains the others, `modes` the names of letters.

    `by_range`: distances are parts of a range from the referee. `flying`: chances of an anti-air weapon out of a
    hundred. `in_full`: the full name of the weapon.
    """

    weapon: str
    troops: str
    facts: str
    source: str
    lines: tuple[GridRow, ...]
    first: GridCell | None
    modes: dict[str, str]
    covering: str
    covering_source: str
    by_range: bool
    flying: str = ""
    in_full: str = ""

    @property
    def reached(self) -> tuple[GridRow, ...]:
        return tuple(line for line in self.lines if any(line.cells))


def grid(engine: Engine, form: FireForm, counted: Counted = hit) -> Grid:
    odds = engine.catalogue.odds
    by_range = odds.method == "range"
    ways = tuple(form.modes) or ("",)
    known = engine.catalogue.weapon_by_id.get(form.weapon)
    lines = tuple(
        GridRow(
            *(_of_range(edge, form.raw["range"]) if by_range else (str(edge), f"{edge} cm")),
            cells=tuple(_cell(engine, form, edge, facts, ways, counted) for facts in _columns(engine, form)),
        )
        for edge in (() if form.flying else edges_of(engine, form))
    )
    letters = {mode: form.modes[mode][:1] for mode in form.modes}
    return Grid(
        weapon=form.weapons[form.weapon],
        troops=_hands(engine, form),
        facts=sentence(_told(engine, form)),
        source=odds.fire.source if odds.fire else "",
        lines=lines,
        first=next((cell for line in lines for cell in line.cells if cell), None),
        modes={letter: form.modes[mode] for mode, letter in letters.items()},
        covering=covering(engine.catalogue, form.weapon),
        covering_source=odds.covering.source if odds.covering else "",
        by_range=by_range,
        flying=", ".join(_flying(engine, form)),
        in_full=weapon_in_full(known, engine.language) if known else "",
    )


def _flying(engine: Engine, form: FireForm) -> Iterator[str]:
    for kind in form.flying:
        answer = engine.try_asking(form.raw | {"target": {"air": kind}})
        if answer:
            yield f"{within(word('air', kind))} {of_hundred(hit(answer))}"


def _of_range(edge: int, reach: int) -> tuple[str, str]:
    return ("1", gettext("whole range")) if edge == reach else ("½", gettext("half range"))


def _hands(engine: Engine, form: FireForm) -> str:
    vehicle = engine.catalogue.vehicle_by_id.get(form.raw["shooter"].get("vehicle", ""))
    if vehicle is None:
        return form.shooter_name
    mounted = {"troops": form.shooter_name, "vehicle": vehicle.name.to(engine.language)}
    return gettext("%(troops)s on: %(vehicle)s") % mounted


def _told(engine: Engine, form: FireForm) -> list[str]:
    always = set.intersection(*(set(facts) for facts in _columns(engine, form)))
    return [one.name.to(engine.language) for one in form.facts.situations if one.id in always]


def _columns(engine: Engine, form: FireForm) -> list[list[str]]:
    odds = engine.catalogue.odds
    profile = odds.profile
    cover, moved = (profile.cover, profile.moved) if profile else ("", "")
    groups = {odds.situation_by_id[fact].group or fact for fact in (cover, moved) if fact}
    rest = [
        fact
        for fact in form.facts.told
        if fact not in (cover, moved) and odds.situation_by_id[fact].group not in groups
    ]
    covers, moves = [[], [cover] if cover else []], [[], [moved] if moved else []]
    return [[*rest, *one, *other] for one in covers for other in moves]


def _cell(
    engine: Engine, form: FireForm, distance: int, facts: list[str], ways: tuple[str, ...], counted: Counted
) -> GridCell | None:
    """Return the fire mode with the best chance there."""
    best: tuple[Fraction, Raw, str] | None = None
    for mode in ways:
        shooter = form.raw["shooter"] | ({"mode": mode} if mode else {})
        answer = engine.try_asking(form.raw | {"shooter": shooter, "distance": distance, "situations": facts})
        if answer and answer["status"] == "ok" and (best is None or counted(answer) > best[0]):
            best = counted(answer), answer, mode
    if best is None or not best[0]:
        return None
    chance, answer, mode = best
    letter = form.modes[mode][:1] if mode else ""
    return GridCell(of_hundred(chance), mean(hits_on_average(answer)), share(chance), letter)


def covering(catalogue: Catalogue, weapon: str) -> str:
    """Return a weapon's values of covering fire with their distances: “3 up to 25, 2 up to 50”; "": it gives none."""
    known = catalogue.weapon_by_id.get(weapon)
    values = known.covering if known else ()
    pairs = zip(values, catalogue.covering_bands, strict=False)
    said = gettext("%(value)s up to %(edge)s")
    return ", ".join(said % {"value": value, "edge": edge} for value, edge in pairs if value)


MOST_KEPT = 2_000  # grids of a ruleset: a list needs a few hundred at most


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
    odds = catalogue.odds
    known = catalogue.weapon_by_id.get(weapon)
    if known and odds.method == "range":
        return weapon not in {one.weapon for one in odds.bombardments}
    return weapon in odds.weapon_by_id or bool(known and known.fire) or bool(only_flying(weapon, catalogue))


def _query(row: Figure | Vehicle, troops: str, weapon: str, facts: Iterable[str]) -> str:
    told = {"s": troops, "w": weapon} | ({"on": row.type} if isinstance(row, Vehicle) else {})
    return urlencode(told | dict.fromkeys(facts, "1"))


def grid_of(catalogue: Catalogue, language: Language, query: str, counted: Counted = hit) -> Grid:
    """Return the grid of a weapon in the hands of a query, by the `counted` chance; it is cached."""
    made: dict[object, Grid] = catalogue.odds.grids
    key = (language, get_language(), query, counted)
    if key not in made:
        if len(made) >= MOST_KEPT:
            made.clear()
        engine = Engine(Library([catalogue]), catalogue, language)
        made[key] = grid(engine, FireReader(Address(QueryDict(query)), engine).read(), counted)
    return made[key]
