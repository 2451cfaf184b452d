"""Missing parts of a ruleset: data for its odds, and for lists."""

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import asdict

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.odds.data import Odds
from rules.core.document.roster import MovementKind, RoleOfList
from rules.core.odds.handbook import UnknownNumberError, number_at
from rules.core.procedures import COVERING, MORALE, QUALITY, SUPPRESSION
from rules.loading.reasons import Found, each, found_at, thing

ROLES: tuple[str, ...] = get_args(RoleOfList)
WAYS: tuple[str, ...] = get_args(MovementKind)
MOST_LEADERSHIP, MOST_LEVEL = 4, 9  # list-format.schema.json

# A list is made for a format, a squad is of a class, and a figure is added by a preset.
NEEDED = {"formats": "format", "classes": "class", "presets": "preset"}


def beyond_a_list(catalogue: Catalogue) -> Iterator[Found]:
    """Yield (path, reason) of everything that no list of the ruleset could say."""
    for section, kind in NEEDED.items():
        if not getattr(catalogue.offered, section):
            yield (section,), _("a ruleset needs at least one %(kind)s") % {"kind": gettext(kind)}
    template = _("%(where)s: a list can only be for one of %(roles)s")
    for path, made_for in each(catalogue, "formats"):
        if made_for.id not in ROLES:
            yield found_at(catalogue, path, template, ("id",), roles=", ".join(ROLES))
    template = _("%(where)s: list levels run from 1 to %(most)s, not %(level)s")
    for level in catalogue.leadership:
        if not 1 <= level <= MOST_LEADERSHIP:
            most = MOST_LEADERSHIP
            yield found_at(catalogue, ("leadership",), template, (level,), most=most, level=level)
    for path, extra in each(catalogue, "extras"):
        for level in {*(extra.levels or ()), *extra.level_points}:
            if not 1 <= level <= MOST_LEVEL:
                yield found_at(catalogue, path, template, ("levels",), most=MOST_LEVEL, level=level)
    if "movement" in catalogue.reads:
        yield from _ways(catalogue)


def _ways(catalogue: Catalogue) -> Iterator[Found]:
    """Of several ways to move one is chosen in the list, which knows wheels and tracks."""
    template = _("%(where)s moves %(kind)s: a list can only choose %(ways)s")
    for path, vehicle in each(catalogue, "vehicles"):
        for line, way in enumerate(vehicle.movement):
            if len(vehicle.movement) > 1 and way.kind not in WAYS:
                within, facts = ("movement", line, "kind"), {"kind": way.kind, "ways": ", ".join(WAYS)}
                yield found_at(catalogue, path, template, within, **facts)


WANTED = _('%(where)s: the question "%(question)s" needs "%(what)s"')
TWICE = _("%(thing)s appears twice")
NO_ROW = _('%(where)s: there is no row "%(word)s"')
NO_NUMBER = _('%(where)s: the odds have no number "%(word)s"')
NO_BLAST = _('%(where)s: "%(word)s" has no blast rings')


def odds_faults(catalogue: Catalogue) -> Iterator[Found]:
    """Yield everything that keeps a ruleset's odds from being counted."""
    odds = catalogue.odds
    yield from _lacking(catalogue, odds)
    yield from _twice(odds)
    yield from _rows(catalogue, odds)
    yield from _blasts(catalogue, odds)
    yield from _cells(catalogue)


def _lacking(catalogue: Catalogue, odds: Odds) -> Iterator[Found]:
    """Every question has the sections and numbers that it is answered from."""
    columns = {item.id for item in catalogue.characteristics}
    there = (
        {name: bool(getattr(odds, name)) for name in odds.__struct_fields__}
        | {f"procedures.{name}": number is not None for name, number in asdict(catalogue.procedures).items()}
        | {_column(name): name in columns for name in (COVERING, MORALE, QUALITY, SUPPRESSION)}
    )
    there["saves or damage"] = there["saves"] or there["damage"]
    there["fire.full, fire.near"] = odds.fire is not None and None not in (odds.fire.full, odds.fire.near)
    there["spotting"] = odds.spotting is not None and bool(odds.spotting.rows or odds.spotting.sights)
    for number, question in enumerate(odds.questions):
        for wanted in _wanted(odds, question):
            if not there[wanted]:
                path, facts = ("odds", "questions"), {"question": question, "what": wanted}
                yield found_at(catalogue, path, WANTED, (number,), **facts)


def _wanted(odds: Odds, question: str) -> list[str]:
    firing = ["fire", "saves or damage"]
    if odds.method == "quality":
        firing.append(_column(QUALITY))
    if odds.method == "range":
        firing.append("fire.full, fire.near")
    morale = ["morale"]
    if odds.morale and odds.morale.reaction:
        morale += [_column(QUALITY), "procedures.morale_bonus"]
    elif odds.morale and odds.morale.at_least is None:
        morale += [_column(MORALE), "procedures.leader_losses"]
    wanted = {
        "fire": firing,
        "save": ["saves or damage"],
        "covering-fire": ["covering", "procedures.covering_most", "saves", _column(COVERING)],
        "suppression": [_column(SUPPRESSION)],
        "morale": morale,
        "spotting": ["spotting"],
        "melee": ["melee"],
        "storming": ["melee", "saves", "procedures.storm_attacking", "procedures.storm_defending"],
        "initiative": ["initiative"],
        "bombardment": ["bombardments", "saves or damage"],
        "roll": ["rolls"],
        "profile": ["profile", *firing, *(morale if odds.morale else ())],
    }
    return wanted[question]


def _column(name: str) -> str:
    return f"characteristics.{name}"


def _twice(odds: Odds) -> Iterator[Found]:
    """Check that ids of situations, rolls, bombardments and weapons of questions are unique."""
    for name in ("situations", "rolls", "bombardments", "weapons"):
        for item_id, number in Counter(item.id for item in getattr(odds, name)).items():
            if number > 1:
                yield ("odds", name), TWICE % {"thing": thing(name.removesuffix("s"), item_id)}


def _rows(catalogue: Catalogue, odds: Odds) -> Iterator[Found]:
    """Check that rows named by effects are in the tables of spotting and explosions."""
    rows = {
        "spotting": {row.id for row in odds.spotting.rows} if odds.spotting else set(),
        "blast": {row.id for row in odds.explosions.rows} if odds.explosions else set(),
    }
    for number, situation in enumerate(odds.situations):
        for effect in situation.effects:
            known = rows.get(effect.roll, {effect.row})
            by_sight = effect.roll == "spotting" and odds.spotting is not None and odds.spotting.sights
            if effect.row and effect.row not in known and not by_sight:
                yield found_at(catalogue, ("odds", "situations", number), NO_ROW, word=effect.row)


def _blasts(catalogue: Catalogue, odds: Odds) -> Iterator[Found]:
    """Whatever explodes has its rings."""
    known = {weapon for blast in odds.explosions.blasts for weapon in blast.weapons} if odds.explosions else set()
    explosive = list(odds.fire.area) if odds.fire and odds.method == "quality" else []
    explosive += [item.weapon for item in odds.bombardments if item.kind == "indirect"]
    for weapon in explosive:
        if weapon not in known:
            yield found_at(catalogue, ("odds", "explosions"), NO_BLAST, word=weapon)


def _cells(catalogue: Catalogue) -> Iterator[Found]:
    """Check that numbers named by handbook cells exist."""
    for number, table in enumerate(catalogue.handbook):
        for line, row in enumerate(table.rows):
            for column, cell in enumerate(row.cells):
                if isinstance(cell, tuple):
                    try:
                        number_at(catalogue, cell)
                    except UnknownNumberError:
                        path = ("handbook", number, "rows", line, "cells", column)
                        yield found_at(catalogue, path, NO_NUMBER, word=" ".join(cell))
