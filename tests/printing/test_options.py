"""The options of a printout are in its address, in current or older words."""

import pytest

from armybuilder.printing.choosing.choice import PrintChoice, read_choice
from armybuilder.printing.choosing.forms import read_options
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options


def test_the_default_is_a4_in_the_language_of_the_page() -> None:
    assert read_options({}, "en") == Options("en", "a4", ink=False)


def test_every_option_can_be_set() -> None:
    query = dict.fromkeys(("ink", "duplex", "opponent", "cover", "blank"), "1")
    asked = Options("it", "letter", ink=True, duplex=True, opponent=True, cover=True, blank=True)
    assert read_options({"language": "it", "paper": "letter", **query}, "en") == asked


def test_unknown_options_are_ignored() -> None:
    query = {"language": "xx", "paper": "a3", "ink": "yes", "form": "poster"}
    assert read_choice(query, "en") == PrintChoice(("roster",), Options("en", "a4", ink=False))


@pytest.mark.parametrize(
    ("query", "formats", "options"),
    [
        ({"form": "half"}, ("roster",), Options("en", opponent=True)),
        ({"form": "table", "strip": "no"}, ("roster", "cards", "reference"), Options("en")),
        ({"form": "table", "kit": "1"}, ("roster", "cards", "reference", "kit"), Options("en")),
        (
            {"form": "cards", "backs": "1", "size": "57x87", "photo": "1"},
            ("cards",),
            Options("en", duplex=True),
        ),
        ({"form": "stands"}, ("kit",), Options("en")),
        ({"form": "deployment"}, ("scenario",), Options("en")),
        ({"form": "odds", "against": "militia"}, ("roster",), Options("en")),
    ],
)
def test_old_words_are_read_as_their_successors(
    query: dict[str, str], formats: tuple[str, ...], options: Options
) -> None:
    assert read_choice(query, "en") == PrintChoice(formats, options)


def test_cut_out_formats_declare_their_backs() -> None:
    ways = [Options("en"), Options("en", duplex=True), Options("en", duplex=True, blank=True, opponent=True)]
    behind = {
        "roster": ["next", "next", "blank"],
        "cards": ["blank", "back", "blank"],
        "reference": ["next"] * 3,
        "kit": ["blank"] * 3,
        "scenario": ["next"] * 3,
    }
    assert {name: [FORMATS[name].behind(way) for way in ways] for name in behind} == behind
