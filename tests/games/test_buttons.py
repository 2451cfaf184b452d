"""The site takes the event of every button on the play screen, and a roll of the site stays."""

from collections.abc import Iterator
from typing import Any

import lxml.html
import pytest
from django.test import Client
from msgspec import convert, json

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import start_game
from armybuilder.games.actions.new_events import LineRefusedError, events_of_phone
from armybuilder.games.actions.recording import record_events, record_lines
from armybuilder.games.models import Game, GameEvent, Link
from armybuilder.games.pages.page import Page
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import ExtraEntry
from rules.core.game.events import (
    DICE,
    Active,
    AnyEvent,
    Called,
    GameLine,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Side,
    TurnIs,
    Undone,
)
from tests.games.phones import log_of, other, token, told
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
BEGUN, ENDED = PhaseIs(phase="playing"), PhaseIs(phase="ended")


def buttons(client: Client, link: Link) -> Iterator[tuple[Side, AnyEvent]]:
    """The event of each button on a play screen, with the values of the fields beside it."""
    page = lxml.html.fromstring(client.get(f"/play/{link.token}/").content)
    for form in page.xpath("//form[@data-say]"):
        side = form.xpath("string(.//input[@name='side']/@value)")
        typed = {field.name: field.value or "" for field in form.xpath(".//*[@data-of-event]")}
        for button in form.xpath(".//button[@name='event'][not(@disabled)]"):
            said: dict[str, Any] = json.decode(button.get("value"))
            yield side, convert(said | typed, AnyEvent)


def refused(link: Link, side: Side, event: AnyEvent) -> str:
    """The reason why the site refuses an event now; "": it does not."""
    game = Game.objects.get(pk=link.game_id)
    line = GameLine(side=side, phone="probe", number=1, seen=game.last, event=event)
    try:
        events_of_phone(game, [side], "probe", [line])
    except LineRefusedError as error:
        return error.reason
    return ""


HIDDEN_SQUAD = Marker(marker="1", about="hidden", piece="S1")
PLAYED: dict[str, list[list[AnyEvent]]] = {
    "rth-it": [
        [],
        [BEGUN],
        [Active(turn=1, active="a"), Mark(piece="2", state="wounded"), Mark(piece="3", state="suppressed")],
    ],
    "bn": [
        [],
        [BEGUN, HIDDEN_SQUAD],
        [Mark(piece="2", state="lost"), Mark(piece="3", state="lost")],
        [MoraleTested(turn=1, passed=False), TurnIs(turn=2)],
    ],
    "bi": [
        [],
        [BEGUN],
        [Called(turn=1, squad="S1"), Mark(piece="2", state="badly-wounded")],
        [TurnIs(turn=2)],
    ],
    "ludonet": [
        [BEGUN],
        [Mark(piece="2", state="second-wound"), Mark(piece="3", state="second-wound")],
        [TurnIs(turn=2)],
    ],
}


@pytest.mark.parametrize("ruleset", PLAYED)
def test_the_event_of_every_button_is_taken(marta: User, client: Client, ruleset: str) -> None:
    extras = (ExtraEntry(extra="medic"),) if ruleset == "bn" else ()
    roster = a_roster(a_squad(LEADER, a_group(4)), ruleset=ruleset, extras=extras)
    link = start_game(a_list(Visitor(marta), roster), marta, both=False)
    seen = 0
    for events in PLAYED[ruleset]:
        told(link, *events)
        shown = list(buttons(client, link))
        seen += len(shown)
        assert {event: reason for side, event in shown if (reason := refused(link, side, event))} == {}
    assert seen > 50
    told(link, ENDED)  # its boxes are still shown then, and refused because the game is over
    signing = [event for _side, event in buttons(client, link) if event.__struct_config__.tag in {"signed", "phase"}]
    assert [refused(link, "a", event) for event in signing] == [""] * len(signing) != []


# Dice


@pytest.fixture
def rolled(own: Link, client: Client) -> Link:
    """The link of a side that has lost two men and rolled its morale on the site."""
    fallen = (Mark(piece=key, state="lost") for key in ("2", "3"))
    told(own, BEGUN, Active(turn=1, active="a"), *fallen)
    assert client.post(f"/play/{own.token}/roll/", {"side": "a", "roll": "morale"}).status_code == 302
    return Link.objects.of_token(token(own))


def undo(link: Link) -> AnyEvent | None:
    """The event of the button “Undo”."""
    found = Page(Link.objects.of_token(token(link)), "en").log.undo
    return convert(json.decode(found.button.event), AnyEvent) if found else None


def test_undoing_an_outcome_keeps_the_roll_visible_to_all(rolled: Link, client: Client) -> None:
    outcome = GameEvent.objects.get(phone=DICE, number=2)
    taken_back = Undone(phone=DICE, number=2)
    assert undo(rolled) == taken_back
    record_events(token(rolled), "a", taken_back)
    assert undo(rolled) is None
    again = client.post(f"/play/{rolled.token}/roll/", {"side": "a", "roll": "morale"})
    page = client.get(f"/play/{rolled.token}/").text
    assert (
        again.status_code,
        'value="morale"' in page,
        '"kind":"morale"' in page.replace("&quot;", '"'),
    ) == (409, False, True)
    for link in (rolled, other(rolled), other(rolled, "looks")):
        text = client.get(f"/play/{link.token}/", headers={"Accept-Language": "en"}).text
        told_of = log_of(text)
        assert sum("(undone)" in line and "Morale" in line for line in told_of) == 1
        assert sum("Morale roll" in line for line in told_of) == 1
    said = outcome.event
    assert isinstance(said, MoraleTested)
    record_events(token(rolled), "a", MoraleTested(turn=1, passed=not said.passed))  # both agree on it
    assert list(Game.objects.get().state.tested("a", 1).values()) == [not said.passed]


@pytest.mark.parametrize("seen", [0, 4, 99])
@pytest.mark.parametrize(("phone", "number"), [(DICE, 1), ("page", 4), ("page", 1)])
def test_rolls_and_earlier_lines_cannot_be_undone(rolled: Link, seen: int, phone: str, number: int) -> None:
    """Whatever `seen` a phone sends."""
    name = f"page-{rolled.pk}" if phone == "page" else phone
    line = GameLine(side="a", phone="zz", number=1, seen=seen, event=Undone(phone=name, number=number))
    with pytest.raises(LineRefusedError) as refusal:
        record_lines(token(rolled), "zz", [line])
    assert refusal.value.reason in {"no-undo", "rolled-here"}
    assert len(list(Game.objects.get().state.of("a", Rolled))) == 1


def test_a_phone_unaware_of_a_roll_cannot_contradict_it(rolled: Link) -> None:
    passed = Game.objects.get().state.tested("a", 1)[""]
    line = GameLine(side="a", phone="zz", number=1, seen=4, event=MoraleTested(turn=1, passed=not passed))
    with pytest.raises(LineRefusedError) as refusal:
        record_lines(token(rolled), "zz", [line])
    assert refusal.value.reason == "said-already"
