"""Reading hostile bytes: invalid JSON, and the place of the error."""

import json

import pytest

from rules.core.document.reader import read
from rules.core.document.roster import Roster
from tests.core.documents import LIBRARY, army, man, refusal, squad

LIST = b'{"format":"armylist/1","ruleset":"bn","name":"x","squads":[{"name":"a","class":"elite","figures":[{}]}]}'
BOM = b"\xef\xbb\xbf"
NAME_AT = LIST.index(b'"x"') + 1  # the column of the quotation mark that opens the list's name, less one


def with_field(field: bytes) -> bytes:
    """The list with one more field at the end."""
    return LIST[:-1] + b"," + field + b"}"


def with_name(name: bytes) -> bytes:
    """The list with other bytes as its name, including quotation marks."""
    return LIST.replace(b'"x"', name)


def roster(data: bytes) -> Roster:
    return read(data, LIBRARY)


# --- what can be read ---


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(BOM + LIST, id="byte order mark"),
        pytest.param(b" \t\r\n" + LIST + b"\n\n\t ", id="whitespace around"),
        pytest.param(json.dumps(json.loads(LIST), indent=4).encode(), id="indented"),
        pytest.param(json.dumps(json.loads(LIST), indent="\t").replace("\n", "\r\n").encode(), id="tabs and CR LF"),
        pytest.param(LIST.replace(b'"name"', b'"n\\u0061me"'), id="escapes in keys"),
        pytest.param(LIST.replace(b'"elite"', b'"\\u0065lite"'), id="escapes in ids"),
        pytest.param(LIST.replace(b"armylist/1", b"armylist\\/1"), id="an escaped slash"),
        pytest.param(with_field(b'"limit":null'), id="no limit"),
        pytest.param(with_field(b'"prices":{}'), id="no prices"),
    ],
)
def test_the_same_list_written_otherwise(data: bytes) -> None:
    assert roster(data) == roster(LIST)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (b'"\xc3\xa8 \xe2\x80\xa8 \xf0\x9f\x8e\x96"', "è \u2028 \U0001f396"),
        (b'"\\u00e8"', "è"),
        (b'"\\ud83c\\udf96"', "\U0001f396"),
        (b'"\\n\\t\\"\\\\"', '\n\t"\\'),
        (b'"\x7f"', "\x7f"),
        (b'"a: b, {c}"', "a: b, {c}"),
        (b'"\\\\u0000"', "\\u0000"),
        (b'"' + b"x" * 120 + b'"', "x" * 120),
        (b'"' + b"\\ud83c\\udf96" * 120 + b'"', "\U0001f396" * 120),
    ],
)
def test_names_are_any_text(written: bytes, name: str) -> None:
    assert roster(with_name(written)).name == name


@pytest.mark.parametrize("written", [b"7", b"7.0", b"7e0", b"7.0E+0", b"0.7e1", b"70e-1", b"7.000000"])
def test_a_whole_number_may_be_written_with_a_point(written: bytes) -> None:
    assert roster(with_field(b'"limit":' + written)).limit == 7


@pytest.mark.parametrize(("written", "limit"), [(b"1e2", 100), (b"1E4", 10_000), (b"12.5e1", 125)])
def test_or_with_an_exponent(written: bytes, limit: int) -> None:
    assert roster(with_field(b'"limit":' + written)).limit == limit


def test_minus_zero_is_zero() -> None:
    document = army("bn", squad("elite", man(leadership=-0.0)), prices={"weapons/lmg": -0.0})

    assert refusal(document) == ""


# --- what is not JSON ---


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"", 1, 1),
        (b" \n ", 2, 2),
        (b"nul", 1, 1),
        (b"{'a': 1}", 1, 2),
        (LIST + b"x", 1, len(LIST) + 1),
        (LIST + LIST, 1, len(LIST) + 1),
        (LIST + b"\n]", 2, 1),
        (LIST + b"\0", 1, len(LIST) + 1),
        (LIST[:-1], 1, len(LIST)),
        (LIST[:-1] + b",}", 1, len(LIST) + 1),
        (LIST + b" // a comment", 1, len(LIST) + 2),
        (b"\x0b" + LIST, 1, 1),
        (b"\xc2\xa0" + LIST, 1, 1),
        (BOM + BOM + LIST, 1, 1),
        (with_name(b'"\x01"'), 1, NAME_AT + 1),
        (with_name(b'"\x1f"'), 1, NAME_AT + 1),
        (with_name(b'"a\tb"'), 1, NAME_AT + 2),
        (with_name(b'"a\nb"'), 1, NAME_AT + 2),
        (with_name(b'"\0"'), 1, NAME_AT + 1),
        (with_name(b'"\\x"'), 1, NAME_AT + 1),
        (with_name(b'"\\u12"'), 1, NAME_AT + 2),
        (with_name(b"'x'"), 1, NAME_AT),
        (with_field(b'"limit":01'), 1, len(LIST) + 10),
        (with_field(b'"limit":+1'), 1, len(LIST) + 9),
        (with_field(b'"limit":.5'), 1, len(LIST) + 9),
        (with_field(b'"limit":5.'), 1, len(LIST) + 10),
        (with_field(b'"limit":0x10'), 1, len(LIST) + 10),
        (with_field(b'"limit":True'), 1, len(LIST) + 9),
    ],
)
def test_no_json(data: bytes, line: int, column: int) -> None:
    assert refusal(data) == f"not JSON at line {line}, column {column}"


@pytest.mark.parametrize(
    ("data", "byte"),
    [
        pytest.param(b"\xff", 1, id="no text"),
        pytest.param(with_name(b'"\xe8"'), NAME_AT + 1, id="latin-1"),
        pytest.param(with_name(b'"\xc0\xaf"'), NAME_AT + 1, id="overlong"),
        pytest.param(with_name(b'"\xe0\x80\xaf"'), NAME_AT + 1, id="overlong in three"),
        pytest.param(with_name(b'"\xed\xa0\x80"'), NAME_AT + 1, id="a surrogate"),
        pytest.param(with_name(b'"\xf4\x90\x80\x80"'), NAME_AT + 1, id="beyond Unicode"),
        pytest.param(with_name(b'"\xe2\x82"'), NAME_AT + 1, id="cut short"),
        pytest.param(LIST + b"\x80", len(LIST) + 1, id="after the list"),
        pytest.param(LIST.decode().encode("utf-16"), 1, id="UTF-16"),
        pytest.param(LIST.decode().encode("utf-32"), 1, id="UTF-32"),
    ],
)
def test_no_utf_8(data: bytes, byte: int) -> None:
    assert refusal(data) == f"this is not UTF-8 text (byte {byte})"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(encoding: str) -> None:
    column = {"utf-16-le": 2, "utf-16-be": 1}[encoding]

    assert refusal(LIST.decode().encode(encoding)) == f"not JSON at line 1, column {column}"


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_constants_that_only_look_like_numbers(word: str) -> None:
    number = word.encode()

    assert refusal(with_field(b'"limit":' + number)) == f"limit: {word} is not a number"
    assert refusal(LIST.replace(b"{}", b'{"count":%s}' % number)) == (
        f"squads[0].figures[0].count: {word} is not a number"
    )
    assert refusal(number) == f"{word} is not a number"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (with_field(b'"name":"x"'), '"name" appears twice'),
        (with_field(b'"n\\u0061me":"x"'), '"name" appears twice'),
        (with_field(b'"extras":[],"extras":[]'), '"extras" appears twice'),
        (LIST.replace(b'"class"', b'"name":"b","class"'), 'squads[0]: "name" appears twice'),
        (LIST.replace(b"{}", b'{"count":1,"count":1}'), 'squads[0].figures[0]: "count" appears twice'),
        (
            LIST.replace(b"{}", b'{"x":{"y":[{"z":1,"z":2}]}}'),
            'squads[0].figures[0].x.y[0]: "z" appears twice',
        ),
        (with_field(b'"extras":[{"extra":"ied","extra":"ied"}]'), 'extras[0]: "extra" appears twice'),
        (with_field(b'"rulings":{"medic":"flat","medic":"flat"}'), 'rulings: "medic" appears twice'),
        (
            with_field(b'"prices":{"weapons/lmg":1,"weapons/lmg":1}'),
            'prices: "weapons/lmg" appears twice',
        ),
        (b'[{"":1,"":2}]', '[0]: "" appears twice'),
        (b'{"a":[{"b":1,"b":2}], oops', "not JSON at line 1, column 23"),
        (b'{"a":{"b":1,"b":2},"c":NaN}', 'a: "b" appears twice'),
    ],
)
def test_a_key_that_stands_twice(data: bytes, expected: str) -> None:
    assert refusal(data) == expected


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (with_name(b'"\\u0000"'), "name"),
        (with_name(b'"a\\u0000b"'), "name"),
        (with_name(b'"\\ud800"'), "name"),
        (with_name(b'"\\udfff\\ud800"'), "name"),
        (with_name(b'"\\ud83c \\udf96"'), "name"),
        (LIST.replace(b"{}", b'{"name":"\\ud800"}'), "squads[0].figures[0].name"),
        (LIST.replace(b"{}", b'{"weapons":["rifle","\\u0000"]}'), "squads[0].figures[0].weapons[1]"),
        (with_field(b'"rulings":{"\\u0000":"x"}'), "rulings"),
        (with_field(b'"\\ud800":1'), ""),
        (with_field(b'"prices":{"weapons/\\ud800":1}'), "prices"),
    ],
)
def test_characters_that_no_text_can_hold(data: bytes, path: str) -> None:
    where = f"{path}: " if path else ""

    assert refusal(data) == f"{where}the text has a character that cannot be written"


# --- size and depth ---


@pytest.mark.parametrize("bracket", [b"[]", b"{}"])
@pytest.mark.parametrize("depth", [2_000, 60_000])
def test_absurd_nesting(depth: int, bracket: bytes) -> None:
    opening, closing = (b"[", b"]") if bracket == b"[]" else (b'{"a":', b"}")
    nest = opening * depth + b"1" + closing * depth

    assert refusal(nest) == "nested too deeply"
    assert refusal(with_field(b'"notes":' + nest)) == "nested too deeply"
    assert refusal(opening * depth) == "nested too deeply"


@pytest.mark.parametrize(
    "field",
    [
        b'"role":%s',
        b'"limit":%s',
        b'"notes":%s',
        b'"x":%s',
        b'"x":{"a":1,"a":%s}',
        b'"x":[NaN,%s]',
        b'"x":["\\u0000",%s]',
    ],
)
def test_any_nesting_is_refused_in_one_line(field: bytes) -> None:
    """The reader, the schema or the search for a key could run out of stack."""
    for depth in (10, 300, 900, *range(960, 1000)):
        line = refusal(with_field(field % (b"[" * depth + b"]" * depth)))

        assert 0 < len(line) <= 900, depth


def test_deep_ids_are_compared_without_going_into_them() -> None:
    nest = b"[" * 500 + b"]" * 500

    assert refusal(LIST.replace(b"{}", b'{"roles":[%s,%s]}' % (nest, nest))) == (
        "squads[0].figures[0].roles[0]: this must be “…”"
    )


def test_five_megabytes() -> None:
    too_large = "the file is larger than 400\u00a0kB: a list is far smaller"

    assert refusal(with_name(b'"' + b"x" * 5_000_000 + b'"')) == too_large
    assert refusal(LIST + b" " * 5_000_000) == too_large
    assert refusal(b"\\" * 5_000_000) == too_large
    assert refusal(LIST + b" " * (400_000 - len(LIST))) == ""
    assert refusal(LIST + b" " * (400_001 - len(LIST))) == too_large


@pytest.mark.parametrize("digits", [b"1" * 10_000, b"-" + b"9" * 10_000])
def test_ten_thousand_digits(digits: bytes) -> None:
    assert refusal(with_field(b'"limit":' + digits)) == "limit: a number has too many digits"
    assert refusal(digits) == "a number has too many digits"


@pytest.mark.parametrize(
    ("digits", "expected"),
    [
        (b"1" * 40, "limit: the maximum is 10000"),
        (b"1" * 10_000 + b".0", "limit: this must be 0, 1, 2, … / null"),
        (b"0." + b"1" * 10_000, "limit: this must be 0, 1, 2, … / null"),
        (b"1e400", "limit: this must be 0, 1, 2, … / null"),
        (b"1e99999999999999999999", "limit: this must be 0, 1, 2, … / null"),
        (b"1e300", "limit: the maximum is 10000"),
        (b"-1e300", "limit: the minimum is 1"),
        (b"1e-400", "limit: the minimum is 1"),
    ],
)
def test_large_and_small_numbers(digits: bytes, expected: str) -> None:
    assert refusal(with_field(b'"limit":' + digits)) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"squads":[' + b"0," * 150_000 + b"0]}", '"format" is missing'),
        (LIST.replace(b"[{", b"[" + b"0," * 150_000 + b"{", 1), "squads: at most 50"),
        (
            LIST.replace(b"{}", b'{"roles":[%s0]}' % (b'0,"a",' * 400)),
            "squads[0].figures[0].roles: the same value appears twice",
        ),
        (
            LIST.replace(b"{}", b'{"roles":[%s0]}' % (b'0,"a",' * 60_000)),
            "squads[0].figures[0].roles: at most 1000",
        ),
        (
            b"{" + b",".join(b'"%d":0' % number for number in range(30_000)) + b',"7":0}',
            '"7" appears twice',
        ),
    ],
    ids=["wrong squads", "too many of them", "mixed roles", "too many roles", "keys"],
)
def test_a_document_may_be_wrong_in_a_hundred_thousand_places(data: bytes, expected: str) -> None:
    """It is refused in about the time of reading it."""
    assert refusal(data) == expected
