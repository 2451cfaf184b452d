"""The log as a file: readable, complete, and without hidden facts."""

import json
from datetime import UTC, datetime

import jsonschema
import msgspec
import pytest
from django.test import Client
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import start_game
from armybuilder.games.models import Link
from armybuilder.games.pages.page import Page
from armybuilder.games.paper.log_files import LogFile, log_text, schema
from rules.core.game.events import AnyEvent, Mark, PhaseIs, TurnIs, Undone
from rules.core.game.fold import fold
from tests.evenings.evenings import a_bn_list
from tests.games.phones import told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture
def own(loaded_rules: None, marta: User) -> Link:
    """A game in which one man was lost, another survived, and a third is hidden and suppressed."""
    link = start_game(a_bn_list(marta), marta, both=False)
    events: list[AnyEvent] = [
        PhaseIs(phase="playing"), Mark(piece="2", state="lost"), TurnIs(turn=2), Mark(piece="3", state="lost"),
        Mark(piece="4", state="hidden"), Mark(piece="4", state="suppressed"),
    ]  # fmt: skip
    return told(link, *events, Undone(phone=f"page-{link.pk}", number=4))


def test_the_log_reads_turn_by_turn_with_what_was_taken_back(own: Link) -> None:
    with translation.override("en"):
        name, _other, _day, *words = log_text(Page(own, "en")).splitlines()
    assert words == [
        "", "Turn 1", "  The game starts", f"  {name}: Rifleman 2 lost",
        "", "Turn 2", f"  {name}: Rifleman 3 lost (undone)", f"  {name}: Rifleman 4 hidden",
        f"  {name}: Rifleman 4 suppressed",
    ]  # fmt: skip


def test_the_log_is_dated_by_the_clock_of_the_reader_not_by_utc(own: Link) -> None:
    own.game.created = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    days = []
    for zone in ("Europe/Rome", "UTC"):
        with timezone.override(zone):
            days.append(log_text(Page(own, "en")).splitlines()[2])
    assert days == ["2026-03-02", "2026-03-01"]


def test_the_document_folds_to_the_state_that_the_page_shows(own: Link, client: Client) -> None:
    response = client.get(f"/play/{own.token}/log.json")
    jsonschema.validate(json.loads(response.content), schema())
    made = msgspec.json.decode(response.content, type=LogFile)
    assert fold(item.line for item in made.lines) == own.game.state
    assert [item.undone for item in made.lines] == [False] * 3 + [True] + [False] * 3
    assert response.headers["Referrer-Policy"] == "strict-origin"


def test_spectators_see_neither_name_nor_state_of_hidden_troops(own: Link, client: Client) -> None:
    looks = Link.objects.get(game=own.game, kind="looks")
    text = client.get(f"/play/{looks.token}/log.txt", headers={"Accept-Language": "en"}).text
    name, _other, _day, *words = text.splitlines()
    assert words == [
        "", "Turn 1", "  The game starts", f"  {name}: Rifleman 2 lost",
        "", "Turn 2", f"  {name}: Rifleman 3 lost (undone)", f"  {name}: Elite 4 hidden",
    ]  # fmt: skip
    document = client.get(f"/play/{looks.token}/log.json").content
    assert str(own.token).encode() not in document
    marks = [item.line.event for item in msgspec.json.decode(document, type=LogFile).lines]
    assert [(mark.piece, mark.state) for mark in marks if isinstance(mark, Mark)] == [
        ("2", "lost"), ("3", "lost"), ("4", "hidden"),
    ]  # fmt: skip


def test_the_report_has_points_losses_and_turns_as_far_as_the_link_sees(own: Link, client: Client) -> None:
    looks, english = Link.objects.get(game=own.game, kind="looks"), {"Accept-Language": "en"}
    page = client.get(f"/play/{own.token}/report/", headers=english).text
    assert [word in page for word in ("1 of 5", "Rifleman 2 lost", "Rifleman 4 suppressed", "Rifleman 3 lost")] == [
        True, True, True, False,
    ]  # fmt: skip
    seen = client.get(f"/play/{looks.token}/report/", headers=english)
    assert (seen.text.count("suppressed"), seen.headers["Referrer-Policy"]) == (0, "strict-origin")


def test_a_link_that_leads_nowhere_has_no_log(own: Link, client: Client) -> None:
    assert {client.get(f"/play/nothing/log.{kind}").status_code for kind in ("txt", "json")} == {404}
