"""Items that another edition has and this one has not: taken off, or replaced where something has to stand there."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.advice.fixes.definition import FixCase, PossibleFix, fixes
from rules.core.advice.steps import step
from rules.core.advice.wording import alike, say
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.judging.checks.items import not_in_ruleset
from rules.core.judging.checks.params import NoParams
from rules.core.text import Text


@fixes(
    not_in_ruleset,
    decide=Text(
        it="Decidi che cosa prende il suo posto in questa edizione.",
        en="Decide what takes its place in this edition.",
    ),
)
def only_known(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """What the edition does not have taken off the row; a class replaced; else the row taken out."""
    row, catalogue = case.row, case.catalogue
    match row:
        case Figure():
            yield from _figure_fixes(case, row)
        case Squad():
            yield from _squad_fixes(case, row)
        case Vehicle() if row.type in catalogue.vehicle_by_id:
            known = _kept(row, {"weapons": catalogue.weapon_by_id, "traits": catalogue.vehicle_traits})
            yield PossibleFix(_take_off(case), (step("edit_vehicle", row.id, **known),))
    if isinstance(row, Figure | Vehicle | ExtraEntry):
        words = say("Togli {row}", "Remove {row}", row=case.carrier())
        yield PossibleFix(words, (step("remove_row", row.id),))


def _figure_fixes(case: FixCase[NoParams], figure: Figure) -> Iterator[PossibleFix]:
    catalogue = case.catalogue
    fields = _kept(
        figure, {"weapons": catalogue.weapon_by_id, "roles": catalogue.role_by_id, "kit": catalogue.kit_by_id}
    )
    if not catalogue.leadership:
        fields["leadership"] = 0
    if figure.ability not in catalogue.class_by_id:
        fields["ability"] = ""
    if not figure.class_ or figure.class_ in catalogue.class_by_id:
        yield PossibleFix(_take_off(case), (step("edit_figure", figure.id, **fields),))
        return
    for class_id in _classes(case):
        words = alike("{row}: {troops}", row=case.carrier(), troops=case.troops(class_id))
        yield PossibleFix(words, (step("edit_figure", figure.id, **fields, class_=class_id),))


def _squad_fixes(case: FixCase[NoParams], squad: Squad) -> Iterator[PossibleFix]:
    catalogue = case.catalogue
    fields = _kept(squad, {"traits": catalogue.squad_traits})
    if squad.leader_ability not in catalogue.class_by_id:
        fields["leader_ability"] = ""
    if not squad.class_ or squad.class_ in catalogue.class_by_id:
        yield PossibleFix(_take_off(case), (step("edit_squad", squad.id, **fields),))
        return
    for class_id in _classes(case):
        words = alike("{row}: {troops}", row=case.name(squad), troops=case.troops(class_id))
        yield PossibleFix(words, (step("edit_squad", squad.id, **fields, class_=class_id),))


def _classes(case: FixCase[NoParams]) -> list[str]:
    """Return classes for a row that has none of this edition: those of the list, then the middling ones."""
    own = [squad.class_ for squad in case.squads]
    own += [figure.class_ for squad in case.squads for figure in squad.figures]
    known = [item.id for item in case.catalogue.classes]
    middle = known[len(known) // 2 :] + known[: len(known) // 2]
    return list(dict.fromkeys(item for item in (*own, *middle) if item in case.catalogue.class_by_id))[:3]


def _kept(row: Any, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields of a row without what the edition does not have."""
    return {
        field: tuple(item for item in getattr(row, field) if item in known) for field, known in tables.items()
    }


def _take_off(case: FixCase[NoParams]) -> Text:
    item = str(case.finding.facts["item"])
    return say("Togli «{item}»", "Remove “{item}”", item=item)
