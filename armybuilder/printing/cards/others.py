"""The cards of squads and extras, and blank ones to fill by hand."""

from collections.abc import Iterator

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.lists.templatetags.squadra import minus
from armybuilder.printing.cards.card import Subject
from armybuilder.printing.cards.ladder import pips, shade
from armybuilder.printing.cards.rules import rules_about
from armybuilder.printing.cards.troops import class_stats, figure_states
from armybuilder.printing.roster.fire import Columns, FireLine, Setting, borrowed_lines
from armybuilder.printing.roster.morale import morale, morale_rules
from armybuilder.printing.roster.squads import squad_line
from armybuilder.printing.roster.summary import extras
from armybuilder.printing.words import Fact, squad_sign
from rules.core import procedures
from rules.core.handbook import Subjects
from rules.core.naming import figure_label, squad_label, vehicle_label
from rules.core.points import SquadPoints
from rules.core.report import Report
from rules.core.roster import Roster, Squad

LOSSES_IN_A_LINE, LOSSES_AT_MOST = 7, 42
BLANK_LINES = 3


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def squad_subject(
    setting: Setting, roster: Roster, squad: Squad, name: str, points: SquadPoints | None, first: int
) -> Subject:
    """Return a squad's card: its class, strength and men, morale, a box for each loss."""
    catalogue = setting.catalogue
    troops = catalogue.class_by_id.get(squad.class_)
    return Subject(
        kind="squad",
        title=name,
        line=squad_line(squad, catalogue, setting.language),
        squad=gettext("Squad"),
        code=troops.code if troops else "",
        shade=shade(troops, catalogue),
        pips=pips(troops, catalogue),
        points=minus(points.total) if points else "",
        sign=squad_sign(squad),
        stats=tuple(class_stats(troops, setting)) if troops else (),
        notes=(*_morale(setting, roster, squad), *_members(setting, squad, first)),
        track=tuple(_track(setting, squad)) if setting.boxes else (),
    )


def _morale(setting: Setting, roster: Roster, squad: Squad) -> Iterator[Fact]:
    alone = replace(roster, squads=(squad,))
    test = morale(alone, setting.catalogue, setting.language)
    if test:
        words = gettext(
            "%(dice)s dice. One must reach the losses so far; a %(face)s passes up to the bar. A leader lost counts"
            " %(leader)s."
        )
        numbers = {"dice": test.dice, "face": test.die, "leader": test.leader_losses}
        yield Fact(gettext("Morale"), f"{words % numbers} {test.source}")
        if sum(1 for item in roster.squads if item.figures) > 1:
            yield Fact("", gettext("Up to the bar it gives the platoon’s test a die."))
    yield from morale_rules(alone, setting.catalogue, setting.language)


def _track(setting: Setting, squad: Squad) -> Iterator[str]:
    """The numbers of losses in lines, in a game that counts losses; a bar after the last that leaves half."""
    men = squad.figure_count
    leaders = sum(1 for figure in squad.figures if figure.leadership)
    counted = procedures.losses(setting.catalogue, men, min(leaders, 1))
    if counted is None and setting.catalogue.procedures.morale_bonus is not None:
        return
    most = counted or men
    if most > LOSSES_AT_MOST:
        return
    for start in range(1, most + 1, LOSSES_IN_A_LINE):
        line = range(start, min(start + LOSSES_IN_A_LINE, most + 1))
        yield "\t".join(f"{loss}{' |' if loss == men // 2 else ''}" for loss in line)


def _members(setting: Setting, squad: Squad, first: int) -> Iterator[Fact]:
    catalogue = setting.catalogue
    for figure in squad.figures:
        label = setting.say(figure_label(figure, catalogue, squad.class_of(figure)))
        numbers = f"{first}" if figure.count == 1 else f"{first}–{first + figure.count - 1}"
        weapons = [catalogue.weapon_by_id[item] for item in figure.weapons if item in catalogue.weapon_by_id]
        carried = ", ".join(setting.say(weapon.name) for weapon in weapons)
        yield Fact(numbers, f"{label}: {carried}" if carried and carried not in label else label)
        first += figure.count
    for vehicle in squad.vehicles:
        kind = catalogue.vehicle_by_id.get(vehicle.type)
        times = f"{vehicle.count} × " if vehicle.count > 1 else ""
        yield Fact("V", f"{times}{setting.say(vehicle_label(vehicle, kind))}")


# ── Extras ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def extra_subjects(setting: Setting, roster: Roster, report: Report) -> Iterator[Subject]:
    """Yield a card for each extra that was bought: what it does, its paragraph, the rules that name it."""
    catalogue = setting.catalogue
    entries = [(entry, "") for entry in roster.extras] + [
        (entry, squad_label(squad, at).to(setting.language))
        for at, squad in enumerate(roster.squads)
        for entry in squad.extras
    ]
    lines = extras(roster, report, setting)
    for (entry, squad), line in zip(entries, lines, strict=True):
        extra = catalogue.extra_by_id.get(entry.extra)
        notes = [Fact("", line.text)] if extra else []
        yield Subject(
            kind="extra",
            title=line.name,
            line=squad,
            squad=" · ".join((gettext("Extra"), extra.source)) if extra else gettext("Extra"),
            points=line.points,
            fire=tuple(borrowed_lines(Subjects(extras=(entry.extra,)), setting)),
            notes=(*notes, *rules_about(Subjects(extras=(entry.extra,)), setting)),
        )


# ── Blank cards ────────────────────────────────────────────────────────────────────────────────────────────────────


def blank_subject(setting: Setting) -> Subject:
    """Return a card to fill by hand: the ruleset's characteristics and columns without numbers."""
    columns: Columns = setting.columns
    line = FireLine("", ("",) * len(columns.fire), "", ("",) * len(columns.covering))
    return Subject(
        kind="blank",
        title="",
        line="",
        squad="",
        stats=tuple(Fact(setting.say(item.name), "") for item in setting.catalogue.characteristics),
        fire=(line,) * BLANK_LINES,
        ticks=("",),
        states=figure_states(setting.catalogue),
    )
