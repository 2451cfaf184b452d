"""Put whole blocks into columns, in order, on as few pages as possible."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from armybuilder.printing.formats.reference.setting import Block

Page = tuple[tuple[Block, ...], ...]


def pack(blocks: Sequence[Block], first: float, later: float, columns: int) -> list[Page]:
    """Return the pages with their columns. `first`, `later`: the heights of a column in mm.

    A block higher than a column is cut between rows. The columns of the last page are of about one height.
    """
    waiting = [part for block in blocks for part in cut(block, min(first, later))]
    pages: list[Page] = []
    while waiting or not pages:
        room = later if pages else first
        filled = _filled(waiting, room, columns)
        taken = sum(map(len, filled))
        pages.append(filled if taken < len(waiting) else _even(waiting, room, columns))
        waiting = waiting[taken:]
    return pages


def cut(block: Block, most: float) -> list[Block]:
    """Return a block in parts of at most `most` mm, each with its head, and at least a row."""
    parts: list[Block] = []
    part = replace(block, rows=())
    for row in block.rows:
        if part.rows and part.height + row.height > most:
            parts.append(part)
            part = replace(block, rows=())
        part = replace(part, rows=(*part.rows, row))
    return [*parts, part]


def _filled(blocks: Iterable[Block], room: float, most: int) -> Page:
    """Return the columns of a page, full of as many of the blocks as they hold."""
    columns: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        if columns[-1] and used + block.height > room:
            if len(columns) == most:
                break
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += block.height
    return tuple(map(tuple, columns))


def _even(blocks: Sequence[Block], room: float, columns: int) -> Page:
    """Return the columns of a page that holds all of the blocks, no higher than they need to be."""
    low, high = 0.0, room
    while high - low > 1:
        middle = (low + high) / 2
        if sum(map(len, _filled(blocks, middle, columns))) == len(blocks):
            high = middle
        else:
            low = middle
    return _filled(blocks, high, columns)
