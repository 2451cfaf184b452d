"""The labels of the rules' columns, and of the words in them, in the admin."""

from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.reference.topics import TOPICS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# By "model.column" where a column is called otherwise in that table than elsewhere.
LABELS: dict[str, "_StrPromise"] = {
    "about": _("Concerns"),
    "any_of": _("One of"),
    "bands": _("Range bands, cm"),
    "both": _("In both languages"),
    "carried_by": _("Carried by"),
    "carrier": _("Trait of a"),
    "cells": _("Cells"),
    "checks_levels": _("Its levels are looked at"),
    "club_price": _("A club may give it a price"),
    "code": _("Code"),
    "columns": _("Columns"),
    "counted": _("Bought in any number"),
    "covering": _("Covering fire, by band"),
    "covering_bands": _("Bands of covering fire, cm"),
    "covering_most": _("Covering fire at most"),
    "created": _("Made on"),
    "credit": _("Whose it is"),
    "current": _("Current version"),
    "dice": _("Dice"),
    "die": _("Sides of the die"),
    "digest": _("Digest"),
    "distance": _("Distance, cm"),
    "edition_en": _("Edition, in English"),
    "edition_it": _("Edition, in Italian"),
    "en": _("In English"),
    "excludes": _("Not with"),
    "flat_under_option": _("… where the answer is"),
    "flat_under_ruling": _("The whole price of the man under this ruling"),
    "format": _("Written as"),
    "function": _("What is checked, where it is not the code"),
    "has_points": _("Has points"),
    "id": _("Id"),
    "includes": _("In its price"),
    "it": _("In Italian"),
    "item_source": _("Paragraph for what this edition does not have"),
    "kind": _("Kind"),
    "language": _("Language of its text"),
    "leader_losses": _("Losses that a lost leader counts as"),
    "leadership": _("Leadership"),
    "leadership_source": _("Paragraph of leadership"),
    "least": _("Not under, cm"),
    "level": _("At this level only"),
    "level_points": _("Points of the levels"),
    "levels": _("Levels"),
    "limit": _("Limit in points"),
    "line_en": _("In one line, in English"),
    "line_it": _("In one line, in Italian"),
    "list_points": _("Points, bought for the list"),
    "mode_en": _("Way to fire, in English"),
    "mode_it": _("Way to fire, in Italian"),
    "morale_bonus": _("Bonus on morale"),
    "most": _("At most"),
    "firerow.most": _("Not over, cm"),
    "mounts": _("May buy"),
    "mounts_any": _("May buy whatever vehicles carry"),
    "name_en": _("Name, in English"),
    "name_it": _("Name, in Italian"),
    "need": _("Asks for"),
    "needs": _("Number to roll, by band"),
    "saverow.needs": _("Number to roll, by column"),
    "note_en": _("Note, in English"),
    "note_it": _("Note, in Italian"),
    "number": _("Number"),
    "once_under_option": _("… where the answer is"),
    "once_under_ruling": _("Paid once under this ruling"),
    "optional": _("Left to the players"),
    "order": _("Place"),
    "params": _("What the check is told"),
    "passes_least": _("Fewest passes"),
    "passes_most": _("Most passes"),
    "per_level": _("Points are for a level"),
    "points": _("Points"),
    "points_under": _("Points under rulings"),
    "position": _("Place"),
    "rank": _("Rank, 1 the best"),
    "reach": _("Distances of its own, cm"),
    "reading_en": _("Our reading, in English"),
    "reading_it": _("Our reading, in Italian"),
    "reads": _("What a list says besides"),
    "roles": _("Roles"),
    "ruleset": _("Ruleset"),
    "scopes": _("Sold without a price for"),
    "severity": _("Severity"),
    "shared_most": _("At most together"),
    "shared_with": _("Counted together with"),
    "short_en": _("Short name, in English"),
    "short_it": _("Short name, in Italian"),
    "side": _("Side"),
    "slug": _("Id"),
    "source": _("Paragraph"),
    "squad_points": _("Points, bought for a squad"),
    "stats": _("Characteristics"),
    "storm_attacking": _("Storming: attackers need"),
    "storm_defending": _("Storming: defenders need"),
    "tags": _("To the checks it is"),
    "text_en": _("Text, in English"),
    "text_it": _("Text, in Italian"),
    "topic": _("Topic"),
    "weapons": _("Weapons"),
}


def label(table: str, column: str) -> "_StrPromise":
    """Return what a column of a table is called. Raises KeyError for one that nobody named."""
    return LABELS.get(f"{table}.{column}") or LABELS[column]


# The words that columns hold where they hold one of a few, or some of them. Names of checks stand as they are.
WORDS: dict[str, dict[str, "str | Promise"]] = {
    "characteristic.format": {"number": _("Number"), "bonus": _("Bonus"), "save": _("Saving roll")},
    "check.severity": {"error": _("Error"), "warning": _("Warning"), "info": _("Advice")},
    "extra.scopes": {"squad": _("squad"), "list": _("list")},
    "extracondition.need": {
        "squad-all-of-class": _("a squad of these classes only"),
        "list-has-class": _("a figure of these classes in the list"),
        "list-has-side": _("a figure of these sides in the list"),
        "list-has-trait": _("a squad with these traits in the list"),
    },
    "handbooktable.topic": {str(topic): title for topic, title in TOPICS.items()},
    "ruleset.language": {"it": _("Italian"), "en": _("English")},
    "ruleset.reads": {
        "ability": _("Ability"),
        "combat_value": _("Combat value"),
        "commander": _("Commander of the platoon"),
        "leader_ability": _("Leader’s ability"),
        "list_class": _("Class in the army list"),
        "modifiers": _("The referee’s modifiers"),
        "movement": _("Movement"),
        "passes": _("Passes"),
        "team": _("Sections of a squad"),
    },
    "nickname.kind": {
        "ruleset": _("ruleset"),
        "format": _("role of a list"),
        "class": _("troop class"),
        "weapon": _("weapon"),
        "vehicle": _("vehicle"),
        "extra": _("extra"),
        "role": _("role of a figure"),
        "kit": _("piece of kit"),
        "trait": _("trait"),
        "preset": _("quick figure"),
        "leadership": _("level of leadership"),
    },
    "trait.carrier": {"squad": _("squad"), "vehicle": _("vehicle")},
    "weapon.carried_by": {"figure": _("figure"), "vehicle": _("vehicle")},
    "weapon.tags": {
        "support": _("a support weapon"),
        "needs-crew": _("a weapon for two men"),
        "combat-value": _("a weapon with a combat value"),
    },
}


def called(table: str, column: str, value: Any) -> Any:
    """Return what a value of a column is called: the word that stands for it, else the value itself."""
    return WORDS.get(f"{table}.{column}", {}).get(value, value) if isinstance(value, str) else value
