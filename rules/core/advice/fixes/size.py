"""Squads of the right size, and lists that are not empty."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from rules.core.advice.figures import preset_figure, special
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fixes, nothing
from rules.core.advice.steps import step, take_men
from rules.core.advice.wording import men, say
from rules.core.document.naming import in_sentence
from rules.core.document.roster import Figure, Squad
from rules.core.judging.checks.params import NoParams, SizeParams
from rules.core.judging.checks.size import empty, over_limit, recommended_size, squad_size
from rules.core.text import Text

fixes(
    over_limit,
    decide=Text(
        it="Nessun modo con poche righe: togli prima una squadra.",
        en="No small change is enough: remove a squad first.",
    ),
)(nothing)  # its fixes are the ways back, which look at the whole list


@fixes(empty, decide=Text(it="Decidi con quale squadra cominciare.", en="Decide which squad to start with."))
def begun(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """A man of the first presets in a squad that is there, or in one of the first class."""
    catalogue = case.catalogue
    squads = case.squads or (Squad(name="", class_=catalogue.classes[0].id),)
    for squad in islice(squads, 2):
        for preset in sorted(catalogue.presets, key=lambda it: -it.leadership)[:1]:
            man = preset_figure(preset, squad, catalogue)
            words = say("Aggiungi {man}", "Add {man}", man=in_sentence(preset.name))
            if squad.id:
                yield PossibleFix(words, (step("add_figure", squad.id, item=man),))
            else:
                yield PossibleFix(words, (step("add_squad", item=replace(squad, figures=(man,))),))


SIZE = Text(
    it="Decidi chi aggiungere, chi togliere, o come dividere la squadra.",
    en="Decide on men to add or remove, or how to split the squad.",
)


@fixes(recommended_size, decide=SIZE)
@fixes(squad_size, decide=SIZE)
def of_size(case: FixCase[SizeParams]) -> Iterator[PossibleFix]:
    """The men that are missing added, or the spare ones removed."""
    return resized(case, case.params.least, case.params.most)


def resized(case: FixCase[Any], least: int, most: int) -> Iterator[PossibleFix]:
    """Yield how the squad gets to the fewest or the most figures that it may have, by men of a row."""
    squad, here = case.squad, case.squad.figure_count
    usual = sorted(squad.figures, key=lambda figure: (special(figure, case.catalogue), -figure.count))
    if here < least:
        for figure in usual[:2]:
            more = Figure(class_=figure.class_, weapons=figure.weapons, kit=figure.kit, count=least - here)
            if figure.team:
                more = replace(more, team=figure.team)
            words = say("Aggiungi {man}", "Add {man}", man=men(least - here, case.man(more)))
            yield PossibleFix(words, (step("add_figure", squad.id, item=more),))
    for figure in usual:
        if here > most and figure.count >= here - most:
            words = say("Togli {man}", "Remove {man}", man=men(here - most, case.man(figure)))
            yield PossibleFix(words, (take_men(figure, here - most),))
