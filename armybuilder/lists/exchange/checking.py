"""Compare the result of a line with its words, and mark differences.

Every number must be a count, a price or a level. Every named thing must be bought, and there must not be more rows
than named things. The check is independent of the parser.
"""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from armybuilder.lists.exchange.building import ListDraft
from armybuilder.lists.exchange.proposal import ImportedRow
from armybuilder.lists.recognition.pieces import OF_ROW, Piece, number_of
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.vocabulary import Kind
from armybuilder.lists.recognition.words import NUMBERS
from rules.core.document.roster import ExtraEntry, Figure, Vehicle

Bought = Figure | Vehicle | ExtraEntry
NAMED: tuple[Kind, ...] = ("weapon", "vehicle", "extra", "kit", "role")


def agrees(pieces: Sequence[Piece], rows: Sequence[ImportedRow], reader: ListDraft) -> bool:
    """Whether rows match the phrases of their line exactly."""
    bought = [thing for row in rows if (thing := reader.thing_at(row.place))]
    if not bought:
        return True
    numbers = {number for row in rows for number in _numbers_of(row, reader)}
    said = set(_numbers_in(pieces))
    ids = {item for thing in bought for item in _ids(thing)}
    things = [piece for piece in pieces if piece.kind in OF_ROW]
    named = {meaning.id for piece in things if piece.match for meaning in piece.match.meanings}
    plain = {weapon for preset in reader.catalogue.presets[:1] for weapon in preset.weapons}
    counts = [thing.count for thing in bought if thing.count > 1]
    return (
        said - {number_of(pieces)} <= numbers
        and len(bought) <= max(1, len(things))
        and all(count in said for count in counts)
        and all(_is_bought(piece, ids) for piece in things)
        and not any(_has_more(thing, named, plain) for thing in bought)
    )


def _has_more(thing: Bought, named: set[str], plain: set[str]) -> bool:
    """Whether a man's weapon is not named, although every other man's is: grenadiers, rifles."""
    weapons = set(thing.weapons) if isinstance(thing, Figure) else set()
    return bool(weapons & named & plain) and not weapons <= named


def _is_bought(piece: Piece, ids: set[str]) -> bool:
    meanings = piece.match.meanings if piece.match else ()
    is_served = "crew" in ids and piece.kind == "weapon"  # loader for the BAR
    if piece.kind not in NAMED or is_served or any(meaning.id in ids for meaning in meanings):
        return True
    return any(item.endswith(f"-{meaning.id}") for item in ids for meaning in meanings)  # a sniper’s rifle


def _numbers_in(pieces: Sequence[Piece]) -> Iterator[int]:
    """Yield the numbers of a line outside names."""
    for piece in pieces:
        token = piece.first
        if piece.match:
            yield from (int(one.key) for one in piece.tokens if one.is_number and piece.kind == "leadership")
        elif token.is_number and not token.is_misread:
            yield int(token.key)
        elif (value := times(token) or points(token) or NUMBERS.get(token.key, 0)) > 1:
            yield value


def _numbers_of(row: ImportedRow, reader: ListDraft) -> Iterator[int]:
    """Yield the numbers of a row."""
    thing = reader.thing_at(row.place)
    yield 1
    if row.price is not None:
        yield from (row.price, -row.price)
    if isinstance(thing, Figure | Vehicle | ExtraEntry):
        yield thing.count
        if row.price is not None and row.price % thing.count == 0:
            yield row.price // thing.count
        yield (row.price or 0) * thing.count
    if isinstance(thing, Figure):
        yield thing.leadership
    if isinstance(thing, ExtraEntry):
        yield from (thing.level, thing.passes)
    if isinstance(thing, Figure | Vehicle) and thing.combat_value is not UNSET:
        yield int(thing.combat_value)
    if isinstance(thing, Vehicle):
        yield len(thing.weapons)


def _ids(thing: Bought) -> Iterator[str]:
    """Yield the things of a row."""
    if isinstance(thing, Figure):
        yield from (*thing.weapons, *thing.roles, *thing.kit)
    elif isinstance(thing, Vehicle):
        yield from (thing.type, *thing.weapons, *thing.traits)
    else:
        yield thing.extra
