"""YAML with tags, aliases and very long numbers: read as plain data, or refused with its line."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.loading.reading import FilesError, parse_force, read_yaml
from tests.core.documents import LIBRARY
from tests.hostile import numbers, texts

TRIES = settings(max_examples=settings().max_examples // 4)

KINDS = "bool int float null str timestamp binary merge value seq map set omap pairs python/name:os.system"
TAGS = st.sampled_from(
    [*["", ""] * 10, *(f"!!{kind} " for kind in KINDS.split()), "! ", "!a ", "!<tag:yaml.org,2002:int> ", "&a ", "*a "]
)  # fmt: skip
ODD = "x '' - + . = << ~ yes No 0x_ 0b 010 1_0 1:2:3 1:2.5 .nan -.inf 1e9 2009-02-30 2009-02-03T25:61:61 DIGITS HEX"
LONG = {"DIGITS": "1" * 4_301, "HEX": "0x" + "f" * 5_000}


@st.composite
def leaves(draw: st.DrawFn) -> str:
    word = draw(st.sampled_from(ODD.split()) | numbers() | texts("!&*:'\"#"))
    return draw(TAGS) + LONG.get(word, word)


NODES = st.recursive(
    leaves(),
    lambda inner: (
        st.builds("{}[{}, {}]".format, TAGS, inner, inner) | st.builds("{}{{{}: {}}}".format, TAGS, inner, inner)
    ),
    max_leaves=4,
)


def is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(item) for key, item in value.items())
    return value is None or type(value) in (str, bool, int, float)


@TRIES
@given(NODES)
def test_yaml_is_plain_data_or_refused(text: str) -> None:
    with suppress(FilesError):
        assert is_plain(read_yaml(text).data)


@TRIES
@given(NODES, st.sampled_from(["format", "ruleset", "name", "squads", "figures", "limit"]))
def test_a_force_with_odd_yaml_is_read_or_refused(text: str, field: str) -> None:
    with suppress(FilesError):
        parse_force(f"format: force/1\nid: x\nruleset: bn\n{field}: {text}\n", LIBRARY.catalogues)
