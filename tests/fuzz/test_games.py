"""Phones, club prices and backups with hostile input, as in test_addresses.py."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.test import RequestFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.games.models import Link
from armybuilder.games.views.play import read_batch
from armybuilder.operations.database_backups import restore
from armybuilder.refusals import RefusedError
from tests.clubs.clubs import a_club, browser_of
from tests.core.test_reader_differential import CHANCES
from tests.fixtures import loaded_rules as loaded_rules
from tests.fuzz.test_addresses import TRIES, somebody, status
from tests.fuzz.test_readers import VALUES, odd
from tests.games.conftest import marta as marta
from tests.games.conftest import own as own
from tests.games.phones import token
from tests.hostile import numbers, texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
EVENTS: list[dict[str, Any]] = [
    {"kind": "mark", "piece": "2", "state": "lost", "until": 3},
    {"kind": "used", "extra": "X1", "times": 1},
    {"kind": "marker", "marker": "1", "about": "smoke", "piece": "S1", "note": "wood", "shown": True},
    {"kind": "turn", "turn": 4},
    {"kind": "limit", "turns": 8},
    {"kind": "active", "turn": 2, "active": "b"},
    {"kind": "morale", "turn": 2, "squad": "S1", "passed": False},
    {"kind": "scored", "row": "losses/1", "times": 2},
    {"kind": "rolled", "roll": 1, "faces": [3, 4], "at_least": 4},
    {"kind": "phase", "phase": "ended"},
    {"kind": "phase", "phase": "playing"},
    {"kind": "signed", "a": 3, "b": 5, "field": "a"},
    {"kind": "undone", "phone": "p", "number": 1},
    {"kind": "attacks", "attacker": "b"},
    {"kind": "called", "turn": 1, "squad": "S1"},
    {"kind": "marker", "marker": "1", "about": "hidden", "piece": "S1", "shown": True, "shows": ["1", "2"]},
    {"kind": "marker", "marker": "1", "about": "hidden", "gone": True},
    {"kind": "signed", "a": 0, "b": 0, "on": False},
]
# Each attempt loads several pages: four in CI, two hundred per round of `make fuzz`.
FEW = settings(TRIES, max_examples=settings().max_examples // 25)
ADDRESSES = ("play/{}/", "play/{}/since/{}/", "evenings/guest/{}/", "evenings/board/{}/", "clubs/join/{}/")
PARTS = ("", "log.txt", "log.json", "report/")
PLAIN = texts(surrogates=False) | numbers().filter(str.isascii)


def batch(events: list[dict[str, Any]], first: int) -> dict[str, Any]:
    """Return a phone's lines for some events, numbered from one on."""
    lines = [
        {"side": "a", "phone": "p", "number": first + place, "event": dict(event)} for place, event in enumerate(events)
    ]
    return {"phone": "p", "lines": lines}


ANSWERS = (200, 409, 413, 422)
#: Lines numbered by a hostile phone: twice, with gaps, for either side, with any `seen`.
LINES = st.fixed_dictionaries(
    {
        "side": st.sampled_from("ab"),
        "phone": st.sampled_from(["p", "p", "p", "dice", "table", "page-1"]),
        "number": st.integers(1, 6),
        "seen": st.integers(0, 60) | st.just(2**60),
        "event": st.sampled_from(EVENTS),
    }
)
SENT = st.builds(batch, st.lists(st.sampled_from(EVENTS), min_size=1, max_size=4), st.integers(1, 8))


@FEW
@given(SENT | st.builds(odd, SENT, VALUES | st.lists(VALUES, max_size=3), CHANCES))
def test_a_phone_sends_its_lines_and_the_table_can_be_read(own: Link, sent: Any) -> None:
    path, data = f"/play/{token(own)}/", json.dumps(sent).encode(errors="surrogatepass")
    assert status("POST", f"{path}write/", data=data, content_type="application/json") in ANSWERS
    assert {more: status("GET", path + more) for more in PARTS} == dict.fromkeys(PARTS, 200)
    assert status("GET", f"{path}since/0/") == (200 if Link.objects.last_of(token(own)) else 204)


@FEW
@given(st.lists(LINES, max_size=8), st.sampled_from([1, 30]))
def test_a_phone_numbers_its_lines_as_it_likes(own: Link, lines: list[Any], times: int) -> None:
    path, sent = f"/play/{token(own)}/", {"phone": "p", "lines": lines * times}
    before = Link.objects.of_token(token(own)).game.last
    answer = status("POST", f"{path}write/", data=json.dumps(sent), content_type="application/json")
    game = Link.objects.of_token(token(own)).game
    assert answer in ANSWERS
    assert game.last == before or answer == 200
    assert [event.sequence for event in game.stored_events] == list(range(1, game.last + 1))
    assert status("GET", path) == 200


@FEW
@given(st.binary(max_size=200) | st.builds(json.dumps, VALUES).map(str.encode))
def test_anything_is_read_as_lines_or_refused(data: bytes) -> None:
    request = RequestFactory().post("/", data, content_type="application/json")
    with suppress(RefusedError):
        read_batch(request)


@FEW
@given(st.sampled_from(EVENTS), VALUES, CHANCES, PLAIN, PLAIN)
def test_a_button_says_something(own: Link, event: Any, value: Any, chance: Any, side: str, text: str) -> None:
    form = {"side": "a", "event": json.dumps(odd(dict(event), value, chance)), "note": text, "to": text}
    for fields in (form, form | {"side": side}, form | {"event": text}, {"roll": text, "side": "a"}):
        for act in ("say", "roll"):
            assert somebody().post(f"/play/{token(own)}/{act}/", fields).status_code in (302, 400, 409)
    assert status("GET", f"/play/{token(own)}/") == 200


@FEW
@given(st.sampled_from(ADDRESSES), PLAIN)
def test_any_token_and_number_stand_in_an_address(own: Link, path: str, text: str) -> None:
    said = quote(text, safe="")
    assert status("GET", "/" + path.replace("{}", said)) < 500
    assert status("GET", "/" + path.replace("{}", token(own), 1).replace("{}", said)) < 500


@FEW
@given(
    st.dictionaries(
        st.sampled_from(["weapons/lmg", "classes/elite", "note", "after", "rulings/x"]) | PLAIN,
        PLAIN,
        max_size=5,
    )
)
def test_a_club_posts_prices(marta: User, fields: dict[str, str]) -> None:
    club = Club.objects.values_list("pk", flat=True).first() or a_club(marta).pk
    path = f"/clubs/{club}/prices/bn/"
    browser = browser_of(marta)
    assert browser.post(path, {"after": "0"} | fields).status_code in (200, 302, 400, 409, 422, 429)
    asked = "&".join(f"{quote(key)}={quote(value)}" for key, value in fields.items())
    assert browser.get(f"{path}?version={quote(fields.get('after', ''))}&{asked}").status_code < 500


@pytest.fixture
def good(transactional_db: None, tmp_path: Path) -> Path:
    """A backup that can be restored."""
    User.objects.create_user("alice")
    call_command("backup", tmp_path / "good", stdout=None)
    return tmp_path / "good"


@pytest.mark.usefixtures("transactional_db")
@FEW
@given(st.lists(st.tuples(st.floats(0, 0.999), st.binary(min_size=1, max_size=40)), max_size=4), st.floats(0, 1))
def test_a_damaged_backup_is_restored_or_refused(good: Path, damage: list[tuple[float, bytes]], kept: float) -> None:
    data, bad = bytearray(good.read_bytes()), good.with_name("bad")
    for where, what in damage:
        at = int(where * len(data))
        data[at : at + len(what)] = what
    bad.write_bytes(data[: int(kept * len(data)) + 1] if kept < 0.5 else data)
    with suppress(RefusedError):
        restore(bad)
    restore(good)
    assert User.objects.get().username == "alice"
