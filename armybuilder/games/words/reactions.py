"""A morale test that each man takes for himself, in words: why it is due, and what is added to his number."""

from collections.abc import Mapping

from django.utils.translation import gettext

from rules.core.game.events import Side
from rules.core.game.reaction import OF_MARKER, Modifier, Occasion, ReactionDue, SideKeys
from rules.core.text import Language

Names = Mapping[tuple[Side, str], str]  # of the pieces and extras of both sides


def reaction_words(item: ReactionDue, side: Side, names: Names, language: Language) -> tuple[str, str]:
    """Return what is due: its heading, why, and what each man rolls."""
    squad = names.get((side, item.squad), item.squad)
    head = (
        gettext("Morale of %(squad)s") % {"squad": squad} if item.squad else gettext("Morale of those nearby")
    )
    why = "; ".join(_occasion(one, names, language) for one in item.occasions)
    faces = ", ".join(f"{face} ({man})" for man, face in item.faces)
    shown = gettext(". Rolled: %(faces)s") % {"faces": faces} if faces else ""
    return head, f"{why}. {_rolled(item, language)}{shown}"


def added_words(item: ReactionDue, names: Names, language: Language) -> str:
    """Return what the players add to the number."""
    added = ", ".join(_modifier(one, names, language) for one in item.others)
    return gettext("Add: %(added)s.") % {"added": added} if added else ""


def _occasion(one: Occasion, names: Names, language: Language) -> str:
    who = _labels(one.keys, names)
    if one.fact == "damage":
        return gettext("Hit: %(men)s") % {"men": who}
    words = {"what": one.name.to(language), "who": who, "cm": one.within}
    if one.fact == "called":
        return one.name.to(language)
    if one.within is not None:
        return gettext("%(what)s within %(cm)s cm (%(who)s)") % words
    return f"{words['what']} ({who})"


def _rolled(item: ReactionDue, language: Language) -> str:
    words = {
        "die": item.die,
        "most": item.most,
        "added": ", ".join(f"{one.name.to(language)} {one.amount}" for one in item.counted),
    }
    if item.most is None:
        return gettext("Each man for himself: 1d%(die)s") % words
    if item.counted:
        return gettext("Each man for himself: 1d%(die)s, up to %(most)s (%(added)s)") % words
    return gettext("Each man for himself: 1d%(die)s, up to %(most)s before modifiers") % words


def _modifier(one: Modifier, names: Names, language: Language) -> str:
    whom = f" ({_labels(one.keys, names)})" if one.keys else ""
    return f"{one.name.to(language)} {one.amount}{whom}"


def _labels(keys: SideKeys, names: Names) -> str:
    """Return men and vehicles by their numbers on paper, markers by theirs on the table, squads and extras by name."""
    return ", ".join(_label(side, key, names) for side, key in keys)


def _label(side: Side, key: str, names: Names) -> str:
    if key.startswith(OF_MARKER):
        return gettext("marker %(number)s") % {"number": key.removeprefix(OF_MARKER)}
    return names.get((side, key), key) if key[0] in "SX" else key
