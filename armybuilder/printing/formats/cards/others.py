"""The cards of squads and extras, and blank ones to fill by hand."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext
from msgspec.structs import replace

from armybuilder.lists.words import minus
from armybuilder.printing.formats.cards.card import Subject
from armybuilder.printing.formats.cards.ladder import pips, shade
from armybuilder.printing.formats.cards.rules import rules_about
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.cards.troops import class_stats, figure_states
from armybuilder.printing.formats.roster.fire import Columns, FireLine, Setting, borrowed_lines
from armybuilder.printing.formats.roster.morale import lines_of_losses, morale, morale_rules
from armybuilder.printing.formats.roster.squads import squad_line
from armybuilder.printing.formats.roster.summary import extras
from armybuilder.printing.layout.words import Fact, characteristics_of_men, squad_sign
from rules.core import procedures
from rules.core.catalogue.handbook import Subjects
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import Roster, Squad
from rules.core.judging.prices import SquadPoints
from rules.core.judging.report import Report
from rules.core.procedures import leaders_counted, readings_of

LOSSES_AT_MOST, LEADER_TAKES = 42, 3  # boxes; of a line
BLANK_LINES = 3


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def squad_subject(
    setting: Setting,
    roster: Roster,
    squad: Squad,
    name: str,
    points: SquadPoints | None,
    first: int,
    shared: Sequence[Fact] = (),
) -> Subject:
    """Return a squad's card: its class, strength and men, morale, a box for each loss.

    `shared`: rules that it says for all its men.
    """
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
        notes=(
            *_morale(setting, roster, squad),
            *_members(setting, squad, first),
            *shared,
        ),
        track=tuple(_track(setting, roster, squad)) if setting.boxes else (),
    )


def _morale(setting: Setting, roster: Roster, squad: Squad) -> Iterator[Fact]:
    alone = replace(roster, squads=(squad,))
    test = morale(alone, setting.catalogue, setting.language)
    if test and _in_platoon(roster):
        words = (
            gettext("The platoon tests together. Up to the bar, this squad adds a die.")
            if procedures.lost_under_half(squad.figure_count)
            else gettext("The platoon tests together. Until its first loss, this squad adds a die.")
        )
        if readings_of(setting.catalogue, roster.rulings).half_of_each:
            half = gettext("A %(face)s passes until this squad has lost more than %(lost)s.")
            words += " " + half % {"face": test.die, "lost": procedures.lost_at_half(squad.figure_count)}
        yield Fact(gettext("Morale"), f"{words} {_platoon_source(setting)}")
    elif test:
        words = gettext(
            "%(dice)s dice. One must equal or beat the losses so far; a %(face)s passes up to the bar."
        )
        yield Fact(gettext("Morale"), f"{words % {'dice': test.dice, 'face': test.die}} {test.source}")
    yield from morale_rules(alone, setting.catalogue, setting.language)
    if _from_half(setting):
        yield Fact("", gettext("Past the bar, each loss means a test."))


def _from_half(setting: Setting) -> bool:
    """Whether morale is tested from half losses on (Ludonet)."""
    by_die = setting.catalogue.odds.morale
    return by_die is not None and by_die.at_least is not None


def _in_platoon(roster: Roster) -> bool:
    return sum(1 for squad in roster.squads if squad.figures) > 1


def _platoon_source(setting: Setting) -> str:
    """Return the paragraph of the platoon's dice."""
    tables = (table for table in setting.catalogue.handbook if table.id == "platoon-morale")
    return next((table.source for table in tables), "")


def _track(setting: Setting, roster: Roster, squad: Squad) -> Iterator[str]:
    """Yield the numbers of men lost in lines, then the leader, who counts more; none where men test by themselves (bi).

    A bar stands where the platoon loses the squad's die; of a squad alone, where the best face no longer passes.
    """
    numbers, men = setting.catalogue.procedures, squad.figure_count
    if numbers.morale_bonus is not None or men > LOSSES_AT_MOST:
        return
    under_half = _in_platoon(roster) or _from_half(setting)
    last = procedures.lost_under_half(men) if under_half else procedures.lost_at_half(men)
    lines = list(lines_of_losses(men, CARD.losses, last))
    readings = readings_of(setting.catalogue, roster.rulings)
    leaders = len(leaders_counted(replace(roster, squads=(squad,)), readings))
    if numbers.leader_losses and leaders:
        leader = ngettext("leader lost: +%(more)s", "leaders lost: +%(more)s each", leaders)
        leader %= {"more": numbers.leader_losses - 1}
        if len(lines[-1]) <= CARD.losses - LEADER_TAKES:
            lines[-1].append(leader)
        else:
            lines.append([leader])
    yield from ("\t".join(line) for line in lines)


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
    """Yield a card for each extra: its effect, its paragraph, the rules that name it."""
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
        stats=tuple(Fact(setting.say(item.name), "") for item in characteristics_of_men(setting.catalogue)),
        fire=(line,) * BLANK_LINES,
        ticks=("",),
        states=figure_states(setting),
    )
