"""Lists made for a club: they carry its house rules in their documents; their owners take newer ones over or not."""

from msgspec import structs

from armybuilder.clubs.models import HouseRules
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates.rules import RulesChange, change_between
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.text import Language


def with_house_rules(roster: Roster, catalogue: Catalogue, rules: HouseRules) -> Roster:
    """Return a list under the prices and rulings of a club, as far as its edition knows them."""
    return structs.replace(roster, prices=rules.prices_for(catalogue), rulings=rules.rulings_for(catalogue))


def newer_rules(army_list: ArmyList) -> HouseRules | None:
    """Return the house rules of the club that a list is made for, where it has others and nobody left them so."""
    if army_list.made_for_id is None:
        return None
    versions = HouseRules.objects.filter(ruleset=army_list.roster.ruleset, number__gt=army_list.house_kept)
    newest = versions.filter(club__memberships=army_list.made_for_id).order_by("-number").first()
    return newest if newest and differs(army_list, newest) else None


def differs(army_list: ArmyList, rules: HouseRules) -> bool:
    """Return whether a list would be another under these house rules."""
    book, roster = army_list.catalogue, army_list.roster
    under = with_house_rules(roster, book, rules)
    options = [
        (book.option(roster.rulings, one.id), book.option(under.rulings, one.id)) for one in book.rulings
    ]
    return roster.prices != under.prices or any(now != then for now, then in options)


def house_change(army_list: ArmyList, rules: HouseRules, language: Language) -> RulesChange:
    """Return what a club's house rules would change in a list."""
    book = army_list.catalogue
    then = assess(with_house_rules(army_list.roster, book, rules), book)
    return change_between(army_list.report, then, army_list.roster, book, language)
