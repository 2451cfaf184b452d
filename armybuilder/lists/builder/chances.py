"""The rolls a squad succeeds on and how far its leaders command, in words: for the sheet and for paper."""

from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.lists.words import class_name
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import figure_label
from rules.core.document.roster import Squad
from rules.core.procedures import SquadChances, squad_chances
from rules.core.text import Language


def chances_in_words(
    squad: Squad, catalogue: Catalogue, language: Language, *, but: str = ""
) -> Iterator[str]:
    """Yield a squad's chances and its leaders' distances in cm (bi, Unità e distanze di comando); otherwise nothing.

    `but`: the class whose chances stand elsewhere.
    """
    worked_out = squad_chances(squad, catalogue)
    if worked_out is None:
        return
    for chance in worked_out.chances:
        if chance.class_id == but:
            continue
        words = gettext("success %(success)s, morale %(morale)s") % chance._asdict()
        own = class_name(chance.class_id, catalogue, language)
        yield f"{own}: {words}" if len(worked_out.chances) > 1 else words
    yield from dict.fromkeys(
        _commands(squad, worked_out, catalogue, language)
    )  # of two who are alike it is said once


def _commands(
    squad: Squad, worked_out: SquadChances, catalogue: Catalogue, language: Language
) -> Iterator[str]:
    for command in worked_out.commands:
        if command.distance is not None:
            leader = figure_label(command.figure, catalogue, squad.class_of(command.figure))
            yield gettext("%(leader)s commands up to %(distance)s cm") % {
                "leader": leader.to(language),
                "distance": command.distance,
            }
