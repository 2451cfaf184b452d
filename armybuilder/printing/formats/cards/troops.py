"""The cards of figures and vehicles: description, characteristics, weapons, boxes, rules of the handbook."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext
from msgspec import structs

from armybuilder.printing.formats.cards.card import Card, Stat, Table
from armybuilder.printing.layout.words import NONE, Fact, characteristics_of_men, stat_text
from armybuilder.printing.units.fire import notes_of, save_notes, save_of_leader, save_roll
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import Unit, chances_of
from rules.core.catalogue.catalogue import Catalogue, Characteristic, TroopClass
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Subjects
from rules.core.document.roster import Figure, Vehicle
from rules.core.handbook_for_list import concerns
from rules.core.procedures import squad_chances
from rules.core.text import Text

TABLE_LEAST = 3  # rows of numbers
LISTED = 4  # rows: so many have a line each
FEW_LETTERS = 7
OF_INDIRECT_FIRE = ("indirect", "blast")


def rules_about(has: Subjects, setting: Setting) -> Iterator[Fact | Table]:
    """Yield the handbook's rows on these subjects, table by table, except rows that apply to everyone.

    The title of the table makes a row like "Flak jacket −1" clear. A class counts only for rows that combine it with
    another subject, and a weapon only for indirect fire: other rows repeat numbers and notes of the card.
    """
    tables = [table for table in setting.used.handbook if table.topic == "indirect"]
    indirect = {weapon for table in tables for row in table.rows for weapon in row.about.weapons}
    weapons = tuple(weapon for weapon in has.weapons if weapon in indirect)
    for table in setting.used.handbook:
        shot = weapons if table.topic in OF_INDIRECT_FIRE else ()
        together = structs.replace(has, weapons=shot or has.weapons)
        alone = structs.replace(has, weapons=shot, classes=())
        rows = [
            row
            for row in table.rows
            if not row.about.everyone and concerns(row.about, together if row.about.together else alone)
        ]
        told = [_told(row, table, setting) for row in rows]
        if found := _table(table, rows, setting):
            yield found
        elif len(told) < LISTED:
            text = " ".join(f"{rule.label}: {rule.text}" if rule.text else rule.label for rule in told)
            yield from [Fact(setting.say(table.name), text)] if told else []
        else:
            yield Fact(setting.say(table.name), "")
            yield from told


def rules_of(unit: Unit) -> Iterator[Fact | Table]:
    """Yield the rules on a man’s roles and kit or a vehicle's traits, and on weapons of indirect fire."""
    row = unit.row
    if isinstance(row, Vehicle):
        has = Subjects(traits=row.traits, weapons=row.weapons)
    else:
        has = Subjects(classes=(unit.class_,), roles=row.roles, kit=row.kit, weapons=row.weapons)
    return rules_about(has, unit.setting)


def shared_rules(rules: Iterable[Sequence[Fact | Table]]) -> list[Fact | Table]:
    """Return the rules shared by several rows of a squad's men, for the squad's card."""
    told = Counter(fact for of_row in rules for fact in of_row)
    return [fact for fact, rows in told.items() if rows > 1]


def defeat_points(figure: Figure, unit: Unit) -> int | None:
    """Return the defeat points for a lost man (rth §15.0, bn §14.0), None if the handbook has none."""
    tables = (table for table in unit.setting.used.handbook if table.topic == "defeat-points")
    rows = [row for table in tables for row in table.rows]
    for kind in ("leader", "man") if figure.leadership else ("man",):
        for row in rows:
            if row.counts == kind and (not row.about.classes or unit.class_ in row.about.classes):
                return int(str(row.cells[0]))
    return None


def _table(table: PrintedTable, rows: Sequence[PrintedRow], setting: Setting) -> Table | None:
    """Return rows of numbers as a table, None for few rows or for sentences."""
    plain = len(rows) >= TABLE_LEAST and len(table.columns) > 1
    if not plain or any(row.text or len(row.cells) < len(table.columns) for row in rows):
        return None
    return Table(
        setting.say(table.name),
        tuple(map(setting.say, table.columns)),
        tuple((setting.say(row.name), tuple(map(setting.cell, row.cells))) for row in rows),
    )


def _told(row: PrintedRow, table: PrintedTable, setting: Setting) -> Fact:
    """Return the name of a row, and its rule as a sentence. A cell has its column's heading unless it is alone."""
    cells = []
    for at, cell in enumerate(row.cells):
        if cell is not None:
            text = setting.cell(cell)
            is_plain = len(table.columns) == 1 and (isinstance(cell, Text) or text.startswith(("+", "−")))
            head = setting.say(table.columns[at]) if at < len(table.columns) and not is_plain else ""
            cells.append(f"{head} {text}".strip())
    said = ". ".join(part for part in (", ".join(cells), setting.say(row.text) if row.text else "") if part)
    name = setting.say(row.name)
    return Fact(name, f"{said.removesuffix('.')}.") if said else Fact(f"{name.removesuffix('.')}.", "")


CHARACTERISTICS_ALL = 5  # with more, only effective characteristics are printed
# The ranking of troop classes as shades and pips, also legible in greyscale.
SHADES = {"R": 5, "I": 3}  # in style.css
FULL = {"R": "■", "I": "●"}
EMPTY = {"R": "□", "I": "○"}


def troop_card(unit: Unit, squad: str, rules: Iterable[Fact | Table]) -> Card:
    """Return the card of a unit of the named squad, with its numbers on the roster and its rules."""
    setting, troops = unit.setting, None if unit.is_vehicle else unit.troops
    team, (shade, pips) = f" {unit.team}" if unit.team else "", ladder(troops, setting.catalogue)
    tags, class_name = " · ".join(unit.tags), setting.say(troops.name) if troops else unit.class_
    card = Card(
        kind="figure",
        title=unit.name,
        line=_joined(unit.type_name if unit.is_vehicle else class_name, unit.each or unit.times),
        squad=f"{squad}{team}",
        number=unit.span,
        points=unit.points,
        icon=unit.icon,
        fire=tuple(map(tuple, unit.guns)),
        notes=(
            *([Fact(tags[:1].upper() + tags[1:], "")] if tags else []),
            *(Fact("", line) for note in unit.notes for line in note.splitlines() if line.strip()),
            *notes_of(unit.carried, setting),
            *rules,
        ),
        spare=tuple(save_notes(unit.carried, setting)),
        ticks=tuple(unit.keys) if setting.boxes else (),
    )
    if unit.is_vehicle:
        damages = tuple(unit.damages or [gettext("out of action")])
        stats = tuple(_vehicle_stats(unit))
        return replace(card, kind="vehicle", code=unit.span, shade="V", stats=stats, states=damages)
    return replace(
        card,
        code=troops.code if troops else "",
        shade=shade,
        pips=pips,
        stats=tuple(_figure_stats(unit)),
        states=figure_states(setting),
    )


def ladder(troops: TroopClass | None, catalogue: Catalogue) -> tuple[str, str]:
    """Return the shade and the pips of a class: "R1" is the best of the regulars, "I1" of the irregulars.

    One pip per rank of its side, filled from the class's own rank down. Both are "" for a class without a rank.
    """
    if troops is None or troops.rank is None:
        return "", ""
    first = catalogue.sides[0].id if catalogue.sides else troops.side
    side = "R" if troops.side == first else "I"
    rungs = max(item.rank or 0 for item in catalogue.classes if item.side == troops.side)
    full = rungs + 1 - troops.rank
    return f"{side}{min(troops.rank, SHADES[side])}", FULL[side] * full + EMPTY[side] * (rungs - full)


def _joined(*parts: str, by: str = " · ") -> str:
    return by.join(filter(None, parts))


def _figure_stats(unit: Unit) -> Iterator[Stat]:
    figure, troops, catalogue = unit.figure, unit.troops, unit.setting.catalogue
    if figure is None:
        return
    if troops:
        yield from class_stats(troops, unit.setting, save_of_leader(figure, troops.id, catalogue))
    for label, text in chances_of(unit.squad, unit.class_, unit.setting):
        yield Stat(label, label, text)
    chances = squad_chances(unit.squad, catalogue)
    for command in chances.commands if chances else ():
        if command.figure is figure and command.distance is not None:
            yield Stat(gettext("Command, cm"), gettext("Command"), str(command.distance))
    worth = defeat_points(figure, unit)
    if worth is not None:
        yield Stat(gettext("Defeat points"), gettext("Defeat"), str(worth))


def _vehicle_stats(unit: Unit) -> Iterator[Stat]:
    for name, far in unit.movement:
        yield Stat(name, name, far)
    if unit.kind and unit.kind.saves:
        say, rows = unit.setting.say, unit.kind.saves
        sides = " / ".join(say(row.name).lower() for row in rows if row.name)
        head = _joined(gettext("Saving throw"), sides, by=": ")
        yield Stat(head, head, "")
        for at, column in enumerate(unit.setting.catalogue.save_columns):
            needs = [row.needs[at] if at < len(row.needs) else None for row in rows]
            rolls = " / ".join(NONE if need is None else save_roll(need) for need in needs)
            name = say(column.name)
            yield Stat(name, name, rolls if any(needs) else save_roll(None))


def class_stats(troops: TroopClass, setting: Setting, save: int | None = None) -> Iterator[Stat]:
    """Yield the characteristics of a class. A bonus of 0 is included only if the ruleset has few.

    `save` replaces the class’s save.
    """
    many = len(setting.catalogue.characteristics) > CHARACTERISTICS_ALL
    for item in characteristics_of_men(setting.catalogue):
        value = save if save and item.format == "save" else troops.stats.get(item.id)
        if value is not None and (value or not many or item.format != "bonus"):
            text = stat_text(value, item, setting.language)
            yield _stat(item, text, setting)


def blank_stats(setting: Setting) -> Iterator[Stat]:
    """Yield the characteristics of a card to fill in by hand."""
    return (_stat(item, "", setting) for item in characteristics_of_men(setting.catalogue))


def _stat(item: Characteristic, text: str, setting: Setting) -> Stat:
    """Return a characteristic. A name of few letters needs no short one."""
    name = setting.say(item.name)
    return Stat(name, name if len(name) <= FEW_LETTERS else setting.say(item.short), text)


def figure_states(setting: Setting) -> tuple[str, ...]:
    """Return the states of a man in this ruleset, each with a box. More than three are abbreviated."""
    states = setting.catalogue.states
    killed = (gettext("killed"),) if setting.kills else ()
    if len(states) + len(killed) > 3:
        return (*(setting.say(state.short).lower() for state in states), *killed)
    return (*(setting.say(state.name) for state in states), *killed) or (gettext("lost"),)
