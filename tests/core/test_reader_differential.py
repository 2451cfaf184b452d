"""The reader against the published schema and the standard library: both must find the same documents readable."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core.catalogue.library import PRICE_TABLES
from tests.core.documents import DATA, LIBRARY, Document, refusal
from tests.core.strategies import MORE, lists

SCHEMA = Draft202012Validator(json.loads((DATA / "list-format.schema.json").read_bytes()))
RULINGS = {
    "rifles": {"included", "as-english"},
    "morale-leader": {"commander", "every-leader"},
    "morale-half": {"platoon", "each-squad"},
    "initiative-leader": {"commander", "highest"},
    "motivation": {"whole-platoon", "one-squad"},
    "medic": {"surcharge", "flat"},
    "unpriced": {"forbidden", "as-20", "free"},
    "crew-cost": {"included", "figures"},
    "ied-price": {"per-device", "once"},
    "light-mortar-area": {"template", "width"},
    "bombardment-save": {"class", "flat"},
    "extras-together": {"largest", "multiply"},
}
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 4, 5, 9, 10, 20, 99, 100, 101, 200, 201, 10_000, 10_001, -1000, 1001),
    *(
        7.0,
        -0.0,
        1e2,
        7.5,
        1e300,
        "",
        " ",
        "x",
        "7",
        "x" * 20,
        "x" * 21,
        "x" * 60,
        "x" * 61,
        "x" * 120,
        "x" * 121,
    ),
    *(
        "x" * 1000,
        "x" * 1001,
        "x" * 4000,
        "x" * 4001,
        "lmg",
        "lmgg",
        "LMG",
        "lmg\n",
        "elite",
        "bn",
        "rth-it",
        "tank",
    ),
    *(
        "open",
        "attacker",
        "squad",
        "wheeled",
        "msu",
        "medic",
        "radio",
        "ambush",
        "a-",
        "-a",
        "a--b",
        "armylist/1",
    ),
    *([], {}, [[]], [{}], [None], ["lmg"], ["lmg", "lmg"], ["crew", "crew"], ["lmg"] * 10, ["lmg"] * 11),
    *(
        {"name": ""},
        {"extra": "ambush"},
        {"type": "tank"},
        {"medic": "flat"},
        {"weapons/lmg": 1},
        {"leadership/5": 1},
    ),
]
FIELDS = [
    "name",
    "class",
    "count",
    "id",
    "limit",
    "role",
    "figures",
    "level",
    "ability",
    "type",
    "rulings",
    "x",
    "",
]


# --- the format, once more ---


def readable(value: Any) -> bool:
    """Whether a JSON value is a list: it follows the schema, and its names are known."""
    return SCHEMA.is_valid(value) and knows_all(value)


def knows_all(list_: Document) -> bool:
    known = LIBRARY.known
    prices_known = all(knows_price(key) for key in list_.get("prices", {}))
    rulings_known = all(option in RULINGS.get(ruling, ()) for ruling, option in list_.get("rulings", {}).items())
    limit_allowed = list_.get("limit") is None or list_.get("role", "open") == "open"
    return (
        list_["ruleset"] in LIBRARY.catalogues
        and prices_known
        and rulings_known
        and limit_allowed
        and all(entry["extra"] in known["extra"] for entry in list_.get("extras", []))
        and all(knows_squad(squad) for squad in list_["squads"])
    )


def knows_price(key: str) -> bool:
    table, item = key.split("/")
    if table == "leadership":
        return item in ("1", "2", "3", "4")
    return item in LIBRARY.known[PRICE_TABLES[table]]


def knows_squad(squad: Document) -> bool:
    known = LIBRARY.known
    classes = [squad[field] for field in ("class", "list_class", "leader_ability") if field in squad]
    figures, vehicles = squad.get("figures", []), squad.get("vehicles", [])
    classes += [figure[field] for figure in figures for field in ("class", "ability") if field in figure]
    return (
        all("class" in squad or "class" in figure for figure in figures)
        and known["class"].issuperset(classes)
        and known["trait"].issuperset(squad.get("traits", []))
        and all(entry["extra"] in known["extra"] for entry in squad.get("extras", []))
        and all(known["weapon"].issuperset(row.get("weapons", [])) for row in (*figures, *vehicles))
        and all(known["role"].issuperset(figure.get("roles", [])) for figure in figures)
        and all(known["kit"].issuperset(figure.get("kit", [])) for figure in figures)
        and all(vehicle["type"] in known["vehicle"] for vehicle in vehicles)
        and all(known["trait"].issuperset(vehicle.get("traits", [])) for vehicle in vehicles)
    )


class NoListError(Exception):
    """The text is not JSON, or JSON that breaks the format."""


def value_of(data: bytes) -> Any:
    """The JSON value of a text. Raises NoListError."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise NoListError
        return dict(pairs)

    def no_number(word: str) -> Any:
        raise NoListError

    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=once, parse_constant=no_number)
    except ValueError:
        raise NoListError from None
    written = json.dumps(value, ensure_ascii=False)
    if "\\u0000" in written.replace("\\\\", "") or any("\ud800" <= sign <= "\udfff" for sign in written):
        raise NoListError
    return value


def readable_text(data: bytes) -> bool:
    try:
        return readable(value_of(data))
    except NoListError:
        return False


# --- slightly wrong documents ---


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) of a value, containers before their contents."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


def put_off(document: Document, chance: Random) -> Document:
    """The list with up to three things replaced, added or removed."""
    for _ in range(chance.randint(0, 3)):
        where = list(places(document))
        if not where:
            break
        container, key = chance.choice(where)
        odd = deepcopy(chance.choice(ODD))
        match chance.choice(["replace", "replace", "remove", "add", "repeat"]):
            case "replace":
                container[key] = odd
            case "remove":
                del container[key]
            case "add" if isinstance(container, dict):
                container[chance.choice(FIELDS)] = odd
            case "repeat" if isinstance(container, list):
                container.append(container[key])
    return document


PIECES = [
    *(
        b'"',
        b"\\",
        b",",
        b":",
        b"{",
        b"}",
        b"[",
        b"]",
        b" ",
        b"\n",
        b"\t",
        b"\x00",
        b"\x1f",
        b"\x7f",
        b"\x80",
        b"\xff",
    ),
    *(
        b"\xef\xbb\xbf",
        b"\xc2\xa0",
        b"\xe2\x80\xa8",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\\u0000",
        b"\\ud800",
        b"\\u0041",
    ),
    *(
        b"0",
        b"7.0",
        b"1e2",
        b"-",
        b".",
        b"NaN",
        b"-Infinity",
        b"null",
        b"true",
        b"[]",
        b"{}",
        b'"":',
        b'"name":"x",',
    ),
    *(
        b'"class":"elite",',
        b'"count":2,',
        b'"limit":1.0,',
        b'"extras":[],',
        b'{"a":1,"a":1}',
        b"\xf0\x9f\x8e\x96",
    ),
]


def spoil(document: Document, chance: Random) -> bytes:
    """The text of a list with pieces inserted, overwritten or cut."""
    separators = chance.choice([(",", ":"), (", ", ": ")])
    data = json.dumps(document, ensure_ascii=chance.random() < 0.5, separators=separators).encode()
    for _ in range(chance.randint(0, 2)):
        start = chance.randint(0, len(data))
        end = start + chance.choice([0, 0, 0, 1, 2, 10])
        data = data[:start] + chance.choice([b"", *PIECES]) + data[end:]
    return data


CHANCES = st.integers(0, 2**32).map(Random)
A_LITTLE_OFF = st.builds(put_off, lists(), CHANCES)
SPOILT = st.builds(spoil, lists(), CHANCES)


# --- the reader agrees ---


@MORE
@given(A_LITTLE_OFF)
def test_a_document_is_read_when_it_keeps_to_the_schema_and_its_ids_are_known(document: Document) -> None:
    assert (refusal(document) == "") == readable(document)


@MORE
@given(SPOILT)
def test_a_text_is_read_when_it_is_such_a_document(data: bytes) -> None:
    assert (refusal(data) == "") == readable_text(data)


@MORE
@given(SPOILT.filter(lambda data: not data.startswith(b"\xef\xbb\xbf")))
def test_the_quick_way_and_the_thorough_way_agree(data: bytes) -> None:
    """A byte order mark sends a document the thorough way; the verdict is the same, word for word."""
    thorough = refusal(b"\xef\xbb\xbf" + data)

    assert refusal(data) == thorough or "byte" in thorough


@MORE
@given(st.binary(max_size=60))
def test_any_bytes_get_one_line(data: bytes) -> None:
    line = refusal(data)

    assert line != ""
    assert line.isprintable() or "\u00a0" in line


def test_the_rulings_are_these() -> None:
    assert LIBRARY.options == {ruling: frozenset(options) for ruling, options in RULINGS.items()}
