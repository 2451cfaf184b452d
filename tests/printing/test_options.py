"""The options of a printout are in its address."""

from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing.choosing.forms import read_options
from armybuilder.printing.formats.cards.options import CardsOptions
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.options import RosterOptions
from armybuilder.printing.layout.options import Options


def test_nothing_asked_is_a4_in_the_language_of_the_page() -> None:
    assert read_options({}, "en") == Options("en", "a4", ink=False)


def test_everything_can_be_asked() -> None:
    query = {"language": "it", "paper": "letter", "ink": "1", "strip": "no"}
    assert read_options(query, "en") == Options("it", "letter", ink=True)


def test_unknown_options_are_ignored() -> None:
    query = {"language": "xx", "paper": "a3", "ink": "yes"}
    assert read_options(query, "en") == Options("en", "a4", ink=False)


def own_options(query: dict[str, str], name: str) -> Options:
    """The options with which a format is printed that a query string asks for."""
    choice = read_choice(query, "en")
    return FORMATS[name].options_from(choice.options, choice.own)


def test_a_roster_can_be_asked_for_in_its_own_way() -> None:
    query = {"strip": "no", "modifiers": "1", "against": "militia"}
    assert own_options(query, "roster") == RosterOptions("en", strip="no", modifiers=True, against="militia")


def test_cards_can_be_asked_for_in_their_own_way() -> None:
    query = {"each": "figure", "kinds": "squads", "backs": "1", "chances": "1", "blanks": "9", "duplex": "1"}
    assert own_options(query, "cards") == CardsOptions(
        "en", each="figure", kinds="squads", backs=True, chances=True, blanks=9, duplex=True
    )


def test_no_more_blank_cards_than_two_sheets_and_none_of_what_is_no_number() -> None:
    texts = ("18", "19", "-1", "x", "", "9" * 5000, "٣")
    assert [read_choice({"blanks": text}, "en").own["blanks"] for text in texts] == [18, 18, 0, 0, 0, 0, 0]


def test_everything_for_the_table_has_the_kit_where_that_is_chosen() -> None:
    forms = [
        read_choice({"form": form, "kit": kit}, "en").formats
        for form in ("table", "roster")
        for kit in ("", "1")
    ]
    table = ("roster", "cards", "reference")
    assert forms == [table, (*table, "kit"), ("roster",), ("roster",)]
