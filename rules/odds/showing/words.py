"""The words of the odds pages: questions, outcomes, actors."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core.catalogue.entry import Entry
from rules.core.text import Language

QUESTIONS: dict[str, Promise] = {
    "fire": _("Fire"),
    "save": _("Effect of hits"),
    "covering-fire": _("Covering fire"),
    "spotting": _("Spotting"),
    "suppression": _("Suppression"),
    "morale": _("Morale"),
    "melee": _("Close combat"),
    "storming": _("Storming"),
    "initiative": _("Initiative"),
    "bombardment": _("Bombardment"),
    "roll": _("Single rolls"),
}

# Names of outcomes in the key of the chart.
OUTCOMES: dict[str, Promise] = {
    "missed": _("Nothing"),
    "suppressed": _("Suppressed"),
    "killed": _("Killed"),
    "saved": _("Hit, no effect"),
    "knocked-out": _("Knocked out"),
    "exploded": _("Exploded"),
    "near-miss": _("Near miss"),
    "shocked": _("Shocked"),
    "wounded": pgettext_lazy("outcome", "Wounded"),
    "badly-wounded": _("Badly wounded"),
    "dead": _("Dead"),
    "slowed": _("Slowed"),
    "immobilised": _("Immobilised"),
    "destroyed": _("Destroyed"),
    "not-pierced": _("Not pierced"),
    "radio": _("Radio lost"),
    "turret": _("Turret jammed"),
    "weapon": _("Weapon lost"),
    "damaged": _("Damaged"),
    "shot-down": _("Shot down"),
    "morale": _("Morale test"),
    "morale-worse": _("Hard morale test"),
    "passengers": _("Passengers hit"),
    "engine": _("Engine hit"),
    "pilot": _("Pilot hit"),
    "nothing": _("Hit, no effect"),
    "out": _("Out of action"),
    "passed": _("Passed"),
    "panic": _("Panic"),
    "surrender": _("Surrender"),
    "hit": _("Shot down"),
}

# Outcomes that are losses (marked in the format's table).
LOST = frozenset(
    [
        "killed",
        "knocked-out",
        "exploded",
        "badly-wounded",
        "dead",
        "destroyed",
        "shot-down",
        "pilot",
        "out",
        "hit",
        "surrender",
    ]
)
HARMLESS = frozenset(["missed", "saved", "nothing", "not-pierced", "passed"])

STANDING: dict[str, Promise] = {
    "class": _("The troops"),
    "target-class": _("The target’s troops"),
    "weapon": _("The weapon"),
    "area": _("Fire at an area"),
    "indirect": _("Indirect fire"),
    "side": _("From the side or rear"),
    "short-range": _("Short range"),
    "long-range": _("Long range"),
}
GATES: dict[str, Promise] = {
    "spotting": _("First the target must be seen"),
    "speculative": _("First the roll for speculative fire"),
    "isolated": _("First the isolated man must roll"),
    "hidden": _("First the hidden man must be found"),
    "contact": _("First the guns must be contacted"),
}
AIR: Mapping[str, Promise] = {"aircraft": pgettext_lazy("target", "Aircraft"), "helicopter": _("Helicopter")}
LANDING: dict[str, Promise] = {
    "on": _("On the spot"),
    "near": _("Close by, covering him"),
    "under": _("Covering him"),
    "short": _("Short distance"),
    "long": _("Long distance"),
    "away": _("Away"),
}
WHO: dict[str, Promise] = {"leader": _("Leader"), "target-sniper": _("Sniper")}  # on foot, besides soldiers
SHORT: dict[str, Promise] = {
    "moved": _("Moved"),
    "cover": _("In cover"),
    "light-cover": _("Light cover"),
    "dodging": _("Dodging"),
    "prone": _("Prone"),
}


def names(entries: Iterable[Entry], language: Language) -> dict[str, str]:
    return {entry.id: entry.name.to(language) for entry in entries}


def side_names() -> dict[str, str]:
    return {
        "side": gettext("One side"),
        "enemy": gettext("The other"),
        "attackers": gettext("Attackers"),
        "defenders": gettext("Defenders"),
    }


def zones() -> dict[str, str]:
    return {"short": gettext("short distance"), "long": gettext("long distance")}


def contacts(known: Iterable[str]) -> dict[str, str]:
    words = {
        "platoon": gettext("the platoon’s own"),
        "dedicated": gettext("dedicated"),
        "general": gettext("in general support"),
    }
    return {one: words[one] for one in known}


def level_names() -> dict[str, str]:
    return {
        "very-easy": pgettext("action", "Very easy"),
        "easy": pgettext("action", "Easy"),
        "normal": pgettext("action", "Normal"),
        "difficult": pgettext("action", "Difficult"),
    }


def effect(name: str) -> str:
    """Return the verb of an outcome of fire, beside "Kills" and "Hits"; otherwise the name of the outcome."""
    return gettext("Suppresses") if name == "suppressed" else outcome(name)


def outcome(name: str) -> str:
    return str(OUTCOMES.get(name, name))


def within(text: str) -> str:
    """Return a name inside a sentence; capitals stay."""
    return text if text[1:2].isupper() or text[1:2] in "0123456789" else text[:1].lower() + text[1:]


def sentence(parts: list[str]) -> str:
    return ", ".join(within(part) for part in parts)


def kills(is_at_men: bool, flies: bool) -> str:
    """Return the verb for success against the target."""
    if flies:
        return gettext("Shoots down")
    return gettext("Kills") if is_at_men else gettext("Knocks out")


def shot_sentence(is_at_men: bool, flies: bool) -> str:
    """Return the sentence about a shot: its situation, how often it hits, and how often it does what `kills` says."""
    if flies:
        return gettext("%(situation)s: hits %(hits)s, shoots down %(number)s.")
    if is_at_men:
        return gettext("%(situation)s: hits %(hits)s, kills %(number)s.")
    return gettext("%(situation)s: hits %(hits)s, knocks out %(number)s.")
