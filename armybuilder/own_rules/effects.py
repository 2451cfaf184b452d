"""What a draft would change in the lists that are made with it, of which none changes, and the lists that it allows."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count

from armybuilder.accounts.models import User
from armybuilder.forces.shown import shown_proof
from armybuilder.lists.builder.palette import contents
from armybuilder.lists.models import ArmyList
from armybuilder.own_rules.models import OwnRules
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Squad
from rules.core.judging.report import sentence
from rules.core.text import Language
from rules.own.patch import applied
from rules.own.proof import proof_of

LOOKED_AT = 100  # lists, the last changed first


def effects_of(ruleset_id: str, catalogue: Catalogue, user: User, language: Language) -> dict[str, Any]:
    """Judge the lists of a ruleset by a catalogue that would be its next version, each once.

    Return the number of lists, of those looked at, and of those that would change; the user's own with their points
    before and after and the first error that they would have; and the number of other people's.
    """
    lists = ArmyList.objects.filter(ruleset_version__ruleset=ruleset_id, deleted=None)
    looked_at = list(lists.order_by("-changed")[:LOOKED_AT])
    number = len(looked_at) if len(looked_at) < LOOKED_AT else lists.count()
    dearer = illegal = others = 0
    own = []
    for one in looked_at:
        then = assess(one.roster, catalogue)
        is_dearer, is_illegal = then.total != one.total, one.legal and not then.legal
        dearer, illegal = dearer + is_dearer, illegal + is_illegal
        if not (is_dearer or is_illegal):
            continue
        if one.owner_id != user.pk:
            others += 1
            continue
        errors = (sentence(it, language) for it in then.findings if it.severity == "error")
        own.append((one.name, one.total, then.total, next(errors, "") if is_illegal else ""))
    return {
        "lists": number,
        "looked_at": len(looked_at),
        "dearer": dearer,
        "illegal": illegal,
        "own": own,
        "others": others,
    }


def lists_by_version(rulesets: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """Return the number of lists made with each version of rulesets: by ruleset, with the newest version first."""
    lists = ArmyList.objects.filter(ruleset_version__ruleset__in=rulesets, deleted=None)
    versions = lists.values_list("ruleset_version__ruleset", "ruleset_version__number")
    found: dict[str, list[tuple[int, int]]] = {}
    for ruleset, number, used in versions.annotate(Count("pk")).order_by("-ruleset_version__number"):
        found.setdefault(ruleset, []).append((number, used))
    return found


def proof_in_words(
    catalogue: Catalogue, language: Language, before: Catalogue | None = None
) -> tuple[dict[str, Any], ...]:
    """Return the lists of a draft; `before`: the draft as it was, for the points that have changed."""
    had = {one.sort: one.report.total for one in proof_of(before, language)} if before else {}
    return tuple(
        shown_proof(
            one,
            language,
            men="; ".join(_in_words(squad, catalogue, language) for squad in one.roster.squads),
            was="" if had.get(one.sort) is None else str(had[one.sort]),
        )
        for one in proof_of(catalogue, language)
    )


def _in_words(squad: Squad, catalogue: Catalogue, language: Language) -> str:
    troops = catalogue.class_by_id[squad.class_].name.to(language)
    return f"{troops}: {contents(squad, catalogue, language)}"


def before_last_edit(rules: OwnRules) -> Catalogue | None:
    """Return the draft as it was before its last edit, None if it has none."""
    edit = rules.edits.filter(undone=False).last()
    if edit is None:
        return None
    patch = dict(rules.patch) | {place: was for place, was, _now in edit.changes}
    return applied(rules.base, {place: value for place, value in patch.items() if value is not None}, id=rules.pk)
