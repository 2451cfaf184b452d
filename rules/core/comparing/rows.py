"""The rows of two lists: matches, changed fields, and names of values."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry, name_in
from rules.core.document.edits import squad_with_ids
from rules.core.document.force import Force
from rules.core.document.naming import both, in_sentence, joined
from rules.core.document.roster import Roster, Row, Squad
from rules.core.document.sections import team_word
from rules.core.text import Text


class Spot(NamedTuple):
    """A row, its name and its place.

    `home` is the same in both lists for rows of a common squad, None for others. `squad` is the name of the squad
    (None: the row has none).
    """

    row: Any
    label: Text
    number: int  # its place in its table
    home: object
    squad: Text | None = None


class Matched(NamedTuple):
    """The rows in both lists, in the order of the second; those of the first only; the new ones."""

    pairs: list[tuple[Spot, Spot]]
    gone: list[Spot]
    new: list[Spot]


def match(before: list[Spot], after: list[Spot]) -> Matched:
    """Match rows one to one: by their ids, then by equality, then by name."""
    found: dict[int, int] = {}  # numbers: of a row of the second list, and of its partner in the first
    for key in (_id, _content, _name):
        _match(before, after, key, found)
    used = set(found.values())
    return Matched(
        [(before[found[number]], spot) for number, spot in enumerate(after) if number in found],
        [spot for number, spot in enumerate(before) if number not in used],
        [spot for number, spot in enumerate(after) if number not in found],
    )


def _match(before: Sequence[Spot], after: Sequence[Spot], key: Callable[[Spot], object], found: dict[int, int]) -> None:
    used = set(found.values())
    waiting: dict[object, list[int]] = {}
    for number, spot in enumerate(before):
        if number not in used and (wanted := key(spot)):
            waiting.setdefault(wanted, []).append(number)
    for number, spot in enumerate(after):
        if number not in found and (numbers := waiting.get(key(spot))):
            found[number] = numbers.pop(0)


def _id(spot: Spot) -> object:
    row: Row = spot.row
    return row.id


def _content(spot: Spot) -> object:
    row: Row = spot.row
    bare = squad_with_ids(row, repeat("")) if isinstance(row, Squad) else replace(row, id="")
    return spot.home is not None and (bare, spot.home)


def _name(spot: Spot) -> object:
    return spot.home is not None and (spot.label, spot.home)


NONE = Text("–", "–")
YES, NO = Text("sì", "yes"), Text("no", "no")
KINDS = {
    "squad": Text("squadra", "squad"),
    "section": Text("sezione indipendente", "independent section"),
    "sniper-team": Text("squadra di cecchini", "sniper team"),
    "observer-section": Text("sezione osservatori", "observer section"),
}
MOVEMENTS = {"wheeled": Text("ruote", "wheels"), "tracked": Text("cingoli", "tracks")}

Value = Callable[[Any, Catalogue], Text]


class Field(NamedTuple):
    """A field of a row: its name in the document, its label, and its value in words."""

    field: str
    name: Text | Callable[[Catalogue], Text]
    value: Value

    def called(self, catalogue: Catalogue) -> Text:
        return self.name if isinstance(self.name, Text) else self.name(catalogue)


def _plain(value: Any, catalogue: Catalogue) -> Text:
    words = "" if value in (UNSET, None) else str(value).replace("-", "−")
    return Text(words, words) if words else NONE


def _written(value: str, catalogue: Catalogue) -> Text:
    return Text(value, value) if value else NONE


def _flag(value: bool, catalogue: Catalogue) -> Text:
    return YES if value else NO


def _of(table: Callable[[Catalogue], Mapping[str, Entry]]) -> Value:
    return lambda value, catalogue: name_in(table(catalogue), value) if value else NONE


def _some_of(table: Callable[[Catalogue], Mapping[str, Entry]]) -> Value:
    return lambda value, catalogue: joined(name_in(table(catalogue), item) for item in value) if value else NONE


def _one_of(words: Mapping[str, Text]) -> Value:
    return lambda value, catalogue: words.get(value, NONE)


def _modifiers(value: Any, catalogue: Catalogue) -> Text:
    motivation, fanatic = (_plain(number, catalogue).it for number in (value.motivation, value.fanatic))
    return Text(f"motivazione {motivation}, fanatici {fanatic}", f"motivation {motivation}, fanatics {fanatic}")


def _weapons(value: tuple[str, ...], catalogue: Catalogue) -> Text:
    if not value:
        return Text("senza arma", "unarmed")
    return both(in_sentence(name_in(catalogue.weapon_by_id, item)) for item in value)


def _force(value: Force | None, _: Catalogue) -> Text:
    if value is None:
        return NONE
    version = f" ({value.version})" if value.version > 1 else ""
    return Text(value.name.it + version, value.name.en + version)


_class = _of(lambda catalogue: catalogue.class_by_id)
WEAPONS = Text("armi", "weapons")
_WEAPONS = Field("weapons", WEAPONS, _weapons)
_NAME = Field("name", Text("nome", "name"), _written)
_COMBAT_VALUE = Field("combat_value", Text("valore di combattimento", "combat value"), _plain)

LIST_FIELDS = (
    _NAME,
    Field("role", Text("ruolo", "role"), _of(lambda catalogue: catalogue.format_by_id)),
    Field("limit", Text("limite", "limit"), _plain),
    Field("pair_name", Text("forza", "force"), _written),
    Field("force", Text("forza di riferimento", "follows the force"), _force),
)
SQUAD_FIELDS = (
    Field("class_", Text("classe", "class"), _class),
    Field("kind", Text("tipo", "type"), _one_of(KINDS)),
    Field("list_class", Text("classe nella lista", "class in the army list"), _class),
    Field("force_squad", Text("squadra della forza", "squad of the force"), _written),
    Field("leader_ability", Text("abilità del comandante", "leader’s ability"), _class),
    Field("modifiers", Text("modificatori", "modifiers"), _modifiers),
    Field("traits", Text("caratteristiche", "traits"), _some_of(lambda catalogue: catalogue.squad_traits)),
)
FIELDS = {
    "figures": (
        _NAME,
        Field("class_", Text("classe", "class"), _class),
        Field("leadership", Text("leadership", "leadership"), _plain),
        Field("commander", Text("comanda il plotone", "commands the platoon"), _flag),
        Field("roles", Text("ruoli", "roles"), _some_of(lambda catalogue: catalogue.role_by_id)),
        _WEAPONS,
        Field("kit", Text("equipaggiamento", "kit"), _some_of(lambda catalogue: catalogue.kit_by_id)),
        Field("team", lambda catalogue: in_sentence(team_word(catalogue)), _written),
        Field("ability", Text("abilità", "ability"), _class),
        _COMBAT_VALUE,
    ),
    "vehicles": (
        _NAME,
        Field("type", Text("tipo", "type"), _of(lambda catalogue: catalogue.vehicle_by_id)),
        _WEAPONS,
        Field("traits", Text("caratteristiche", "traits"), _some_of(lambda catalogue: catalogue.vehicle_traits)),
        Field("movement", Text("movimento", "movement"), _one_of(MOVEMENTS)),
        _COMBAT_VALUE,
    ),
    "extras": (
        Field("level", Text("livello", "level"), _plain),
        Field("passes", Text("passaggi", "passes"), _plain),
    ),
}


def changed(
    fields: Iterable[Field], before: Any, after: Any, rules_before: Catalogue, rules_after: Catalogue
) -> Iterator[tuple[Text, Text, Text]]:
    """Yield the changed fields of two rows: label, value before and after."""
    for field in fields:
        old, new = getattr(before, field.field), getattr(after, field.field)
        if old != new:
            yield field.called(rules_after), field.value(old, rules_before), field.value(new, rules_after)


def rulings(
    before: Roster, after: Roster, rules_before: Catalogue, rules_after: Catalogue
) -> Iterator[tuple[Text, Text, Text]]:
    """Yield the open questions with different answers: the question, the answers before and after."""
    for ruling in {item.id: item for item in (*rules_before.rulings, *rules_after.rulings)}.values():
        old, new = (
            rules_before.option(before.rulings, ruling.id),
            rules_after.option(after.rulings, ruling.id),
        )
        if old != new:
            yield ruling.name, _option(old, rules_before, ruling.id), _option(new, rules_after, ruling.id)


def _option(option: str, rules: Catalogue, ruling: str) -> Text:
    known = rules.ruling_by_id.get(ruling)
    names = {item.id: item.name for item in known.options} if known else {}
    return names.get(option, Text(option, option) if option else NONE)
