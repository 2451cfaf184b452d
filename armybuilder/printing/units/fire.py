"""The lines of fire of a man or a vehicle, one for each fire mode; notes on weapons and saves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from armybuilder.printing.layout.words import NONE, Fact, inside, unbreakable
from armybuilder.printing.units.in_hand import Hand, Ready, flying_words, ready_ways
from armybuilder.printing.units.setting import Bands, Setting
from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.catalogue.handbook import Subjects
from rules.core.contents import borrowed_weapons
from rules.core.document.roster import Figure, Vehicle
from rules.core.odds import save_of

HALVES = 2  # bands of a range set by the referee
INDENT = "\N{EN SPACE}"  # before a line that continues the previous line


@dataclass(frozen=True, slots=True)
class FireLine:
    """One fire mode: the weapon or its mode, the number needed in each band, dice, and the covering values.

    If rolls are beside distances (`Bands.beside`), `needs` are the distances and `covering` the rolls.

    `small` is printed beside the number needed: the printed number if this man's is different, and how many dice
    he has left (`3d`). `modified`: the line shows the effect of cover or movement on the previous line.
    """

    name: str
    needs: tuple[str, ...]
    dice: str
    covering: tuple[str, ...]
    small: tuple[tuple[str, str], ...] = ()
    modified: bool = False

    @property
    def small_print(self) -> list[str]:
        """The small print of each band; nothing if no band has any."""
        found = [" ".join(filter(None, cell)) for cell in self.small]
        return found if any(found) else []

    @property
    def numbers(self) -> list[str]:
        """All its numbers in the order of the columns: "4", "6", "–", "×3", "5"."""
        times = "×" if self.dice not in ("", NONE) else ""
        return [*self.needs, f"{times}{self.dice}", *self.covering]

    @property
    def is_remark(self) -> bool:
        """Whether it continues the previous line in words, without numbers."""
        return self.name.startswith(INDENT) and self.dice == NONE


def guns_of(hand: Hand, setting: Setting) -> list[list[FireLine]]:
    """Return the lines of each of a firer's weapons, then those of weapons that a rule lets him fire as.

    A man without weapons has a line that says so. A vehicle without bought weapons has those in its price.
    """
    row = hand.row
    guns = [_gun(item, times, hand, setting) for item, times in Counter(row.weapons).items()]
    if isinstance(row, Vehicle):
        return guns or list(_held_guns(row, hand, setting))
    borrowed = borrowed_lines(Subjects(weapons=row.weapons, kit=row.kit), setting)
    return [*(guns or [[_no_fire(gettext("unarmed"), setting.bands)]]), *([borrowed] if borrowed else [])]


def no_guns(setting: Setting) -> FireLine:
    """Return the line of a vehicle without weapons."""
    return _no_fire(NONE, setting.bands)


def _gun(item: str, times: int, hand: Hand, setting: Setting) -> list[FireLine]:
    weapon = setting.catalogue.weapon_by_id.get(item)
    name = (setting.say(weapon.name) if weapon else item) + (f" ×{times}" if times > 1 else "")
    return _lines_of(weapon, name, setting, hand) if weapon else [_no_fire(name, setting.bands)]


def _held_guns(vehicle: Vehicle, hand: Hand, setting: Setting) -> Iterator[list[FireLine]]:
    """Yield the lines of each weapon in a vehicle's price, with equal weapons on one line."""
    alike: dict[tuple[object, ...], list[Weapon]] = {}
    for weapon in setting.held(vehicle):
        alike.setdefault((weapon.fire, weapon.covering), []).append(weapon)
    for same in alike.values():
        yield _lines_of(same[0], ", ".join(setting.say(one.name) for one in same), setting, hand)


def weapon_lines(weapon: Weapon, setting: Setting) -> list[FireLine]:
    """Return the printed lines of a weapon, including built-in guns."""
    return _lines_of(weapon, setting.say(weapon.name), setting)


def borrowed_lines(has: Subjects, setting: Setting) -> list[FireLine]:
    """Return the printed lines of weapons outside the list that a rule lets it fire as: "as light mortar"."""
    return [
        line
        for weapon in borrowed_weapons(has, setting.catalogue)
        for line in _lines_of(weapon, gettext("as %(weapon)s") % {"weapon": inside(setting.say(weapon.name))}, setting)
    ]


def notes_of(weapons: Iterable[Weapon], setting: Setting) -> Iterator[Fact]:
    """Yield the notes of weapons, each once, with the weapons that have it."""
    names: dict[str, list[str]] = {}
    for weapon in weapons:
        if weapon.note:
            names.setdefault(setting.say(weapon.note), []).append(setting.say(weapon.name))
    for note, carriers in names.items():
        yield Fact(", ".join(carriers), note)


def told(line: FireLine, setting: Setting) -> str:
    """Say a line of fire in words: "As light mortar, from 10 cm: 25 cm 4, 50 cm 4; 1 die."."""
    unit = "" if setting.bands.own_ranges else " cm"
    needs = ", ".join(
        unbreakable(f"{head}{unit} {need}")
        for head, need in zip(setting.bands.fire, line.needs, strict=True)
        if need != NONE
    )
    dice = int(line.dice)
    if setting.bands.own_ranges:
        thrown = ngettext("%(count)s shot", "%(count)s shots", dice) % {"count": dice}
    else:
        thrown = ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice}
    return f"{line.name[:1].upper()}{line.name[1:]}: {needs}; {unbreakable(thrown)}."


def _lines_of(weapon: Weapon, name: str, setting: Setting, hand: Hand | None = None) -> list[FireLine]:
    bands = setting.bands
    flying = flying_words(weapon, hand, setting.catalogue) if hand else ""
    if not weapon.fire and hand and setting.catalogue.odds.method == "range":
        return _by_referee(weapon, name, hand, flying, setting)
    if not weapon.fire:
        return [_no_fire(f"{name}: {flying}" if flying else name, bands)]
    covering = _cells(weapon.covering, len(bands.covering))
    lines = [
        FireLine(
            name=line_name("" if number else name, row, setting),
            needs=_cells(row.needs or row.reach, len(bands.fire)),
            dice=str(row.dice),
            covering=("",) * len(bands.covering) if number else covering,
        )
        for number, row in enumerate(weapon.fire)
    ]
    if hand:
        lines = _as_rolled(lines, weapon, hand, setting)
    return [*lines, _no_fire(f"{INDENT}{flying}", bands)] if flying else lines


def _by_referee(weapon: Weapon, name: str, hand: Hand, flying: str, setting: Setting) -> list[FireLine]:
    """Return the lines of a weapon with a range set by the referee: a blank, and the hits at full and half range."""
    line = _no_fire(f"{name}, {unbreakable(gettext('to ……… cm'))}", setting.bands)
    called_in = {one.weapon for one in setting.catalogue.odds.bombardments}
    ways = () if weapon.id in called_in else ready_ways(hand, weapon.id, setting.catalogue, HALVES)
    said = flying or (_halves(ways[0]) if ways else "")
    return [replace(line, name=f"{line.name}: {said}")] if said else [line]


def _halves(way: Ready) -> str:
    near, far = way.needs
    return gettext("%(far)s+, within half %(near)s+") % {"far": far, "near": near}


def _as_rolled(lines: list[FireLine], weapon: Weapon, hand: Hand, setting: Setting) -> list[FireLine]:
    """Return the lines with this man's rolls, on their own line if the table has only distances."""
    catalogue, bands = setting.catalogue, len(setting.bands.fire)
    ways = ready_ways(hand, weapon.id, catalogue, bands)
    if len(ways) != len(lines):
        return lines
    facts = _modifiers(catalogue) if setting.modified else {}
    modified = {name: ready_ways(hand, weapon.id, catalogue, bands, fact) for name, fact in facts.items()}
    found: list[FireLine] = []
    for number, (line, way) in enumerate(zip(lines, ways, strict=True)):
        if setting.bands.beside:
            found.append(replace(line, dice=_fewer(way) or line.dice, covering=way.needs))
        elif setting.bands.own_ranges:
            found += [line, _line_below(at_most(catalogue), way, line)]
        else:
            found.append(replace(line, needs=way.needs, small=tuple(zip(way.printed, way.dice, strict=True))))
        below: dict[Ready, list[str]] = {}
        for name, others in modified.items():
            if others and others[number].rolled != way.rolled:
                below.setdefault(others[number], []).append(name)
        found += [replace(_line_below(" / ".join(names), other, line), modified=True) for other, names in below.items()]
    return found


def _modifiers(catalogue: Catalogue) -> dict[str, str]:
    """Return the situations with their own lines, by printed name."""
    measures = catalogue.odds.profile
    if measures is None:
        return {}
    named = {gettext("in cover"): measures.cover, gettext("moved"): measures.moved}
    return {name: fact for name, fact in named.items() if fact}


def _line_below(name: str, way: Ready, line: FireLine) -> FireLine:
    """Return a line that continues the previous line: the same dice unless some are lost, and no covering fire."""
    fewer = _fewer(way)
    return FireLine(
        name=f"{INDENT}{name}",
        needs=way.needs,
        dice=fewer,
        covering=("",) * len(line.covering),
        small=() if fewer else tuple(("", dice) for dice in way.dice),
    )


def _fewer(way: Ready) -> str:
    """Return how many dice a man has left in every band, "" if he has them all."""
    alike = {dice for need, dice in zip(way.needs, way.dice, strict=True) if need != NONE}
    return alike.pop().removesuffix("d") if len(alike) == 1 else ""


def at_most(catalogue: Catalogue) -> str:
    """Return the heading of rolls in a ruleset where weapons have their own ranges."""
    return gettext("At most, d%(die)s") % {"die": catalogue.die}


def _no_fire(name: str, bands: Bands) -> FireLine:
    """Return a line without a fire row: no weapon, an unknown weapon, or an indirect-fire mortar."""
    return FireLine(name, (NONE,) * len(bands.fire), NONE, (NONE,) * len(bands.covering))


def line_name(name: str, row: FireRow, setting: Setting) -> str:
    """Say "Assault rifle, aimed" first, then only "burst". A different reach follows: "Grenades, to 10 cm"."""
    parts = [name] if name else []
    if row.mode:
        parts.append(setting.say(row.mode))
    if row.needs and row.reach:  # this weapon does not use the bands in the heading
        reach = "/".join(NONE if far is None else str(far) for far in row.reach)
        parts.append(unbreakable(gettext("to %(cm)s cm") % {"cm": reach}))
    if row.most is not None:
        parts.append(unbreakable(gettext("to %(cm)s cm") % {"cm": row.most}))
    if row.least is not None:
        parts.append(unbreakable(gettext("from %(cm)s cm") % {"cm": row.least}))
    return ", ".join(parts)


def _cells(values: Sequence[int | None], count: int) -> tuple[str, ...]:
    padded = (*values, *(None,) * (count - len(values)))
    return tuple(NONE if value is None else str(value) for value in padded)


# ── Saves ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def weapons_by_save(weapons: Sequence[Weapon], setting: Setting) -> dict[str, list[str]]:
    """Return the names of the weapons that call for each vehicle save; none if vehicles do not save."""
    saves = setting.catalogue.odds.saves
    names = {column.id: setting.say(column.name) for column in setting.catalogue.save_columns}
    found = {
        names[column.column]: [setting.say(weapon.name) for weapon in weapons if weapon.id in column.weapons]
        for column in (saves.columns if saves else ())
    }
    return {column: hit_by for column, hit_by in found.items() if hit_by}


def save_notes(weapons: Sequence[Weapon], setting: Setting) -> Iterator[Fact]:
    """Yield the vehicle save that each weapon calls for."""
    called = weapons_by_save(weapons, setting)
    if len(called) == 1 and len(weapons) == 1:
        yield Fact(gettext("A vehicle saves against"), *called)
    elif called:
        said = (column if hit_by == [column] else f"{', '.join(hit_by)}: {column}" for column, hit_by in called.items())
        yield Fact(gettext("A vehicle saves against"), " · ".join(said))


def save_roll(need: int | None) -> str:
    """Return the number that a vehicle needs to save: "4+"."""
    return gettext("immune") if need is None else f"{need}+"


def leader_note(setting: Setting) -> Iterator[Fact]:
    """Yield the exceptions to leaders' saves, if a leader has a save."""
    leads = (
        save_of_leader(figure, squad.class_of(figure), setting.catalogue)
        for squad in setting.roster.squads
        for figure in squad.figures
    )
    if any(leads):
        yield Fact(gettext("Leaders"), gettext("save no better in cover"))


def save_of_leader(figure: Figure, class_id: str, catalogue: Catalogue) -> int | None:
    """Return a leader's save. It is better than his men's, and cover does not improve it (rth §9.0, bn §9.0)."""
    measures = catalogue.odds.profile
    if not figure.leadership or not measures or not measures.leader or class_id not in catalogue.class_by_id:
        return None
    facts = ((), (measures.leader,), (measures.leader, measures.cover))
    plain, leader, covered = (save_of(catalogue, class_id, one) for one in facts)
    return leader if plain != leader == covered else None
