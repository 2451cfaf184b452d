"""The words of the odds pages: questions, outcomes, what acts."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

QUESTIONS: dict[str, Promise] = {
    "fire": _("Fire"),
    "covering-fire": _("Covering fire"),
    "spotting": _("Spotting"),
    "suppression": _("Suppression"),
    "morale": _("Morale"),
    "melee": _("Close combat"),
    "storming": _("Storming"),
    "initiative": _("Initiative"),
}

# What an outcome is called in the key of the chart.
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

# Who has one of these is lost (the marked ones of the format's table).
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
    "isolated": _("First the roll of who is isolated"),
    "hidden": _("First the hidden man must be found"),
}


def air_names() -> Mapping[str, Promise]:
    """Return the names of what flies."""
    return {"aircraft": pgettext_lazy("target", "Aircraft"), "helicopter": _("Helicopter")}


def who_names() -> dict[str, Promise]:
    """Return what a target on foot may be, beside a soldier."""
    return {"leader": _("Leader"), "target-sniper": _("Sniper")}


def short_names() -> dict[str, Promise]:
    """Return the names of the facts under the thumb."""
    return {
        "moved": _("Moved"),
        "cover": _("In cover"),
        "light-cover": _("Light cover"),
        "dodging": _("Dodging"),
        "prone": _("Prone"),
    }


def effect(name: str) -> str:
    """Return what fire does to who comes to an outcome, beside "Kills" and "Hits"; else what the outcome is called."""
    return gettext("Suppresses") if name == "suppressed" else outcome(name)


def outcome(name: str) -> str:
    """Return what an outcome is called."""
    return str(OUTCOMES.get(name, name))


def within(text: str) -> str:
    """Return a name as it stands within a sentence; what is written in capitals stays."""
    return text if text[1:2].isupper() or text[1:2] in "0123456789" else text[:1].lower() + text[1:]


def sentence(parts: list[str]) -> str:
    """Return names as an enumeration within a sentence."""
    return ", ".join(within(part) for part in parts)


def kills(is_at_men: bool, flies: bool) -> str:
    """Return what whoever succeeds does to the target."""
    if flies:
        return gettext("Shoots down")
    return gettext("Kills") if is_at_men else gettext("Knocks out")
