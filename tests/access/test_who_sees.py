"""Views of a games night in each of its states, against one table (who_sees.txt)."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Membership
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.desk import appoint
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.rounds import draw, pair_by_hand, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening
from tests.clubs.clubs import a_club, browser_of
from tests.evenings.evenings import a_bn_list, an_evening
from tests.fixtures import loaded_rules as loaded_rules

pytestmark = pytest.mark.usefixtures("loaded_rules")

TABLE = Path(__file__).with_name("who_sees.txt")
WHO = ("stranger", "member", "player", "playing", "organiser", "referee", "guest")
SECRET = "Alpini in Gulistan"
NOW = timezone.now()
#: The past of a games night whose lists are revealed once the first round is published.
STATES: dict[str, dict[str, datetime | str | None]] = {
    "draft": {"state": "draft"},
    "open": {"state": "open", "closed": None, "started": None, "finished": None},
    "locked": {"state": "open", "closed": NOW},
    "paired": {"state": "open", "closed": NOW, "started": NOW},
    "finished": {"state": "open", "closed": NOW, "started": NOW, "finished": NOW},
    "called-off": {"state": "called-off"},
}


def test_everyone_sees_what_the_table_says() -> None:
    people = {name: User.objects.create_user(name) for name in (*WHO[:-1], "other")}
    club = a_club(people["organiser"], people["playing"], people["player"])
    for name in ("member", "referee", "other"):
        Membership.objects.create(club=club, user=people[name])
    evening = an_evening(club, people["organiser"], ruleset="bn", limits={"attacker": 150}, reveal="paired")
    [handed] = submit(evening.pk, people["other"], a_bn_list(people["other"], name=SECRET).pk)
    for name in ("player", "playing"):
        answer(evening.pk, people[name], "coming")
    appoint(evening.pk, people["organiser"], people["referee"].pk)
    guest = desk.add_guest(evening.pk, people["organiser"], "Anna")
    Evening.objects.filter(pk=evening.pk).update(closed=NOW)
    draw(evening.pk, people["organiser"], "hand")
    entries = {str(entry): entry.pk for entry in evening.entries.select_related("user")}
    for one, other in (("player", "other"), ("playing", "Anna")):
        pair_by_hand(evening.pk, people["organiser"], entries[one], entries[other])
    publish(evening.pk, people["organiser"])
    addresses = {
        "evening": "",
        "desk": "desk/",
        "list": f"lists/{handed.pk}/?open=1",
        "check": f"check/?code={handed.code}&open=1",
        "round": "rounds/1/",
    }
    browsers = {name: browser_of(people[name]) for name in WHO[:-1]}
    found = []
    for state, facts in STATES.items():
        Evening.objects.filter(pk=evening.pk).update(**facts)
        for name, address in addresses.items():
            seen = [_seen(browsers[who], f"/evenings/{evening.pk}/{address}") for who in WHO[:-1]]
            by_link = f"/evenings/guest/{guest.token}/{address}"
            seen.append(_seen(Client(), by_link) if name in ("evening", "list") else "-")
            found.append([state, name, *seen])
    assert found == _table()


def _seen(browser: Client, address: str) -> str:
    """Return the status, with "*" if another player's submitted list is shown."""
    answer: Any = browser.get(address)
    return f"{answer.status_code}{'*' if SECRET in answer.content.decode() else ''}"


def _table() -> list[list[str]]:
    lines = TABLE.read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]
