"""A document twice as long is at most twice the work, however hostile, and the first breach ends it. Counted."""

import tracemalloc
from functools import partial

import pytest

from tests.core.documents import refusal
from tests.steps import lines_run

LIST = '{"format":"armylist/1","ruleset":"bn","name":"x",'
SQUADS = LIST + '"squads":['
SQUAD = SQUADS + '{"name":"","class":"elite",'
FIGURES = SQUAD + '"figures":['
FIELD = SQUADS + "],"

# The beginning, the repeated part (`#`: its number), the separator, the end.
SHAPES = {
    "squads": (SQUADS, '{"name":""}', ",", "]}"),
    "squads that are none": (SQUADS, "0", ",", "]}"),
    "squads and a wrong name": (SQUADS, '{"name":""}', ",", '],"name":1}'),
    "figures": (FIGURES, "{}", ",", "]}]}"),
    "wrong figures": (FIGURES, '{"count":0}', ",", "]}]}"),
    "figures in squads": (SQUADS, '{"name":"","figures":[{},{},{},{},{},{},{}]}', ",", '],"x":1}'),
    "vehicles": (SQUAD + '"vehicles":[', '{"type":"x"}', ",", "]}]}"),
    "extras": (FIELD + '"extras":[', '{"extra":"x"}', ",", "]}"),
    "weapons": (FIGURES + '{"weapons":[', '"lmg"', ",", "]}]}]}"),
    "roles": (FIGURES + '{"roles":[', '"r#"', ",", '],"x":1}]}]}'),
    "one role": (FIGURES + '{"roles":[', '"crew"', ",", '],"x":1}]}]}'),
    "roles that are lists": (FIGURES + '{"roles":[', "[]", ",", "]}]}]}"),
    "kit and a wrong note": (FIGURES + '{"notes":1,"kit":[', '"k#"', ",", "]}]}]}"),
    "traits": (SQUAD + '"x":1,"traits":[', '"t#"', ",", "]}]}"),
    "prices": (FIELD + '"prices":{', '"weapons/w#":1', ",", "}}"),
    "wrong prices": (FIELD + '"prices":{', '"#":"x"', ",", "}}"),
    "rulings": (FIELD + '"rulings":{', '"r#":"o"', ",", "}}"),
    "wrong rulings": (FIELD + '"rulings":{', '"r#":0', ",", "}}"),
    "fields": (FIELD, '"f#":0', ",", "}"),
    "fields of a figure": (FIGURES + "{", '"f#":0', ",", "}]}]}"),
    "a long text": (FIELD + '"force":"', "x", "", '"}'),
    "a long wrong id": (SQUADS + '{"name":"","class":"', "a-", "", '"}]}'),
    "escapes": (FIELD + '"force":"', "\\u0041", "", '"}'),
    "a surrogate at the end": (FIELD + '"x":[', "0", ",", ',"\\ud800"]}'),
    "a constant at the end": (FIELD + '"x":[', "0", ",", ",NaN]}"),
    "a key twice": (FIELD + '"x":{', '"f#":0', ",", ',"f000000":0}}'),
    "lists in lists": (FIELD + '"x":', "[", "", "}"),
    "objects in objects": (FIELD + '"x":', '{"a":', "", "}"),
    "digits": (FIELD + '"limit":', "9", "", "}"),
    "digits of a fraction": (FIELD + '"limit":0.', "5", "", "}"),
    "spaces": (FIELD, " ", "", "}"),
    "commas": (FIELD, ",", "", "}"),
    "no object": ("[", "0", ",", "]"),
    "a text that never closes": (FIELD + '"force":"', '\\"', "", ""),
}


def made(name: str, n: int) -> bytes:
    """The document of a shape with n repetitions."""
    before, item, between, after = SHAPES[name]
    items = [item.replace("#", f"{i:06}") for i in range(n)] if "#" in item else [item] * n
    return (before + between.join(items) + after).encode()


def below_a_long_key(fault: str, n: int) -> bytes:
    """A document with many values below a long key, the last of them wrong."""
    return f'{FIELD}"{"k" * n}":[{"0," * n}{fault}]}}'.encode()


@pytest.mark.parametrize("name", SHAPES)
def test_a_document_twice_as_long_is_at_most_twice_the_work(name: str) -> None:
    once, twice = (lines_run(partial(refusal, made(name, n))) for n in (2_000, 4_000))
    assert twice <= 2 * once
    assert refusal(made(name, 4_000)) != ""


@pytest.mark.parametrize("name", SHAPES)
def test_a_long_one_is_refused_soon(name: str) -> None:
    """At most ten lines of Python for each of its bytes: the parser is written in C."""
    data = made(name, 30_000_000 // len(made(name, 1_000)))
    assert lines_run(partial(refusal, data)) <= 10 * len(data)


@pytest.mark.parametrize("fault", ['"\\u0000"', '"\\ud800"', "NaN", '{"a":1,"a":2}'])
def test_the_path_of_each_value_is_not_written_out(fault: str) -> None:
    """The work in C is invisible: its memory is measured."""
    once, twice = (room(below_a_long_key(fault, n)) for n in (20_000, 40_000))
    assert twice <= 2.1 * once
    assert refusal(below_a_long_key(fault, 300)).startswith("k" * 299 + "…: ")


def room(data: bytes) -> int:
    """Return the peak memory of refusing a document."""
    tracemalloc.start()
    try:
        refusal(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
