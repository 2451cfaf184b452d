"""Decide whether a line needs no mark: its text must explain its result exactly.

Every word and number of the line is used once, and nothing bought is assumed: no weapon, class or level. This check
does not depend on the reader: it compares the phrases of a line only with the things in the list.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, pairwise

from msgspec import UNSET

from armybuilder.lists.exchange.building import ListDraft
from armybuilder.lists.exchange.evidence import (
    PARTING,
    calls_man,
    is_exact,
    is_named,
    is_same,
    may_be_carried,
    may_be_plural,
    means,
    starts_after_signs,
    starts_with_counts,
    value_of,
    values_in,
)
from armybuilder.lists.exchange.proposal import ImportedRow
from armybuilder.lists.recognition.carrying import Carrying
from armybuilder.lists.recognition.numbers import prices_of
from armybuilder.lists.recognition.pieces import (
    HEADS,
    OF_ROW,
    Piece,
    count_at,
    number_of,
)
from armybuilder.lists.recognition.tokens import times
from armybuilder.lists.recognition.words import (
    AND,
    DENYING,
    HOW_MANY,
    HOW_MUCH,
    JOINING,
    LABELS,
    NUMBERS,
    OF_ONE,
    OF_WEAPONS,
    OR,
    TEAM_NAMES,
    TIMES,
    UNITS,
    WITH,
)
from rules.core.catalogue.building import Preset
from rules.core.document.roster import ExtraEntry, Figure, Vehicle
from rules.core.text import squeezed

Thing = Figure | Vehicle | ExtraEntry
SILENT = {*JOINING, *LABELS, *HOW_MUCH, *OF_ONE, *OF_WEAPONS, *TIMES, *UNITS} - {*OR, *DENYING}
MANY = 12  # the most of a row that a number behind it counts
SPLITS_AT_MOST = 200  # of a line into rows
OF_MEN = ("preset", "role", "leadership")


class Certainty:
    """Compares lines with the things of a list."""

    def __init__(self, reader: ListDraft, classes: Sequence[str], is_strict: bool = True) -> None:
        self.reader, self.catalogue, self.classes = reader, reader.catalogue, classes
        self.carrying = Carrying(reader.catalogue)
        self.is_strict = is_strict  # no typing errors, and no assumptions
        self.is_counted = self.is_row = False  # a row of a table, and a column of counts
        self.prices: set[int] = set()  # the possible prices of one
        self.is_paid = False  # the typed price is that of the row or of one of it

    def explains(self, pieces: Sequence[Piece], rows: Sequence[ImportedRow]) -> bool:
        """Whether the phrases of a line explain its rows."""
        bought = [row for row in rows if row.place.number >= 0]
        if not bought:
            return True
        if len(bought) == 1:
            return self.explains_row(pieces, bought[0])
        if len({row.price is None for row in bought}) > 1:
            return False  # a price of some is perhaps that of all
        armed = [set(getattr(self.reader.thing_at(row.place), "weapons", ())) for row in bought]
        counts = starts_with_counts(pieces)
        is_twice = any(before & after for before, after in pairwise(armed)) and bought[0].price is None
        if is_twice and len(counts) != len(bought):
            return False  # PIAT, heavy weapon: one or two
        places = sorted({*counts, *starts_after_signs(pieces)} - {0})
        for starts in islice(combinations(places, len(bought) - 1), SPLITS_AT_MOST):
            stops = (*starts, len(pieces))
            parts = [pieces[start:stop] for start, stop in zip((0, *starts), stops, strict=True)]
            if not any(map(may_be_carried, parts[1:], parts)) and all(map(self.explains_row, parts, bought)):
                return True
        return False

    def explains_row(self, pieces: Sequence[Piece], row: ImportedRow) -> bool:
        thing = self.reader.thing_at(row.place)
        if thing is None or any("?" in piece.first.before for piece in pieces):
            return False
        pieces = [piece for piece in pieces if piece.kind != "section"]
        if not pieces:
            return False
        if len(pieces) > 1 and (number_of(pieces) or (value_of(pieces[0]) and pieces[0].first.text[0] == "0")):
            pieces = pieces[1:]  # the number of the line
        named = [piece for piece in pieces if piece.match]
        if self.is_strict and not all(map(is_exact, named)):
            return False
        others = [piece.first for piece in pieces if not (piece.match or value_of(piece) is not None)]
        squad = self.reader.squads[row.place.squad].squad if row.place.squad is not None else None
        name = squeezed(f"{getattr(thing, 'name', '')} {squad.name if squad else ''}")
        if any(token.key not in SILENT and token.key not in name for token in others):
            return False
        self.prices = prices_of(thing, self.catalogue, self.classes) if self.catalogue.has_points else set()
        price = abs(row.price or 0)
        self.is_paid = row.price is not None and any(price in (one, one * thing.count) for one in self.prices)
        is_paid = self.is_paid or not self.is_strict
        if self.is_strict and not self.is_row and self.is_parted(pieces):
            return False
        match thing:
            case Figure():
                is_said = self.says_man(pieces, thing, is_paid)
            case Vehicle():
                is_said = self.says_vehicle(named, thing)
            case ExtraEntry():
                is_said = self.says_extra(pieces, thing, is_paid)
        return is_said and self.says_numbers(pieces, thing)

    def is_parted(self, pieces: Sequence[Piece]) -> bool:
        """Whether the price is between two things: the second, if it is free, may be of another row."""
        values = [value_of(piece) for piece in pieces]
        last = max((place for place, value in enumerate(values) if value in self.prices), default=0)
        things = [place for place, piece in enumerate(pieces) if piece.kind in OF_ROW]
        if not things or not things[0] < last < things[-1] or any(values[things[-1] :]):
            return False
        match, known = pieces[things[-1]].match, self.catalogue.weapon_by_id
        return not (match and any(one.id in known and known[one.id].points for one in match.meanings))

    # ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def says_man(self, pieces: Sequence[Piece], man: Figure, is_paid: bool) -> bool:
        """Whether a man has exactly what his phrases say."""
        if squeezed(man.name) in TEAM_NAMES and pieces[0].word == squeezed(man.name):
            return False  # First: leader, 4 riflemen
        is_said = self.is_strict and not (is_paid or pieces[0].first.start)
        if is_said and len(pieces) > 1 and pieces[0].word in NUMBERS and pieces[1].word in WITH:
            return False  # one with a Bren: of the men above
        named = [piece for piece in pieces if piece.match]
        people = [piece for piece in named if piece.kind in OF_MEN]
        levels = [piece for piece in people if piece.kind == "leadership"]
        says_level = any(piece.first.is_misread and value_of(piece) == man.leadership for piece in pieces)
        ids = {piece: {meaning.id for meaning in piece.match.meanings} for piece in named if piece.match}
        is_rank = len(levels) == len(people) and man.leadership in values_in(pieces)
        plain = self.catalogue.presets[0]
        ranks = [piece for piece in people if man.count > 1 or not (is_paid and means(piece, plain.id))]
        if ranks and not (is_rank or set.intersection(*(ids[piece] for piece in ranks))):
            return False
        weapons = [piece for piece in named if piece.kind == "weapon"]
        if weapons and not is_paid and self.has_men_behind(pieces, weapons[0]):
            return False  # a gun with 2 men
        classes = [piece for piece in named if piece.kind == "class"]
        if any(not ids[piece] & {*man.weapons} for piece in weapons):
            return False
        if not self.is_paid and any(self.may_be_another(before, piece) for before, piece in pairwise(pieces)):
            return False
        if classes and not (self.is_counted or any(values_in(pieces))):
            return False  # flak – regulars: perhaps a heading
        kinds = {"preset", "weapon", "role", "leadership", "class", "kit", "commander", "combat", "arms"}
        if any(piece.kind not in kinds for piece in named):
            return False
        presets = [
            preset
            for piece in people
            for preset in self.catalogue.presets
            if piece.kind == "preset" and preset.id in ids[piece]
        ]
        kit = set(chain.from_iterable(ids[piece] for piece in named if piece.kind == "kit"))
        roles = set(chain.from_iterable(ids[piece] for piece in people if piece.kind == "role"))
        roles |= {role for preset in presets for role in preset.roles}
        own = set(chain.from_iterable(preset.weapons for preset in presets))
        said = set(chain.from_iterable(ids[piece] for piece in weapons))
        if self.carrying.are_helpers(presets) and any(map(self.carrying.tells, said - own)):
            return False  # a gun with a crew of 3
        return (
            {*man.kit} == kit
            and {*man.roles} <= roles
            and (not presets or any({*preset.roles} <= {*man.roles} for preset in presets))
            and bool(man.leadership) == bool(levels or says_level or any(one.leadership for one in presets))
            and self.says_weapons(people, presets, said, man, is_paid)
        )

    def has_men_behind(self, pieces: Sequence[Piece], weapon: Piece) -> bool:
        """Whether a weapon is followed by a number of men, or by another man: a gun with 2 men; MG42, loader 2."""
        for place, piece in enumerate(pieces[1:]):
            is_carrier = any(
                means(piece, preset.id) and any(means(weapon, item) for item in preset.weapons)
                for preset in self.catalogue.presets
            )
            is_parted = bool(set(piece.first.before) & set(PARTING))
            is_apart = piece.kind == "preset" and is_parted and not is_carrier
            is_man = piece.kind in OF_MEN and weapon.first.start < piece.first.start
            if is_man and (is_apart or count_at(pieces, place)):
                return True
        return False

    def may_be_another(self, before: Piece, piece: Piece) -> bool:
        """Whether a weapon after a rifleman and a sign may be that of another man: rifleman, BAR."""
        plain = self.catalogue.presets[0]
        is_special = piece.kind == "weapon" and not any(means(piece, item) for item in plain.weapons)
        is_apart = bool({*piece.first.before} & {*",;+/&"}) or before.word in AND
        is_other = before.kind in (None, "weapon") and not is_same(before, piece)
        if before.word in WITH or self.is_carried_along(before, piece):
            return False
        return is_special and is_apart and (is_other or means(before, plain.id))

    def is_carried_along(self, before: Piece, piece: Piece) -> bool:
        """Whether no man has only this weapon: M16 + M203, a rifle and grenades."""
        known = self.catalogue.weapon_by_id
        ids = [meaning.id for meaning in piece.match.meanings] if piece.match else []
        is_joined = before.word in AND or "," not in piece.first.before
        is_second = all(item in known and known[item].kind != "main" for item in ids)
        return is_joined and is_second and not any(item.weapons == tuple(ids) for item in self.catalogue.presets)

    def says_weapons(
        self, people: Sequence[Piece], presets: Sequence[Preset], said: set[str], man: Figure, is_paid: bool
    ) -> bool:
        """Whether the weapons of a man are named, or implied by his name in the ruleset."""
        carried = {*man.weapons}
        if carried <= said:
            own = [{*preset.weapons} for preset in presets if not preset.roles and preset != self.catalogue.presets[0]]
            own = own if len(presets) == 1 else []  # a gunner
            return is_paid or not own or any(carried <= weapons for weapons in own)
        known, plain = self.catalogue.weapon_by_id, self.catalogue.presets[0]
        is_holder = any({*preset.weapons} == carried for preset in self.catalogue.presets)
        if said and is_holder and carried - said <= {*plain.weapons} and not any(preset.roles for preset in presets):
            return True  # a bazooka, a bazooka man: with the rifle of everybody
        fitting = [
            preset
            for preset in presets
            if {*preset.weapons} | said == carried
            and not (said & {*preset.weapons})
            and all(known[item].kind != "main" for item in said)
        ]
        return any(self.implies(preset) or is_paid or calls_man(people[0], preset) for preset in fitting)

    def implies(self, preset: Preset) -> bool:
        """Whether any name of a man tells his weapon: a sniper, an LMG gunner; not a soldier, not a nurse."""
        if preset == self.catalogue.presets[0]:
            return self.has_one_small_weapon
        return not preset.roles and not preset.leadership

    @property
    def has_one_small_weapon(self) -> bool:
        """Whether all men without a special weapon carry the same."""
        known = self.catalogue.weapons
        return sum(item.kind == "main" and "figure" in item.carried_by and not item.tags for item in known) == 1

    def says_vehicle(self, named: Sequence[Piece], vehicle: Vehicle) -> bool:
        kinds = {"vehicle", "weapon", "trait", "movement", "combat", *(() if vehicle.weapons else ("arms",))}
        types = [piece for piece in named if piece.kind == "vehicle"]
        weapons = [piece for piece in named if piece.kind == "weapon"]
        if any(piece.first.before and not (is_named(piece) or is_named(types[0])) for piece in types[1:]):
            return False  # Sherman, halftrack
        return (
            all(piece.kind in kinds for piece in named)
            and bool(types)
            and all(means(piece, vehicle.type) for piece in types)
            and all(any(means(piece, item) for item in vehicle.weapons) for piece in weapons)
            and all(any(means(piece, item) for piece in weapons) for item in vehicle.weapons)
        )

    def says_extra(self, pieces: Sequence[Piece], extra: ExtraEntry, is_paid: bool) -> bool:
        known = self.catalogue.extra_by_id[extra.extra]
        is_level = not known.levels or is_paid or extra.level in values_in(pieces)
        named = [piece for piece in pieces if piece.match and piece.kind != "passes"]
        return bool(named) and all(means(piece, extra.extra) for piece in named) and is_level

    # ── Numbers ────────────────────────────────────────────────────────────────────────────────────────────────────

    def says_numbers(self, pieces: Sequence[Piece], thing: Thing) -> bool:
        """Whether each number is the count, a level or the price of a row."""
        numbers = Counter(values_in(pieces))
        if thing.count > 1 and not numbers[thing.count]:
            return False
        numbers[thing.count] -= numbers[thing.count] > 0
        for value in _levels(thing):
            numbers[value] -= numbers[value] > 0
        rest = [value for value in numbers.elements() if value]
        prices = {price for one in self.prices for price in (one, one * thing.count)}
        if any("+" in piece.first.text and value_of(piece) not in prices for piece in pieces):
            return False  # 4+1 riflemen
        others = [value for value in rest if value not in prices]
        if others and not (self.is_paid and (sum(others) in prices or {*others} == {thing.count})):
            return False  # 6 × 8 = 48; 8 + 7 = 15
        if thing.count == 1 and not (self.is_counted or 1 in values_in(pieces) or isinstance(thing, Vehicle)):
            heads = [piece for piece in pieces if piece.kind in HEADS and not piece.tokens[-1].text.isupper()]
            may_count = isinstance(thing, Figure) or any(value <= MANY for value in rest)
            if may_count and any(map(may_be_plural, heads)):
                return False  # riflemen 12; civilians 10
        return self.is_counted or thing.count == 1 or bool(rest) or self.counts(pieces, thing)

    def counts(self, pieces: Sequence[Piece], thing: Thing) -> bool:
        """Whether a number without a price beside it can only be a count."""
        place = next(place for place, piece in enumerate(pieces) if value_of(piece) == thing.count)
        things = [place for place, piece in enumerate(pieces) if piece.kind in OF_ROW]
        before = pieces[place].first.before
        is_marked = times(pieces[place].first) is not None or before.endswith(("×", "*", ":", "="))
        is_marked |= any(piece.word in (*TIMES, *HOW_MANY) for piece in pieces[max(0, place - 1) : place + 2])
        if is_marked or not things or not isinstance(thing, Figure):
            return thing.count not in self.prices or (bool(things) and place < things[0])
        head = pieces[things[0]]
        is_plural = head.kind == "weapon" or may_be_plural(head)
        if place < things[0]:
            is_price = thing.count in self.prices and head.kind == "weapon"
            return is_plural and not is_price
        return is_plural and thing.count not in self.prices


def _levels(thing: Thing) -> Iterator[int]:
    if isinstance(thing, Figure):
        yield thing.leadership
    if isinstance(thing, ExtraEntry):
        yield from (thing.level, thing.passes)
    if isinstance(thing, Figure | Vehicle) and thing.combat_value is not UNSET:
        yield int(thing.combat_value)
    if isinstance(thing, Vehicle):
        yield len(thing.weapons)
