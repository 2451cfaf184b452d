"""Troop classes that stand together."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.core.advice.fixes.definition import FixCase, PossibleFix, fixes, nothing
from rules.core.advice.steps import Steps, step
from rules.core.advice.wording import alike, say
from rules.core.document.roster import Squad
from rules.core.judging.checks.params import MostParams, NoParams
from rules.core.judging.checks.troops import class_shift, mixed_classes, mixed_sides
from rules.core.text import Text


@fixes(
    mixed_classes,
    decide=Text(
        it="Decidi di quale classe è la squadra, o dividila.",
        en="Decide on the class of the squad, or split it.",
    ),
)
def of_one_class(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Everybody of the class that most are of, or of another that is there."""
    squad = case.squad
    men: Counter[str] = Counter()
    for figure in squad.figures:
        men[squad.class_of(figure)] += figure.count
    for class_id, _ in men.most_common():
        words = say("Tutti {troops}", "All {troops}", troops=case.troops(class_id))
        yield PossibleFix(words, all_of(squad, class_id))


fixes(
    mixed_sides,
    decide=Text(
        it="Decidi con quale parte gioca la lista, e cambia la classe agli altri.",
        en="Decide which side the list plays, and change the class of the others.",
    ),
)(nothing)


@fixes(
    class_shift,
    decide=Text(
        it="Decidi di quale classe è la figura, o quale classe nomina la lista dell’esercito.",
        en="Decide which class the figure is of, or which one the army list names.",
    ),
)
def nearer_class(case: FixCase[MostParams]) -> Iterator[PossibleFix]:
    """The nearest class that the army list allows, for the figure or, if it has none of its own, for its squad."""
    squad, figure = case.squad, case.row
    classes = case.catalogue.class_by_id
    named, own = classes[squad.list_class], classes.get(squad.class_of(figure))
    rank = (own.rank if own else None) or 0
    allowed = [it for it in case.catalogue.classes if it.side == named.side]
    if named.rank is not None:
        most, middle = case.params.most, named.rank
        allowed = [it for it in allowed if it.rank is not None and abs(it.rank - middle) <= most]
    allowed.sort(key=lambda it: abs((it.rank or 0) - rank))
    for troops in allowed[:3]:
        words = alike("{man}: {troops}", man=case.carrier(), troops=troops.name)
        yield PossibleFix(words, (step("edit_figure", figure.id, class_=troops.id),))
        if not figure.class_:
            words = alike("{squad}: {troops}", squad=case.name(squad), troops=troops.name)
            yield PossibleFix(words, (step("edit_squad", squad.id, class_=troops.id),))


def all_of(squad: Squad, class_id: str) -> Steps:
    """Return the steps that make a squad of one class throughout."""
    own: list[Any] = [step("edit_figure", figure.id, class_="") for figure in squad.figures if figure.class_]
    change = [step("edit_squad", squad.id, class_=class_id)] if squad.class_ != class_id else []
    return (*own, *change)
