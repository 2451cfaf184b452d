"""Write a list as plain text, in three formats that `reading.py` reads back.

    write_text(roster, catalogue, report, shape, language, points) -> str

Every format has a heading, a block for each squad with a line for each row, extras, rulings and club prices.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from armybuilder.lists.exchange.our_format.scanning import broken
from armybuilder.lists.exchange.our_format.words import (
    COMMANDER,
    EXTRAS,
    GEAR,
    KEYS,
    MOUNTED,
    MOVEMENT,
    NOT_LEGAL,
    POINTS,
    PRICES,
    RULINGS,
    SQUAD_KINDS,
    Key,
    Vocabulary,
    both,
    escaped,
    folded,
    plain_or_quoted,
    quoted,
    said,
)
from armybuilder.lists.recognition.words import VEHICLES
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Kind
from rules.core.document.naming import figure_label, squad_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import SquadPoints
from rules.core.judging.report import Report
from rules.core.text import Language

Shape = Literal["forum", "compact", "discord"]
SHAPES: tuple[Shape, ...] = ("forum", "compact", "discord")
DISCORD_MOST = 2000  # characters of one message
LONGEST_LINE = 1_900  # characters: the reading limit, less room for text added by a forum or a chat


@dataclass(slots=True)
class Block:
    """A heading and the lines under it."""

    heading: str
    lines: list[str] = field(default_factory=list)


def write_text(
    roster: Roster,
    catalogue: Catalogue,
    report: Report,
    shape: Shape,
    language: Language,
    points: bool = True,
) -> str:
    """Return a list as text, without points if `points` is False."""
    writer = TextWriter(roster, catalogue, report, language, points)
    lines = _set(writer.top(), list(writer.blocks()), shape)
    return "\n".join(piece for line in lines for piece in broken(line, LONGEST_LINE)).strip() + "\n"


def messages(text: str, most: int = DISCORD_MOST) -> list[str]:
    """Split a text into pieces of at most `most` characters: between blocks, then lines, then anywhere."""
    pieces, piece = [], ""
    for part in _parts(text, most):
        if len(piece) + len(part) > most:
            pieces.append(piece.strip("\n"))
            piece = ""
        piece += part
    return [*pieces, piece.strip("\n")] if piece.strip("\n") else pieces


def _parts(text: str, most: int) -> Iterator[str]:
    for block in text.split("\n\n"):
        if len(block) + 2 <= most:
            yield block + "\n\n"
            continue
        for line in block.split("\n"):
            yield from (line[start : start + most - 1] + "\n" for start in range(0, max(1, len(line)), most - 1))


def _set(top: Block, blocks: list[Block], shape: Shape) -> Iterator[str]:
    if shape == "compact":
        yield f"++ {top.heading} ++"
        yield from top.lines
        yield from (line for block in blocks for line in _on_one_line(block))
        return
    if shape == "forum":
        yield f"++ {top.heading} ++"
        yield from top.lines
        for block in blocks:
            yield from ("", f"+ {block.heading} +", *block.lines)
        return
    yield f"**++ {escaped(top.heading)} ++**"
    yield from map(escaped, top.lines)
    for block in blocks:
        yield from ("", f"**+ {escaped(block.heading)} +**", *(f"- {escaped(line)}" for line in block.lines))


def _on_one_line(block: Block) -> list[str]:
    """Return a block on one line if it is not too long."""
    heading = f"+ {block.heading} +"
    line = f"{heading} {'; '.join(block.lines)}".rstrip()
    return [line] if len(line) <= LONGEST_LINE else [heading, *block.lines]


class TextWriter:
    """Writes the parts of a list in words that `exact.py` reads back."""

    def __init__(self, roster: Roster, catalogue: Catalogue, report: Report, language: Language, points: bool) -> None:
        self.roster, self.catalogue, self.report, self.language = roster, catalogue, report, language
        self.points = report.points if points else None
        self.words = Vocabulary(catalogue)

    def top(self) -> Block:
        roster, book = self.roster, self.catalogue
        role = book.format_by_id.get(roster.role)
        parts = (self.text(roster.name), self.game(), role.name.to(self.language) if role else roster.role)
        lines = list(self.list_words())
        if roster.force:
            lines.append(f"{self.key('held to')} {self.text(roster.force.name.to(self.language))}")
        if roster.notes:
            lines.append(f"{self.key('notes')} {quoted(roster.notes)}")
        return Block(" · ".join(parts) + self.total(), lines)

    def list_words(self) -> Iterator[str]:
        """Yield the limit of the list and the name of its pair."""
        if self.roster.limit is not None:
            yield f"{self.key('limit')} {self.roster.limit}"
        if self.roster.pair_name:
            yield f"{self.key('force')} {self.text(self.roster.pair_name)}"

    def game(self) -> str:
        return f"{self.catalogue.name.to(self.language)} ({self.catalogue.edition.to(self.language)})"

    def total(self) -> str:
        if self.points is None:
            return "" if self.report.legal else f" [{NOT_LEGAL.to(self.language)}]"
        limit = "" if self.report.limit is None else f"/{self.report.limit}"
        illegal = "" if self.report.legal else f", {NOT_LEGAL.to(self.language)}"
        return f" [{self.points.total}{limit} {POINTS.to(self.language)}{illegal}]"

    def blocks(self) -> Iterator[Block]:
        for number, squad in enumerate(self.roster.squads):
            yield self.squad(squad, number, self.points.squads[number] if self.points else None)
        if self.roster.extras:
            bought = self.points.extras if self.points else None
            yield Block(EXTRAS.to(self.language), list(self.extras(self.roster.extras, bought)))
        if self.roster.rulings:
            yield Block(RULINGS.to(self.language), list(self.rulings()))
        if self.roster.prices:
            lines = [f"{quoted(key)} {points}" for key, points in self.roster.prices.items()]
            yield Block(PRICES.to(self.language), lines)

    # ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def squad(self, squad: Squad, number: int, points: SquadPoints | None) -> Block:
        parts = [self.squad_name(squad, number), *self.squad_words(squad)]
        lines = [
            *(self.figure(squad, row, points.figures[i] if points else None) for i, row in enumerate(squad.figures)),
            *(self.vehicle(row, points.vehicles[i] if points else None) for i, row in enumerate(squad.vehicles)),
            *self.extras(squad.extras, points.extras if points else None),
        ]
        return Block(" · ".join(parts) + self.price(points.total if points else None), lines)

    def squad_name(self, squad: Squad, number: int) -> str:
        label = squad_label(squad, number).to(self.language)
        if not squad.name:
            return label
        unnamed = squad_label(replace(squad, name=""), number)
        taken = {folded(word) for text in (unnamed, EXTRAS, RULINGS, PRICES) for word in (text.it, text.en)}
        return quoted(label) if folded(label) in {*taken, *VEHICLES} else self.text(label)

    def squad_words(self, squad: Squad) -> Iterator[str]:
        if squad.class_:
            yield self.item("class", squad.class_)
        yield from self.squad_details(squad)

    def squad_details(self, squad: Squad) -> Iterator[str]:
        """Yield the details of a squad beside its class."""
        if squad.kind in SQUAD_KINDS:
            yield SQUAD_KINDS[squad.kind].to(self.language)
        yield from (self.item("trait", trait, ("class", "trait")) for trait in squad.traits)
        if squad.list_class:
            yield f"{self.key('list of')} {self.item('class', squad.list_class)}"
        if self.roster.force and squad.force_squad:
            yield f"{self.key('in the force')} {squad.force_squad}"
        if squad.leader_ability:
            yield f"{self.key('leader ability')} {self.item('class', squad.leader_ability)}"
        if squad.modifiers.motivation:
            yield f"{self.key('motivation')} {squad.modifiers.motivation}"
        if squad.modifiers.fanatic:
            yield f"{self.key('fanatics')} {squad.modifiers.fanatic}"

    # ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def figure(self, squad: Squad, figure: Figure, points: int | None) -> str:
        unnamed = figure_label(replace(figure, name=""), self.catalogue, squad.class_of(figure))
        label = unnamed.to(self.language)
        words = list(self.figure_words(figure))
        if figure.name:
            clash = folded(figure.name) in both(unnamed) or not words or self.words.is_doubtful(figure.name)
            label = quoted(figure.name) if clash else self.text(figure.name)
        return self.row(figure.count, label, words, points)

    def figure_words(self, figure: Figure) -> Iterator[str]:
        if figure.class_:
            yield f"{self.key('class')} {self.item('class', figure.class_)}"
        if figure.leadership:
            yield f"{self.key('leadership')} {figure.leadership}"
        if figure.commander:
            yield COMMANDER.to(self.language)
        yield from (self.item("role", item, GEAR) for item in figure.roles)
        yield from (self.item("weapon", item, GEAR) for item in figure.weapons)
        yield from (self.item("kit", item, GEAR) for item in figure.kit)
        yield from self.figure_details(figure)
        if figure.notes:
            yield f"{self.key('notes')} {quoted(figure.notes)}"

    def figure_details(self, figure: Figure) -> Iterator[str]:
        """Yield the details of a man beside his rank and gear."""
        if figure.ability:
            yield f"{self.key('ability')} {self.item('class', figure.ability)}"
        yield from self.shared(figure)
        if figure.team:
            yield f"{self.key('team')} {self.text(figure.team)}"

    def vehicle(self, vehicle: Vehicle, points: int | None) -> str:
        kind = self.item("vehicle", vehicle.type)
        known = self.catalogue.vehicle_by_id.get(vehicle.type)
        plain = known is not None and not vehicle.name and not kind.startswith(('"', "vehicle/"))
        label = kind if plain else self.own_name(vehicle.name)
        words = [] if plain else [f"{self.key('vehicle')} {kind}"]
        return self.row(vehicle.count, label, [*words, *self.vehicle_words(vehicle)], points)

    def vehicle_words(self, vehicle: Vehicle) -> Iterator[str]:
        yield from (self.item("weapon", item, MOUNTED) for item in vehicle.weapons)
        yield from (self.item("trait", item, MOUNTED) for item in vehicle.traits)
        yield from self.vehicle_details(vehicle)
        if vehicle.notes:
            yield f"{self.key('notes')} {quoted(vehicle.notes)}"

    def vehicle_details(self, vehicle: Vehicle) -> Iterator[str]:
        """Yield the movement of a vehicle, and its combat value."""
        if vehicle.movement is not UNSET:
            yield MOVEMENT[vehicle.movement].to(self.language)
        yield from self.shared(vehicle)

    def shared(self, row: Figure | Vehicle) -> Iterator[str]:
        if row.combat_value is not UNSET:
            yield f"{self.key('combat value')} {row.combat_value}"

    def extras(self, bought: tuple[ExtraEntry, ...], points: tuple[int, ...] | None) -> Iterator[str]:
        for number, entry in enumerate(bought):
            words = list(self.extra_words(entry))
            price = self.price(points[number] if points else None)
            name = f"{self.key('extra')} {self.item('extra', entry.extra)}"
            yield (f"{name}: {', '.join(words)}" if words else name) + price

    def extra_words(self, entry: ExtraEntry, with_count: bool = True) -> Iterator[str]:
        """Yield the level and count of an extra, and the passes of aircraft."""
        if entry.level:
            yield f"{self.key('level')} {entry.level}"
        if with_count and entry.count != 1:
            yield f"{self.key('count')} {entry.count}"
        if entry.passes != 1:
            yield f"{self.key('passes')} {entry.passes}"

    def row(self, count: int, label: str, words: list[str], points: int | None) -> str:
        said = f"{label}: {', '.join(words)}" if words else label
        return f"{count}x {said}{self.price(points)}"

    # ── Below the squads ───────────────────────────────────────────────────────────────────────────────────────────

    def rulings(self) -> Iterator[str]:
        yield from (f"{quoted(name)}: {quoted(option)}" for name, option in self.ruling_names())

    def ruling_names(self) -> Iterator[tuple[str, str]]:
        """Yield each ruling and its option, by name, or by id if unknown."""
        for ruling_id, option_id in self.roster.rulings.items():
            ruling = self.catalogue.ruling_by_id.get(ruling_id)
            option = next((item for item in ruling.options if item.id == option_id), None) if ruling else None
            if ruling and option:
                yield ruling.name.to(self.language), option.name.to(self.language)
            else:
                yield ruling_id, option_id

    # ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def key(self, key: Key) -> str:
        return KEYS[key].to(self.language)

    def item(self, kind: Kind, item: str, among: tuple[Kind, ...] = ()) -> str:
        return said(self.words.say(kind, item, self.language, among))

    def text(self, text: str) -> str:
        return plain_or_quoted(text)

    def own_name(self, name: str) -> str:
        """Return the name of a row, in quotation marks if it would be read differently."""
        return quoted(name) if self.words.is_word(name) else self.text(name)

    def price(self, points: int | None) -> str:
        return "" if points is None else f" [{points} {POINTS.to(self.language)}]"
