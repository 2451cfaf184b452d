"""What each check asks for, as a sentence of the reference. The engine never reads these."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core.catalogue import Catalogue, Check, Condition, Extra
from rules.core.entry import Entry
from rules.core.text import Language

# By the name of the check's function; the names in brackets are its `params`, shown as their names in the ruleset.
SENTENCES: dict[str, str | Promise] = {
    "over-limit": _("A list has no more points than its limit."),
    "empty": _("A list has at least one figure or vehicle."),
    "recommended-size": _("A list of one squad has %(least)s to %(most)s figures."),
    "squad-size": _("A squad has %(least)s to %(most)s figures."),
    "no-leader": _("Every squad with figures has a leader."),
    "no-leader-role": _("Every squad with figures has one of this role: %(role)s."),
    "platoon-commander": _(
        "With two squads or more one figure commands the platoon: the one marked, else the one highest leader."
    ),
    "mixed-classes": _(
        "A squad is of one troop class. Of several, the most numerous gives the morale, on a tie the worse one."
    ),
    "mixed-sides": _("The figures of a list are all of one side."),
    "class-shift": _(
        "No figure changes side, or is further than this from the class that the army list names: %(most)s."
    ),
    "crew-per-weapon": _("A machine gun that wants two men has a second one, of this role: %(role)s."),
    "crew-per-squad": _("A squad with a crew-served weapon has a figure of this role: %(role)s."),
    "two-support-weapons": _("A figure carries one support weapon at most."),
    "weapon-not-mountable": _(
        "A weapon is carried where the tables allow it: on foot, or by the vehicles that may buy it."
    ),
    "vehicle-weapons-included": _("A vehicle whose price includes its weapons buys no more of them."),
    "vehicle-weapon-count": _("A vehicle has at most this many bought weapons: %(most)s."),
    "unpriced": _("A weapon without a price is bought only under a ruling that gives it one."),
    "combat-value": _(
        "Every vehicle, and every figure with a weapon that wants one, has a combat value from the referee."
    ),
    "not-in-ruleset": _("A list names only what this edition has."),
    "extra-limit": _("An extra is bought as often, at the levels and with the passes that its entry allows."),
    "extra-scope": _("An extra is bought where it is sold: for a squad, or for the whole list."),
    "scope-overlap": _("Bought squad by squad or for the whole list, not both: %(extra)s."),
    "cheaper-scope": _("Sold for a squad and for the whole list: take the cheaper of the two. %(extra)s."),
    "extra-needs-side": _(
        "%(extra)s: of use only with figures of this side, %(side)s, or with this extra, %(unless)s."
    ),
    "section-size": _("A section has %(least)s to %(most)s figures."),
    "section-leader": _("Every section has exactly one figure of this role: %(role)s."),
    "section-unassigned": _(
        "In a squad split into sections every figure belongs to one, but for this role: %(role)s."
    ),
    "section-leader-not-allowed": _("These never lead a section: %(classes)s."),
    "sniper-team": _(
        "A sniper team has %(least)s to %(most)s figures and is never of these classes: %(classes)s."
    ),
    "scout": _(
        "Scouts are in squads of these classes only: %(classes)s. At most this many a squad: %(most)s."
    ),
    "observer-section": _("An observer section has %(least)s to %(most)s figures."),
}

NEEDS: dict[str, str | Promise] = {
    "squad-all-of-class": _("only for squads made up of: %(names)s"),
    "list-has-class": _("only with these figures in the list: %(names)s"),
    "list-has-side": _("only with these figures in the list: %(names)s"),
    "list-has-trait": _("only with one of these squads in the list: %(names)s"),
}


def constraint(check: Check, catalogue: Catalogue, language: Language) -> str:
    """Return what a check of the ruleset asks for, in one or more sentences."""
    function = check.check or check.code
    if function == "extra-condition":
        return " ".join(_conditions_under(check.code, catalogue, language))
    if function == "extra-excludes":
        return gettext("Not in one list: %(pairs)s.") % {
            "pairs": "; ".join(_excluding_pairs(catalogue, language))
        }
    return str(SENTENCES[function]) % _named_params(check, catalogue, language)


def condition(what: Condition, catalogue: Catalogue, language: Language) -> str:
    """Return what a condition of an extra asks for: `only for squads made up of: Special forces`."""
    tables: Mapping[str, Mapping[str, Entry]] = {
        "squad-all-of-class": catalogue.class_by_id,
        "list-has-class": catalogue.class_by_id,
        "list-has-side": {side.id: side for side in catalogue.sides},
        "list-has-trait": catalogue.squad_traits,
    }
    names = ", ".join(tables[what.need][name].name.to(language) for name in what.any_of)
    sentence = str(NEEDS[what.need]) % {"names": names}
    if what.level is None:
        return sentence
    return gettext("level %(level)s %(condition)s") % {"level": what.level, "condition": sentence}


def _conditions_under(code: str, catalogue: Catalogue, language: Language) -> list[str]:
    """Return a sentence for each condition that is reported under `code`, with all extras that have it."""
    extras: dict[str, list[str]] = {}
    for extra in catalogue.extras:
        for what in extra.conditions:
            if what.code == code:
                extras.setdefault(condition(what, catalogue, language), []).append(extra.name.to(language))
    return [f"{', '.join(names)}: {sentence}." for sentence, names in extras.items()]


def _excluding_pairs(catalogue: Catalogue, language: Language) -> list[str]:
    """Return the pairs of extras that exclude each other, each pair once."""
    pairs: dict[frozenset[str], tuple[Extra, Extra]] = {}
    for extra in catalogue.extras:
        for other in extra.excludes:
            pairs.setdefault(frozenset((extra.id, other)), (extra, catalogue.extra_by_id[other]))
    return [f"{a.name.to(language)} + {b.name.to(language)}" for a, b in pairs.values()]


def _named_params(check: Check, catalogue: Catalogue, language: Language) -> dict[str, str]:
    tables: Mapping[str, Mapping[str, Entry]] = {
        "role": catalogue.role_by_id,
        "extra": catalogue.extra_by_id,
        "unless": catalogue.extra_by_id,
        "side": {side.id: side for side in catalogue.sides},
        "classes": catalogue.class_by_id,
    }
    named = {}
    for param, value in check.params.items():
        ids = value if isinstance(value, tuple) else (str(value),)
        table = tables.get(param, {})
        named[param] = ", ".join(table[item].name.to(language) if item in table else item for item in ids)
    return named
