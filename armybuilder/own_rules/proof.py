"""The three lists of a draft in words, beside what is edited."""

from armybuilder.forces.proof import ShownProof, shown_proof
from armybuilder.lists.builder.palette import contents
from armybuilder.own_rules.models import OwnRules
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Squad
from rules.core.text import Language
from rules.own.patch import applied
from rules.own.proof import proof_of


def proof_in_words(
    catalogue: Catalogue, language: Language, before: Catalogue | None = None
) -> tuple[ShownProof, ...]:
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
    return applied(
        rules.base, {place: value for place, value in patch.items() if value is not None}, id=rules.pk
    )
