"""Joining a game: the invitation is exchanged for a link that nobody else has seen."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.games.actions.games import join_game, renew_link, start_game
from armybuilder.games.actions.recording import game_of_table, record_events
from armybuilder.games.models import Game, Link, new_token
from rules.core.game.events import SIDES, Mark
from tests.evenings.evenings import a_bn_list
from tests.games.phones import LOST, body, other, token
from tests.games.test_tables import a_table
from tests.races import Run, both_ways

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def invited(own: Link) -> str:
    """The token of the invitation, while nobody has joined."""
    return token(other(own, "joins"))


def joins(client: Client, invitation: str, **sent: str) -> str:
    """Press the button of an invitation; return the token of the new link."""
    answer = client.post(f"/play/{invitation}/join/", sent)
    assert answer.status_code == 302
    return str(answer.headers["Location"]).split("/")[2]


def test_a_program_that_opens_an_invitation_does_not_join(own: Link, client: Client) -> None:
    before = list(own.game.links.values())
    for _time in range(2):
        page = client.get(f"/play/{invited(own)}/", headers={"Accept-Language": "en"})
        assert f'action="/play/{invited(own)}/join/"' in page.text
    assert (page.headers["Referrer-Policy"], page.headers["Cache-Control"].split(",")[0]) == (
        "strict-origin",
        "max-age=0",
    )
    assert "You are playing the other side, against Rangers." in page.text
    assert list(own.game.links.values()) == before


def test_an_invitation_opens_nothing_else(own: Link, client: Client) -> None:
    address = f"/play/{invited(own)}/"
    for page in ("since/0/", "log.txt", "log.json", "report/", "report.pdf", "kit.pdf", "leave/"):
        assert client.get(address + page).status_code == 404
    sent = {"side": "b", "event": '{"kind": "turn", "turn": 2}', "roll": "morale", "kind": "joins"}
    for page in ("say/", "roll/", "renew/"):
        assert client.post(address + page, sent).status_code == 404
    assert client.post(f"{address}write/", body(LOST, side="b"), "application/json").status_code == 404
    assert Game.objects.get().last == 0


def test_joining_gives_a_link_that_the_inviting_player_never_saw(own: Link, client: Client) -> None:
    beginner, invitation = Client(), invited(own)
    assert invitation in beginner.get(f"/play/{own.token}/").context["invitations"][0].token
    second = joins(client, invitation)
    assert second not in (invitation, own.token)
    assert client.get(f"/play/{second}/").status_code == 200
    pages = [beginner.get(f"/play/{own.token}/{page}") for page in ("", "since/0/")]
    assert [{one.kind for one in page.context["invitations"]} for page in pages] == [{"a", "looks"}] * 2
    assert [word in pages[0].text for word in (invitation, second)] == [False, False]
    assert beginner.get(f"/play/{invitation}/").status_code == 404
    for kind in ("b", "joins"):
        with pytest.raises(Link.DoesNotExist):
            renew_link(token(own), kind)


def test_opening_the_invitation_again_returns_to_the_same_side(own: Link, client: Client) -> None:
    invitation = invited(own)
    second = joins(client, invitation)
    assert client.get(f"/play/{invitation}/").headers["Location"] == f"/play/{second}/"
    renew_link(second, "b")  # another phone cannot join any more
    assert client.get(f"/play/{invitation}/").status_code == 404


def test_a_form_sent_twice_joins_once(own: Link) -> None:
    invitation, own_token = invited(own), new_token()
    assert [joins(Client(), invitation, own_token=own_token) for _time in range(2)] == [own_token] * 2
    assert Client().post(f"/play/{invitation}/join/", {"own_token": new_token()}).status_code == 404


def test_the_page_has_the_token_for_the_new_link(own: Link, client: Client) -> None:
    found = client.get(f"/play/{invited(own)}/").context["own_token"]
    assert joins(client, invited(own), own_token=found) == found
    assert len(client.get("/games/join/").context["own_token"]) == 22


@pytest.mark.parametrize("sent", ["", "short", "x" * 21 + "/", "x" * 23, "x" * 21 + "\n", "è" * 22])
def test_an_invented_token_is_not_taken(own: Link, client: Client, sent: str) -> None:
    assert len(joins(client, invited(own), own_token=sent)) == 22
    assert not Link.objects.filter(token=sent).exists()


def test_nobody_joins_with_the_token_of_another_link(own: Link, client: Client) -> None:
    for taken in (token(own), token(other(own, "looks"))):
        assert client.post(f"/play/{invited(own)}/join/", {"own_token": taken}).status_code == 404
    assert other(own, "joins").token


def test_a_code_joins_once(own: Link) -> None:
    code, own_token = other(own, "joins").code, new_token()
    sent = {"code": code, "own_token": own_token}
    assert Client().post("/games/join/", sent).headers["Location"] == f"/play/{own_token}/"
    assert Client().post("/games/join/", {"code": code}).status_code == 404


def test_no_side_has_a_code(own: Link) -> None:
    other(own)
    renew_link(token(own), "a")
    codes = {kind: bool(code) for kind, code in own.game.links.exclude(token=None).values_list("kind", "code")}
    assert codes == {"a": False, "b": False, "looks": True}


def test_a_phone_for_both_sides_writes_only_for_the_first_after_joining(
    marta: User, davide: User, client: Client
) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    for side in SIDES:
        record_events(token(both), side, LOST)
    second = join_game(token(other(both, "joins")), new_token())
    record_events(token(second), "b", Mark(piece="3", state="hidden"))
    waits = body(Mark(piece="4", state="lost"), side="b")
    answer = client.post(f"/play/{both.token}/write/", waits, "application/json")
    assert (answer.status_code, answer.json()["number"]) == (422, None)
    assert Link.objects.of_token(token(both)).sides == ("a",)
    assert Game.objects.get().read_by(marta) == ("a",)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@both_ways
def test_only_one_of_two_simultaneous_players_joins(own: Link, run: Run) -> None:
    invitation = invited(own)
    acts = [lambda: join_game(invitation, new_token())] * 2
    raised = run(*acts)
    assert (raised.count(None), raised.count(Link.DoesNotExist)) == (1, 1)
    assert Link.objects.filter(kind="b").count() == 1


def test_a_games_night_shows_nobody_the_opponents_link(club: Club, davide: User, ilaria: User) -> None:
    table = a_table(club, davide, davide, ilaria, reveal="never")
    evening = table.round.evening_id
    links = {link.kind: link for link in (game_of_table(evening, user, table.pk) for user in (davide, ilaria))}
    for side, link in links.items():
        enemy = token(links["b" if side == "a" else "a"])
        page = Client().get(f"/play/{link.token}/")
        assert {one.kind for one in page.context["invitations"]} == {side, "looks"}
        assert (enemy in page.text, link.code) == (False, None)
        for kind in {"a", "b", "joins", "both", "ref"} - {side}:
            assert Client().post(f"/play/{link.token}/renew/", {"kind": kind}).status_code == 404
    assert Client().get(f"/play/{enemy}/").status_code == 200
