"""The constraints of a ruleset, as sentences of the reference."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core.catalogue.catalogue import Catalogue, Check, Condition, Extra
from rules.core.catalogue.entry import Entry
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import named_kinds
from rules.core.text import Language, fill

NEEDS: dict[str, str | Promise] = {
    "squad-all-of-class": gettext_lazy("only for squads made up of: %(names)s"),
    "list-has-class": gettext_lazy("only with these figures in the list: %(names)s"),
    "list-has-side": gettext_lazy("only with these figures in the list: %(names)s"),
    "list-has-trait": gettext_lazy("only with one of these squads in the list: %(names)s"),
}


def constraint(check: Check, catalogue: Catalogue, language: Language) -> str:
    """Return what a check of the ruleset asks for, in one or more sentences."""
    function = check.check or check.code
    if function == "extra-condition":
        return " ".join(_conditions_under(check.code, catalogue, language))
    if function == "extra-excludes":
        return _("Not in one list: %(pairs)s.") % {"pairs": "; ".join(_excluding_pairs(catalogue, language))}
    asks = CHECKS[function].asks
    return fill(asks, language, _named_params(check, catalogue, language)) if asks else ""


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
    return _("level %(level)s %(condition)s") % {"level": what.level, "condition": sentence}


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
        "side": catalogue.side_by_id,
        "class": catalogue.class_by_id,
    }
    kinds = named_kinds(CHECKS[check.check or check.code].params)
    named = {}
    for param, value in check.params.items():
        ids = value if isinstance(value, tuple) else (str(value),)
        table = tables[kinds[param]] if param in kinds else {}
        named[param] = ", ".join(table[item].name.to(language) if item in table else item for item in ids)
    return named
