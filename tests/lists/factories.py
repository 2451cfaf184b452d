"""Lists for tests, in the words of the tests: plain functions. The rules must be loaded (`loaded_rules`)."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.document import edits
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.text import Text
from rules.encoding import digest, encode
from rules.models import Ruleset, RulesetVersion

RIFLEMAN = Figure(weapons=("assault-rifle",))
MEDIC = Figure(weapons=("assault-rifle",), roles=("medic",))
NAMELESS_LEADER = Figure(leadership=1, weapons=("assault-rifle",))
LEADER = Figure(name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",))


def a_roster(*squads: Squad, ruleset: str = "bn", name: str = "Rangers", **fields: Any) -> Roster:
    """Return a list of Breaking News; without squads it has one of a leader and seven riflemen (125 points)."""
    squads = squads or (a_squad(LEADER, a_group(7)),)
    return Roster(format="armylist/1", ruleset=ruleset, name=name, squads=squads, **fields)


def a_squad(*figures: Figure, name: str = "Alpha", class_: str = "elite", **fields: Any) -> Squad:
    """Return a squad of elites."""
    return Squad(name=name, class_=class_, figures=figures, **fields)


def a_group(count: int, *weapons: str, **fields: Any) -> Figure:
    """Return this many men with these weapons, by default with assault rifles."""
    return Figure(count=count, weapons=weapons or ("assault-rifle",), **fields)


def a_list(visitor: Visitor, roster: Roster | None = None) -> ArmyList:
    """Return a stored list of a visitor, under the current rules."""
    roster = roster or a_roster()
    return create_from(visitor, roster, current_version(roster.ruleset).pk)


def a_new_list(visitor: Visitor, ruleset: str, name: str, role: Any = "attacker", limit: int | None = None) -> ArmyList:
    """Return a stored list without squads, as a visitor begins it."""
    roster = edits.empty_list(ruleset, name, role, limit)
    return create_from(visitor, roster, current_version(ruleset).pk, action="create")


def a_key() -> str:
    """Return the key of a new form."""
    return uuid4().hex


def first_squad(army_list: ArmyList) -> Squad:
    """Return the first squad of the present document."""
    return army_list.roster.squads[0]


def first_figure(army_list: ArmyList) -> Figure:
    """Return the first figure row of the present document."""
    return first_squad(army_list).figures[0]


def change(
    army_list: ArmyList,
    visitor: Visitor,
    edit: Callable[[Roster], Roster],
    key: str = "",
    action: str = "edit",
    subject: str = "",
) -> ArmyList:
    """Apply an edit through the only writer."""
    with open_edit(army_list.pk, visitor, key or a_key()) as opened:
        opened.make(edit(opened.before), action, Text(subject, subject))
    return opened.army_list


def set_count(army_list: ArmyList, visitor: Visitor, row_id: str, count: int, key: str = "") -> ArmyList:
    return change(army_list, visitor, lambda roster: edits.set_count(roster, row_id, count), key, "set-count")


def add_rifleman(army_list: ArmyList, visitor: Visitor, key: str = "", **fields: Any) -> ArmyList:
    """Add a rifleman to the first squad in a separate row: a note makes him different."""
    figure = Figure(id=edits.new_id(), weapons=("assault-rifle",), **{"notes": "New", **fields})

    def edit(roster: Roster) -> Roster:
        return edits.add_figure(roster, roster.squads[0].id, figure)

    return change(army_list, visitor, edit, key, "add-figure", "Rifleman")


def new_rules(ruleset: str, **fields: Any) -> RulesetVersion:
    """Create a version of a ruleset with these fields of the catalogue changed, and make it current."""
    book = Ruleset.objects.get(pk=ruleset)
    present = current_version(ruleset)
    document = encode(replace(catalogue_for(present.pk), **fields))
    book.current = book.versions.create(number=present.number + 1, digest=digest(document), catalogue=document)
    book.save(update_fields=["current"])
    return book.current


def dearer(ruleset: str, by: int = 1) -> RulesetVersion:
    """Create a version of a ruleset with a higher price for every soldier."""
    classes = catalogue_for(current_version(ruleset).pk).classes
    return new_rules(ruleset, classes=tuple(replace(item, points=(item.points or 0) + by) for item in classes))
