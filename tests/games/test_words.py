"""The words of the play screen, without a database."""

import pytest
from django.utils import translation
from msgspec.structs import replace

from armybuilder.games.pages.reminders import Reminders
from armybuilder.games.pages.sides import Markers
from armybuilder.games.pages.ticks import SquadSheet, Ticks
from armybuilder.games.words.events import Button, event_text, event_words
from armybuilder.games.words.names import Words, added_words, reaction_words, set_apart
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.game.events import Active, AnyEvent, Called, Marker, MoraleTested, PhaseIs, Rolled, TurnIs
from rules.core.game.fold import fold
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import Phone, mark, stands
from tests.core.game.test_lasting import one_squad
from tests.core.game.test_reaction import ARMY, dues

#: Names, and their isolation beside other words if their letters run the other way or reverse those around.
NAMES = [
    ("Alpini", "Alpini"),
    ("Ὀδυσσεύς “é” 😀", "Ὀδυσσεύς “é” 😀"),
    ("מחלקה 12", "\u2068מחלקה 12\u2069"),
    ("Alpini \u202einipla", "\u2068Alpini inipla\u2069"),
    ("\u2069Alpini\u2066", "\u2068Alpini\u2069"),
]


@pytest.mark.parametrize(("name", "shown"), NAMES)
def test_a_name_turns_nothing_around_beside_it(name: str, shown: str) -> None:
    assert set_apart(name) == shown


#: A man tired in turn 1, for three turns (Ludonet).
NOTES = [
    (1, "Stanco: ancora 3 turni, fino alla fine del turno 4 (Ludonet)."),
    (3, "Stanco: ancora 1 turno, fino alla fine del turno 4 (Ludonet)."),
    (4, "Stanco fino alla fine di questo turno (Ludonet)."),
    (5, "Stanco fino alla fine del turno 4: è finito (Ludonet)."),
]


@pytest.mark.parametrize(("turn", "note"), NOTES)
def test_a_state_that_ends_by_itself_says_when(turn: int, note: str) -> None:
    phone, catalogue = Phone("a"), LIBRARY.catalogues["ludonet"]
    lines = [phone.say(event) for event in (PhaseIs(phase="playing"), mark("1", "tired"), TurnIs(turn=turn))]
    state, held = fold(lines), stands(one_squad("ludonet"), *lines)
    with translation.override("it"):
        said = Words(catalogue, "it", {("a", "1"): "Rossi 1"})
        sheet = SquadSheet(Ticks(said, state, "a"), held.squads[0], held)
        reminders = Reminders(said, state, {"a": held}, {}, {})
        now = [(one.head, one.words, one.source, one.may_wait) for one in reminders.of_side("a")]
    over = ("Rossi 1 non più stanco", "È durato fino alla fine del turno 4.", "Ludonet", True)
    assert (sheet.ticks[0].note, now) == (note, [over] if turn == 5 else [])


def test_a_test_that_each_man_takes_says_why_and_what_is_added() -> None:
    with translation.override("it"):
        said = Words(LIBRARY.catalogues["bi"], "it", {("a", "S2"): "Squadra Gialli"})
        [near, squad] = [
            (*reaction_words(one, "a", said), added_words(one, said))
            for events in ([mark("V1", "exploded")], [mark("4", "dead")])
            for one in dues(*events)
        ]
    rest = (
        "Isolato −2, In copertura pesante +2, In copertura leggera +1, Sotto tiro HE o automatico −2, "
        "Ogni ferito grave entro 10\u00a0cm −1."
    )
    assert near == (
        "Morale di chi è vicino",
        "Blindato amico distrutto, visto entro 20 cm (V1). Ognuno per sé: 1d10",
        f"Si aggiunge: Ferito −3, {rest}",
    )
    assert squad == (
        "Morale: Squadra Gialli",
        "Un compagno ucciso (4); Comandante colpito (4). Ognuno per sé: 1d10, fino a 7 (Comandante ucciso −1)",
        f"Si aggiunge: {rest}",
    )


def test_a_bombardment_is_told_by_the_marker_on_the_table() -> None:
    with translation.override("it"):
        [due] = dues(enemy=(Marker(marker="3", about="bombardment", shown=True),), seen_only=True)
        [_head, words] = reaction_words(due, "a", Words(LIBRARY.catalogues["bi"], "it"))
    assert words == (
        "Attacco aereo, artiglieria, mortai oltre i 100\u00a0mm entro 20 cm (segnalino 3). Ognuno per sé: 1d10"
    )


def test_reports_about_a_squad_have_an_undo_button() -> None:
    phone, catalogue = Phone("a"), LIBRARY.catalogues["bi"]
    said = Words(catalogue, "it", {("a", "S1"): "Ferri"})
    lines = [phone.say(event) for event in (PhaseIs(phase="playing"), TurnIs(turn=2))]
    for event in (Called(turn=2, squad="S1"), Called(turn=2, squad="S1", on=False)):
        with translation.override("it"):
            call = Ticks(said, fold(lines), "a").call("S1")
            log = event_words(event, "a", said)
        assert call == Button("Lasciare una copertura", event_text(event), not event.on)
        assert log == f"Ferri: Lasciare una copertura{'' if event.on else ', non più'}"
        lines.append(phone.say(event))
    with translation.override("it"):
        [due] = dues(Called(turn=2, squad="S1"))
        words = reaction_words(due, "a", said)
    assert words == (
        "Morale: Ferri",
        "Lasciare una copertura. Ognuno per sé: 1d10, fino a 8 prima dei modificatori",
    )


def test_a_squad_of_ludonet_is_told_what_follows_where_it_fails() -> None:
    page = Roster(
        format="armylist/1",
        ruleset="ludonet",
        name="Page",
        squads=(Squad(name="One", figures=(Figure(count=2),)),),
    )
    phone, catalogue = Phone("a"), LIBRARY.catalogues["ludonet"]
    said = Words(catalogue, "it", {("a", "S1"): "Ferri"})
    lines = [phone.say(event) for event in (PhaseIs(phase="playing"), mark("2", "second-wound"))]
    made = Reminders(said, fold(lines), {"a": stands(page, *lines)}, {"a": "A", "b": "B"}, {})
    with translation.override("it"):
        [due] = made.of_side("a")
        log = event_words(Rolled(roll=1, about="morale", piece="S1", faces=(2,)), "a", said)
    assert (due.head, due.words, due.chance, due.source, due.roll) == (
        "Ferri: Test di morale, perdite: 1", "un dado, da 3 in su", "67", "Ludonet", "morale S1",
    )  # fmt: skip
    assert due.otherwise == (
        "Se fallisce: ripiega, finché i rinforzi non lo riportano al numero con cui ha cominciato."
    )
    assert [one.event for one in due.buttons] == [
        event_text(MoraleTested(turn=1, squad="S1", passed=how)) for how in (True, False)
    ]
    assert log == "Morale, dadi (Ferri): 2"


def test_rolls_of_markers_are_made_here_and_shown() -> None:
    """bi "Osservazione", "Aerei ed elicotteri"."""
    phone, catalogue = Phone("a"), LIBRARY.catalogues["bi"]
    smoke = Marker(marker="1", about="smoke", shown=True)
    aircraft = Marker(marker="2", about="damaged-aircraft", shown=True)
    begun: tuple[AnyEvent, ...] = (PhaseIs(phase="playing"), TurnIs(turn=2), Active(turn=2, active="a"))
    lines = [phone.say(event) for event in (smoke, aircraft)]

    def rolls() -> tuple[list[str], list[str]]:
        state, held = fold(lines), stands(ARMY, *lines)
        markers = Markers("a", Words(catalogue, "it"), state, ARMY, held)
        made = Reminders(Words(catalogue, "it"), state, {"a": held}, {"a": "A", "b": "B"}, {})
        with translation.override("it"):
            return [one.roll for one in markers.on_table], [one.roll for one in made.of_side("a")]

    assert rolls() == (["", ""], [])  # before the game begins
    lines += [phone.say(event) for event in begun]
    assert rolls() == (["1m", ""], ["2m"])
    returns = Rolled(roll=1, about="returns", marker="2", faces=(5,), at_least=6, turn=2)
    lasts = Rolled(roll=2, about="lasts", marker="1", faces=(4,), turn=2)
    lines += [phone.say(event) for event in (returns, lasts, replace(smoke, until=11))]
    assert rolls() == (["", ""], [])
    with translation.override("it"):
        words = [event_words(event, "a", Words(catalogue, "it")) for event in (lasts, returns)]
    assert words == ["Segnalino 1, quanto dura, dado: 4", "Segnalino 2, se torna, dado: 5"]


def test_the_roll_of_each_man_is_shown_with_the_test() -> None:
    dice = Rolled(roll=1, about="reaction", piece="4", die=10, faces=(7,), turn=2)
    [due] = dues(mark("5", "dead"), dice)
    with translation.override("it"):
        [_head, words] = reaction_words(due, "a", Words(LIBRARY.catalogues["bi"], "it"))
        said = event_words(dice, "a", Words(LIBRARY.catalogues["bi"], "it", {("a", "4"): "Rossi 4"}))
    assert (words[-15:], said) == (". Tirati: 7 (4)", "Rossi 4, morale, dado: 7")
