"""The card that explains the others: one per list, cut out with them."""

from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.printing.formats.cards.card import Subject
from armybuilder.printing.formats.roster.fire import Setting, carried_weapons, figure_lines, vehicle_lines
from armybuilder.printing.formats.roster.hit_notes import class_notes, classes_of, leader_note, save_notes
from armybuilder.printing.formats.roster.summary import small_said
from armybuilder.printing.layout.words import Fact
from rules.core.document.roster import Roster

SAID_IN_FULL = 3  # states; of more the cards have the short words


def key_subject(setting: Setting, roster: Roster) -> Subject:
    """Return the card that explains numbers, letters and boxes, as far as this list has them."""
    return Subject(
        kind="extra",
        title=gettext("Key"),
        line=gettext("What the cards show"),
        squad=gettext("Key"),
        notes=(
            *_numbers(setting, roster),
            *_letters(setting, roster),
            *_boxes(setting),
            *_hits(setting, roster),
        ),
    )


def _numbers(setting: Setting, roster: Roster) -> Iterator[Fact]:
    columns = setting.columns
    if setting.catalogue.bands:
        yield Fact(
            gettext("Numbers"), gettext("what each die must reach, at up to this many cm; –: not possible.")
        )
        yield Fact(gettext("Dice"), gettext("how many are rolled; several are a burst."))
    if columns.covering:
        yield Fact(
            gettext("Covering"), gettext("what the weapon adds to covering fire, at up to this many cm.")
        )
    if any(_has_small(setting, roster)):
        yield Fact(gettext("Small print"), small_said())


def _has_small(setting: Setting, roster: Roster) -> Iterator[bool]:
    """Whether a number stands small beside one to roll, line by line."""
    for squad in roster.squads:
        of_men = (figure_lines(figure, squad, setting) for figure in squad.figures)
        of_vehicles = (vehicle_lines(vehicle, squad, setting) for vehicle in squad.vehicles)
        yield from (any(any(cell) for cell in line.small) for lines in of_men for line in lines)
        yield from (any(any(cell) for cell in line.small) for lines in of_vehicles for line in lines)


def _letters(setting: Setting, roster: Roster) -> Iterator[Fact]:
    known = setting.catalogue.class_by_id
    classes = [known[item] for item in classes_of(roster) if item in known]
    said = [f"{troops.code} {setting.say(troops.name)}" for troops in classes if troops.code]
    if any(squad.vehicles for squad in roster.squads):
        said.append(gettext("V vehicle"))
    if said:
        yield Fact(gettext("Abbreviations"), " · ".join(said))
    if any(troops.rank for troops in classes):
        yield Fact(gettext("Squares"), gettext("how good the class is on its side: the more, the better."))
    yield Fact(gettext("At the bottom"), gettext("squad, and the men’s numbers on the roster."))


def _boxes(setting: Setting) -> Iterator[Fact]:
    states = setting.catalogue.states
    if len(states) > SAID_IN_FULL:
        said = (f"{setting.say(state.short).lower()} {setting.say(state.name)}" for state in states)
        yield Fact(gettext("Boxes"), " · ".join(said))


def _hits(setting: Setting, roster: Roster) -> Iterator[Fact]:
    carried = carried_weapons(roster, setting.catalogue)
    yield from save_notes(carried, setting.catalogue, setting.language)
    yield from class_notes(classes_of(roster), carried, setting.catalogue, setting.language)
    yield from leader_note(roster, setting.catalogue)
