"""A games night that hides its lists: other people's answers about a game do not depend on its lists."""

import re
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening, HandIn, Pairing
from armybuilder.games.actions.recording import game_of_table, record_lines
from armybuilder.games.models import Game, Link, links
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.pdfs import pool
from rules.core.document.roster import ExtraEntry
from rules.core.game.events import SIDES, AnyEvent, GameLine, Mark, PhaseIs, Side
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad
from tests.personal_data.restoring import backup_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
PAGES = ("", "since/0/", "log.json", "log.txt", "report/", "report.pdf", "kit.pdf")
LOST = Mark(piece="2", state="lost")


def a_small_list(user: User) -> ArmyList:
    """A leader and three men, elite."""
    return a_list(Visitor(user), a_roster(a_squad(LEADER, a_group(3)), role="attacker", name="Ferri"))


def a_large_list(user: User) -> ArmyList:
    """More men in two squads, of another class with the same points per loss; an extra; the same man 2."""
    first = a_squad(LEADER, a_group(7), name="Lupi", class_="recruit")
    second = a_squad(LEADER, a_group(4), name="Orsi", class_="recruit")
    roster = a_roster(first, second, role="attacker", name="Predoni", extras=(ExtraEntry(extra="ambush"),))
    return a_list(Visitor(user), roster)


def a_game(club: Club, organiser: User, first: ArmyList, second: ArmyList, reveal: str = "never") -> Game:
    """A started game at a table, with initiative due; the second side has lost a man, who is now visible."""
    evening = an_evening(club, organiser, ruleset="bn", limits={"attacker": 900}, reveal=reveal)
    for army_list in (first, second):
        assert army_list.owner
        submit(evening.pk, army_list.owner, army_list.pk)
    Evening.objects.filter(pk=evening.pk).update(closed=evening.created)
    draw(evening.pk, organiser, "swiss")
    [table] = publish(evening.pk, organiser).pairings.all()
    places = {entry.user_id: entry for entry in (table.first, table.second) if entry}
    table.first, table.second = places[first.owner_id], places[second.owner_id]
    table.attacker = table.first
    table.save()
    assert first.owner
    link = game_of_table(evening.pk, first.owner, table.pk)
    say(link.game, "a", PhaseIs(phase="playing"))
    say(link.game, "b", LOST)
    return Game.objects.get(pk=link.game_id)


def say(game: Game, side: Side, event: AnyEvent) -> None:
    phone = f"phone-{side}"
    number = game.events.filter(phone=phone).count() + 1
    line = GameLine(side=side, phone=phone, number=number, seen=5_000, event=event)
    record_lines(str(game.links.get(kind=side).token), phone, [line])


def read(game: Game, kind: str, language: str = "en") -> dict[str, str]:
    """Everything a link gets from a game, without values that always differ: tokens, times, CSRF tokens."""
    token = str(game.links.get(kind=kind, token__isnull=False).token)
    client = Client(headers={"Accept-Language": language})
    with (
        patch.object(pool, "render", lambda html, css: html.encode()),
        patch.object(pool, "run", lambda _join, parts, *_: b"".join(part.content for part in parts)),
    ):
        found = {page: client.get(f"/play/{token}/{page}").content.decode() for page in PAGES}
    return {page: _plain(text, game) for page, text in found.items()}


def _plain(text: str, game: Game) -> str:
    text = re.sub(r'(csrfmiddlewaretoken" value=|data-token=|"X-CSRFToken": )"\w+"', r"\1", text)
    text = re.sub(r'(id="heard-[ab]" data-part=)"[^"]+"', r"\1", text)  # a mark of a time
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d\d:\d\d\b", "time", text)
    return text.replace(str(game.pk), "game")


@pytest.fixture
def fixed_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each game the same tokens and codes, because the marks of parts depend on them."""

    def create(self: Link, *args: object, **kwargs: object) -> None:
        if self.token and not self.pk:
            self.token = f"{self.kind:_<22}"
        save(self, *args, **kwargs)

    save = Link.save
    monkeypatch.setattr(Link, "save", create)
    monkeypatch.setattr(links, "new_code", lambda _length: "ABCDEFG")


@pytest.mark.usefixtures("fixed_tokens")
@pytest.mark.parametrize("kind", ["a", "looks"])
def test_no_byte_reveals_name_men_or_class_to_others(club: Club, davide: User, ilaria: User, kind: str) -> None:
    first, found = a_small_list(davide), []
    for make in (a_small_list, a_large_list):
        with transaction.atomic():
            game = a_game(club, davide, first, make(ilaria))
            found.append([read(game, kind, language) for language in ("en", "it")])
            transaction.set_rollback(True)
    assert found[0] == found[1]


def test_each_player_sees_their_own_lists_name_and_the_opponents_name(club: Club, davide: User, ilaria: User) -> None:
    game = a_game(club, davide, a_small_list(davide), a_large_list(ilaria))
    english, italian = ({kind: read(game, kind, language) for kind in (*SIDES, "looks")} for language in ("en", "it"))

    def heads(kind: str) -> list[str]:
        texts = (english[kind]["log.txt"], italian[kind]["log.txt"])
        return [head for text in texts for head in text.split("\n")[:2]]

    assert {kind: heads(kind) for kind in (*SIDES, "looks")} == {
        "a": ["Ferri", "ilaria’s list", "Ferri", "Lista di ilaria"],
        "b": ["Predoni", "davide’s list", "Predoni", "Lista di davide"],
        "looks": ["davide’s list", "ilaria’s list", "Lista di davide", "Lista di ilaria"],
    }
    named = {kind: [name in str(english[kind]) for name in ("Ferri", "Predoni")] for kind in english}
    assert named == {"a": [True, False], "b": [False, True], "looks": [False, False]}


def test_only_spotted_figures_are_visible(club: Club, davide: User, ilaria: User) -> None:
    game = a_game(club, davide, a_small_list(davide), a_large_list(ilaria))
    say(game, "b", Mark(piece="9", state="hidden", on=False))
    page = read(game, "a")[""]
    assert re.findall(r'id="eb(\w+)"', page) == ["2", "9"]
    assert "Not spotted" not in page


def test_once_the_games_night_reveals_its_lists_everything_is_visible(club: Club, davide: User, ilaria: User) -> None:
    game = a_game(club, davide, a_small_list(davide), a_large_list(ilaria), reveal="end")
    evening = game.pairing.round.evening  # type: ignore[union-attr]
    seen = []
    for finished in (None, evening.created):
        Evening.objects.filter(pk=evening.pk).update(finished=finished)
        page = read(game, "looks")[""]
        seen.append(("Predoni" in page, len(re.findall(r'id="eb(\w+)"', page))))
    assert seen == [(False, 1), (True, 13)]


def test_a_game_whose_table_is_gone_keeps_its_lists_hidden(club: Club, davide: User, ilaria: User) -> None:
    game = a_game(club, davide, a_small_list(davide), a_large_list(ilaria))
    Pairing.objects.all().delete()
    assert "Predoni" not in str(read(Game.objects.get(pk=game.pk), "looks"))
    assert str(Game.objects.get(pk=game.pk)) == "davide’s list – ilaria’s list"


def test_a_guests_list_has_the_guests_name(club: Club, davide: User, ilaria: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 900}, reveal="never")
    guest = desk.add_guest(evening.pk, davide, "Anna")
    submit(evening.pk, ilaria, a_small_list(ilaria).pk)
    handed = HandIn.objects.get()
    handed.pk, handed.entry, handed.code = None, guest, "CODE222"
    handed.save(force_insert=True)
    Evening.objects.filter(pk=evening.pk).update(closed=evening.created)
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    game = game_of_table(guest.evening_id, guest, table.pk).game
    with translation.override("en"):
        assert sorted(game.side_labels(()).values()) == ["Anna’s list", "ilaria’s list"]


def test_my_games_and_backups_do_not_reveal_it(club: Club, davide: User, ilaria: User) -> None:
    game = a_game(club, davide, a_small_list(davide), a_large_list(ilaria))
    browser = browser_of(davide)
    pages = [
        browser.get(path, headers={"Accept-Language": "en"}).content.decode()
        for path in ("/games/", f"/games/{game.pk}/", f"/games/{game.pk}/log.json")
    ]
    backup = backup_of(Visitor(davide))["games"][0]
    assert ["Predoni" in text for text in (*pages, str(backup))] == [False] * 4
    assert ["ilaria" in text for text in (*pages, backup["opponent"])] == [True] * 4
    assert {line["line"]["event"].get("piece") for line in backup["log"] if line["line"]["side"] == "b"} == {"2"}
