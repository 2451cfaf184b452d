"""What is wrong with a value of a ruleset, each breach of its type with its place and the reason."""

from typing import Any

from django.utils.translation import gettext_noop as _

from rules.core.document.breaches import all_breaches
from rules.core.document.problem import Breach, Path
from rules.loading.reasons import Reason, place
from rules.loading.shapes import Found, broken, lacking


def breaches(value: Any, expected: Any, path: Path, ruleset: Any) -> list[Found]:
    """Return where and why a value is not of the type expected; at least that it is not."""
    found = [_found(one, path, ruleset) for one in all_breaches(value, expected)]
    return found or [(path, _unexplained(path, ruleset))]


def _found(one: Breach, within: Path, ruleset: Any) -> Found:
    path: Path = (*within, *one.path)
    where = place(ruleset, path)
    match one.key:
        case "missing":
            name = str(one.facts["word"])
            return path, lacking(where, name) or broken(where, one)
        case "field":
            return (*path, str(one.facts["word"])), broken(where, one)
        case "shortest" if path and (reason := lacking(place(ruleset, path[:-1]), path[-1])):
            return path, reason
        case "form":
            template = _("%(where)s: an id is small letters and digits, with single hyphens between them")
            return path, Reason(template, {"where": where})
        case "shape":
            return path, _unexplained(path, ruleset)
    return path, broken(where, one)


def _unexplained(path: Path, ruleset: Any) -> Reason:
    return Reason(_("%(where)s is not in the right form"), {"where": place(ruleset, path)})
