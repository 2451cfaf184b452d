"""The cards of squads and extras, the key, and blank cards to fill in by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext, ngettext
from msgspec import structs

from armybuilder.printing.formats.cards.card import BOX, Card, Table
from armybuilder.printing.formats.cards.troops import (
    FULL,
    blank_stats,
    class_stats,
    figure_states,
    ladder,
    rules_about,
)
from armybuilder.printing.formats.roster.summary import extras
from armybuilder.printing.layout.words import Fact, cited
from armybuilder.printing.units.fire import FireLine, borrowed_lines, leader_note, save_notes
from armybuilder.printing.units.morale import lines_of_losses, morale, morale_rules
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import SquadOnPaper, Unit
from rules.core import procedures
from rules.core.catalogue.handbook import Subjects
from rules.core.document.roster import Roster, Squad
from rules.core.procedures import leaders_counted, readings_of

LOSSES, LOSSES_AT_MOST, LEADER_TAKES = 7, 42, 3  # boxes on a line; on a card; on the leader's line
SAID_IN_FULL = 3  # more states are abbreviated
BLANK_LINES = 3


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def squad_card(squad: SquadOnPaper, shared: Sequence[Fact | Table] = ()) -> Card:
    """Return a squad's card: its class, strength and men, morale, a box for each loss.

    `shared` are rules for all its men.
    """
    setting, troops = squad.setting, squad.troops
    shade, pips = ladder(troops, setting.catalogue)
    line = ", ".join(filter(None, (squad.class_name, squad.strength)))
    return Card(
        kind="squad",
        title=squad.name,
        line=line,
        squad=gettext("Squad"),
        code=troops.code if troops else "",
        shade=shade,
        pips=pips,
        points=squad.points,
        sign=squad.sign,
        stats=tuple(class_stats(troops, setting)) if troops else (),
        notes=(
            *([Fact("", squad.line)] if squad.line != line else ()),
            *_morale(setting, squad.squad),
            *map(_member, squad.units),
            *shared,
        ),
        track=tuple(_track(setting, squad.squad)) if setting.boxes else (),
    )


def _member(unit: Unit) -> Fact:
    carried = ", ".join(dict.fromkeys(unit.armed))
    is_said = unit.is_vehicle or not carried or carried in unit.name
    return Fact(unit.span, unit.name if is_said else f"{unit.name}: {carried}")


def _morale(setting: Setting, squad: Squad) -> Iterator[Fact]:
    roster = setting.roster
    alone = replace(setting, roster=structs.replace(roster, squads=(squad,)))
    test, platoon, die = morale(alone), morale(setting), setting.catalogue.die
    if test and platoon and _in_platoon(roster):
        words = (
            gettext("The platoon tests as one: %(dice)s dice, and one for each squad up to its bar.")
            if procedures.lost_under_half(squad.figure_count)
            else gettext("The platoon tests as one: %(dice)s dice, and one for this squad until its first loss.")
        ) % {"dice": platoon.dice}
        if readings_of(setting.catalogue, roster.rulings).half_of_each:
            half = gettext("A %(face)s passes until this squad has lost more than %(lost)s.")
            words += " " + half % {"face": die, "lost": procedures.lost_at_half(squad.figure_count)}
        yield Fact(gettext("Morale"), f"{words} {_platoon_source(setting)}")
    elif test:
        words = gettext("%(dice)s dice. One must equal or beat the losses so far; a %(face)s passes up to the bar.")
        yield Fact(gettext("Morale"), f"{words % {'dice': test.dice, 'face': die}} {test.source}")
    yield from morale_rules(alone)
    if _from_half(setting):
        yield Fact("", gettext("Past the bar, each loss means a test."))


def _from_half(setting: Setting) -> bool:
    """Whether morale is tested once half are lost (Ludonet)."""
    by_die = setting.catalogue.odds.morale
    return by_die is not None and by_die.at_least is not None


def _in_platoon(roster: Roster) -> bool:
    return sum(1 for squad in roster.squads if squad.figures) > 1


def _platoon_source(setting: Setting) -> str:
    """Return the paragraph on platoon dice."""
    tables = (table for table in setting.catalogue.handbook if table.id == "platoon-morale")
    return next((table.source for table in tables), "")


def _track(setting: Setting, squad: Squad) -> Iterator[str]:
    """Yield the numbers of losses in lines, then the leader, who counts more; nothing if men test alone (bi).

    A bar shows where the platoon loses the squad's die, or where a lone squad's best face no longer passes.
    """
    roster, numbers, men = setting.roster, setting.catalogue.procedures, squad.figure_count
    if numbers.morale_bonus is not None or not 0 < men <= LOSSES_AT_MOST:
        return
    under_half = _in_platoon(roster) or _from_half(setting)
    last = procedures.lost_under_half(men) if under_half else procedures.lost_at_half(men)
    lines = list(lines_of_losses(men, LOSSES, last))
    readings = readings_of(setting.catalogue, roster.rulings)
    leaders = len(leaders_counted(structs.replace(roster, squads=(squad,)), readings))
    if numbers.leader_losses and leaders:
        leader = ngettext("leader lost: +%(more)s", "leaders lost: +%(more)s each", leaders)
        leader %= {"more": numbers.leader_losses - 1}
        if len(lines[-1]) <= LOSSES - LEADER_TAKES:
            lines[-1].append(leader)
        else:
            lines.append([leader])
    yield from ("\t".join(f"{BOX}{words}" for words in line) for line in lines)


# ── Extras ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def extra_cards(setting: Setting) -> Iterator[Card]:
    """Yield a card for each extra: its effect, its paragraph, the rules that name it."""
    catalogue, roster = setting.catalogue, setting.roster
    entries = [*roster.extras, *(entry for squad in roster.squads for entry in squad.extras)]
    for entry, line in zip(entries, extras(setting), strict=True):
        extra = catalogue.extra_by_id.get(entry.extra)
        has = Subjects(extras=(entry.extra,))
        lent = tuple(borrowed_lines(has, setting))
        yield Card(
            kind="extra",
            title=line.name,
            squad=gettext("Extra"),
            number=cited(extra.source, catalogue) if extra else "",
            points=line.points,
            fire=(lent,) if lent else (),
            notes=(*([Fact("", line.text)] if extra else []), *rules_about(has, setting)),
        )


# ── The key ────────────────────────────────────────────────────────────────────────────────────────────────────────


def key_card(setting: Setting) -> Card:
    """Return the card that explains the numbers, letters and boxes of this list."""
    return Card(
        kind="key",
        title=gettext("Key"),
        line=gettext("What the cards show"),
        squad=gettext("Key"),
        notes=(
            *_numbers(setting),
            *_letters(setting),
            *save_notes(setting.carried, setting),
            *leader_note(setting),
        ),
    )


def _numbers(setting: Setting) -> Iterator[Fact]:
    bands = setting.bands
    if setting.catalogue.bands:
        yield Fact(gettext("Numbers"), gettext("what each die must reach, at up to this many cm; –: not possible."))
        yield Fact(gettext("Dice"), gettext("how many are rolled; several are a burst. Small 2d: only two."))
    if bands.covering:
        yield Fact(gettext("Covering"), gettext("what the weapon adds to covering fire, at up to this many cm."))


def _letters(setting: Setting) -> Iterator[Fact]:
    known, sides, squads = setting.catalogue.class_by_id, setting.catalogue.sides, setting.roster.squads
    found = dict.fromkeys(squad.class_of(figure) for squad in squads for figure in squad.figures)
    classes = [known[item] for item in found if item in known]
    said = [f"{troops.code} {setting.say(troops.name)}" for troops in classes if troops.code]
    if any(squad.vehicles for squad in squads):
        said.append(gettext("V vehicle"))
    if said:
        yield Fact(gettext("Abbreviations"), " · ".join(said))
    signs = [
        f"{FULL[letter]}\N{NO-BREAK SPACE}{setting.say(side.name).lower()}"
        for letter, side in zip(FULL, sides, strict=False)
    ]
    if any(troops.rank for troops in classes):
        yield Fact(
            ", ".join(signs) or FULL["R"],
            gettext("how good the class is on its side: the more, the better."),
        )
    states = setting.catalogue.states
    if len(states) > SAID_IN_FULL:
        words = (f"{setting.say(state.short).lower()} {setting.say(state.name)}" for state in states)
        yield Fact(gettext("Boxes"), " · ".join(words))


# ── Blank cards ────────────────────────────────────────────────────────────────────────────────────────────────────


def blank_card(setting: Setting) -> Card:
    """Return a card to fill in by hand: the ruleset's characteristics and columns, without numbers."""
    bands = setting.bands
    line = FireLine("", ("",) * len(bands.fire), "", ("",) * len(bands.covering))
    return Card(
        kind="blank",
        title="…" * 14,
        stats=tuple(blank_stats(setting)),
        fire=((line,) * BLANK_LINES,),
        ticks=("",),
        states=figure_states(setting),
    )
