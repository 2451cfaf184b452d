"""Lists that are held to a force: they keep it as it was; their owners take a newer one over or not."""

from msgspec import structs

from armybuilder.forces.models import Force
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates.rules import RulesChange, change_between
from rules.core.assess import assess
from rules.core.document import edits
from rules.core.document.force import Force as ForceData
from rules.core.text import Language


def newer_force(army_list: ArmyList) -> Force | None:
    """Return the force that a list is held to, where it has changed since and its owner has not left it so."""
    template = army_list.roster.force
    if template is None:
        return None
    decided = structs.replace(template, version=max(template.version, army_list.force_kept))
    return Force.objects.newer_than(decided, army_list.owner)


def force_change(army_list: ArmyList, force: ForceData, language: Language) -> RulesChange:
    """Return what it would change in a list to be held to a force."""
    book = army_list.catalogue
    then = assess(edits.set_force(army_list.roster, force), book)
    return change_between(army_list.report, then, army_list.roster, book, language)
