"""Acts of a guest by their link: submit, withdraw, enter a result, drop out. Lists submitted at the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.entries import answer, invite_guest, withdraw_link
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing
from armybuilder.evenings.pages.own_lists import list_label
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import encode
from tests.clubs.clubs import browser_of, shown
from tests.evenings.evenings import a_bn_list, an_evening, log_of, who_comes
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def evening(club: Club, davide: User) -> Evening:
    """A games night of Breaking News for attackers of 150 points."""
    return an_evening(club, davide, ruleset="bn", limits={"attacker": 150})


@pytest.fixture
def anna(evening: Evening, davide: User) -> Entry:
    """A guest with a link."""
    return invite_guest(evening.pk, davide, "Anna")


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"Accept-Language": "en"})


def link(entry: Entry, act: str = "") -> str:
    return f"/evenings/guest/{entry.token}/{act}"


def document(men: int = 4, **said: Any) -> str:
    roster = a_roster(a_squad(LEADER, a_group(men)), **{"role": "attacker", "name": "Alpini"} | said)
    return encode(roster).decode()


def change(evening: Evening, **fields: object) -> None:
    Evening.objects.filter(pk=evening.pk).update(**fields)


def test_a_guest_sees_what_a_text_becomes_hands_it_in_and_takes_it_back(
    anna: Entry, evening: Evening, visitor: Client
) -> None:
    preview = visitor.post(link(anna, "list/"), {"text": document()})
    assert (preview.status_code, preview.context["pasted"].fits, HandIn.objects.count()) == (200, True, 0)
    for _ in range(2):
        made = visitor.post(link(anna, "list/"), {"text": document(), "make": "1"})
        assert made["Location"] == link(anna)
    [handed] = HandIn.objects.current()
    assert (handed.name, handed.total, handed.is_legal, handed.handed_by) == ("Alpini", 80, True, None)
    assert who_comes(evening) == ["Anna coming"]
    visitor.post(link(anna, "list/"), {"text": document(men=5), "make": "1"})
    assert (HandIn.objects.current().count(), HandIn.objects.count()) == (1, 2)
    assert [one.name for one in visitor.get(link(anna)).context["handed_by_you"]] == ["Alpini"]
    replaced, now = HandIn.objects.order_by("pk")
    assert visitor.post(link(anna, "take-back/"), {"handed": replaced.pk}).status_code == 409
    visitor.post(link(anna, "take-back/"), {"handed": now.pk})
    assert not HandIn.objects.current().exists()
    assert log_of(evening)[-3:] == [
        "Anna submitted a list",
        "Anna submitted a list",
        "Anna withdrew their list",
    ]


def test_a_guest_chooses_a_file(anna: Entry, visitor: Client) -> None:
    file = SimpleUploadedFile("alpini.json", document().encode())
    preview = visitor.post(link(anna, "list/"), {"file": file})
    assert preview.context["text"] == document()
    assert preview.context["pasted"].sheet.roster.name == "Alpini"


def test_a_guest_sees_which_lines_were_guessed_or_left_out(anna: Entry, visitor: Client) -> None:
    text = "Alpini - BN attacker\nVeterans\n1 sergeant, M4\n7 riflemen\nno medic\n1 goblin, LMG"
    page = visitor.post(link(anna, "list/"), {"text": text})
    pasted = page.context["pasted"]
    assert (pasted.doubtful, pasted.unknown) == (("1 sergeant, M4", "no medic"), ("goblin",))
    assert "Compare them with the list below" in page.content.decode()


def test_a_guest_chooses_a_list_that_was_made_in_this_browser(
    anna: Entry, evening: Evening, davide: User, visitor: Client
) -> None:
    """One with its game and role; not a defender, and not someone else's."""
    assert visitor.get(link(anna, "list/")).context["lists"] == []
    visitor.post("/lists/new/", {"ruleset": "bn", "role": "attacker"})
    mine = Visitor(None, visitor.session["browser_key"])
    made = a_list(mine, a_roster(a_squad(LEADER, a_group(4)), role="attacker", name="Alpini"))
    a_list(mine, a_roster(role="defender"))
    page = visitor.get(link(anna, "list/"))
    labels = [label for _, label in page.context["lists"]]
    day = f"{timezone.localdate(timezone=evening.zone):%-d %B}"
    assert labels == [
        f"Alpini (Attacker, 80\N{NO-BREAK SPACE}points, {day})",
        f"New list (Attacker, 0\N{NO-BREAK SPACE}points, {day})",
    ]
    assert visitor.post(link(anna, "list/"), {"list": str(made.pk)}).context["pasted"].fits
    assert not HandIn.objects.exists()
    visitor.post(link(anna, "list/"), {"list": str(made.pk), "make": "1"})
    assert [(one.name, one.entry) for one in HandIn.objects.current()] == [("Alpini", anna)]
    others = a_bn_list(davide)
    assert visitor.post(link(anna, "list/"), {"list": str(others.pk), "make": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["problems", "Choose a file, or paste some text."]),
        ("{", ["problems"]),
        (document(men=30), ["why"]),
        (
            document(ruleset="rth-it"),
            ["why", "It is for another game: this one is Breaking News, Draft of 9 December 2009."],
        ),
    ],
)
def test_an_unsuitable_list_is_reported_and_not_lost(anna: Entry, visitor: Client, text: str, said: list[str]) -> None:
    for make in ({}, {"make": "1"}):
        answer = visitor.post(link(anna, "list/"), {"text": text, **make})
        assert (answer.status_code, answer.context["text"]) == (422, text)
        found = getattr(answer.context["pasted"], said[0])
        assert found
        assert [*found][: len(said) - 1] == said[1:]
    assert not HandIn.objects.exists()


def test_a_list_sent_after_the_deadline_is_not_lost(anna: Entry, evening: Evening, visitor: Client) -> None:
    change(evening, deadline=timezone.now() - timedelta(minutes=16))
    answer = visitor.post(link(anna, "list/"), {"text": document(), "make": "1"})
    assert (answer.status_code, answer.context["text"]) == (409, document())
    assert str(answer.context["refused"]).startswith("Nothing was changed: lists can no longer be submitted")
    assert visitor.post(link(anna, "take-back/")).status_code == 409


def test_the_date_for_the_calendar_of_a_guest_tells_their_link_to_nobody(anna: Entry, visitor: Client) -> None:
    assert f'href="{link(anna, "evening.ics")}"' in visitor.get(link(anna)).content.decode()
    file = visitor.get(link(anna, "evening.ics"))
    text = file.content.decode()
    assert (file["Content-Type"], "SUMMARY:Linea Gotica" in text) == ("text/calendar; charset=utf-8", True)
    assert (str(anna.token) in text, "URL:" in text) == (False, False)


def test_a_guest_submits_a_list_sent_back_again_after_the_deadline(
    anna: Entry, evening: Evening, davide: User, visitor: Client
) -> None:
    visitor.post(link(anna, "list/"), {"text": document(), "make": "1"})
    desk.send_back(evening.pk, davide, HandIn.objects.get().pk, "Add a medic")
    change(evening, closed=timezone.now())
    assert visitor.get(link(anna)).context["takes_your_list"]
    visitor.post(link(anna, "list/"), {"text": document(men=5), "make": "1"})
    assert [(one.state, one.is_late) for one in HandIn.objects.current()] == [("handed-in", False)]


def test_a_link_leads_to_its_own_evening_alone_and_to_nothing_once_it_is_withdrawn(
    anna: Entry, evening: Evening, club: Club, davide: User, visitor: Client
) -> None:
    other = an_evening(club, davide, limits={})
    for name in ("bruno", "carla"):
        desk.add_guest(other.pk, davide, name)
    draw(other.pk, davide, "swiss")
    [table] = publish(other.pk, davide).pairings.all()
    change(evening, limits={}, started=timezone.now())
    said = {"first_lost": "1", "second_lost": "2"}
    answer = visitor.post(link(anna, f"tables/{table.pk}/result/"), said, follow=True)
    assert (answer.status_code, answer.context["refused"]) == (
        409,
        "Nothing was saved: the round has been re-paired, or this is not your table.",
    )
    withdraw_link(evening.pk, davide, anna.pk)
    gone = [visitor.get(link(anna)), visitor.get(link(anna, "list/"))]
    gone += [visitor.post(link(anna, act), said) for act in ("list/", "take-back/", "go-home/")]
    assert [answer.status_code for answer in gone] == [404] * 5
    assert not table.claims.exists()


def test_a_guest_plays(club: Club, davide: User, visitor: Client) -> None:
    """The guest sees the table, enters the result that the other confirms, and drops out."""
    evening = an_evening(club, davide, limits={})
    anna, bruno = (desk.add_guest(evening.pk, davide, name) for name in ("Anna", "Bruno"))
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    address, said = f"tables/{table.pk}/result/", {"first_lost": "35", "second_lost": "40"}
    seen = visitor.get(link(anna)).context
    assert (seen["yours"].pk, seen["tables"], len(seen["ranks"])) == (table.pk, [], 2)
    for entry in (anna, bruno):
        visitor.post(link(entry, address), said)
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost) == (35, 40)
    assert visitor.post(link(anna, address), said).status_code == 409
    assert visitor.post(link(anna, "go-home/")).status_code == 409  # from a page that did not show the effects
    seen = {"seen": visitor.get(link(anna)).context["leaving"].seen}
    assert [visitor.post(link(anna, "go-home/"), seen).status_code for _ in range(2)] == [302, 409]
    assert who_comes(evening) == ["Bruno coming", "Anna dropped"]
    assert log_of(evening)[-1] == "Anna dropped out"
    assert Pairing.objects.get().forfeit is None


def test_the_address_of_a_guest_is_told_to_nobody(anna: Entry, visitor: Client) -> None:
    """Without its path: Django's form check needs the origin, over https."""
    pages = [visitor.get(link(anna)), visitor.get(link(anna, "list/")), visitor.get(link(anna)[:-3] + "/")]
    assert [page["Referrer-Policy"] for page in pages] == ["strict-origin"] * 3


# ── The organiser’s desk ───────────────────────────────────────────────────────────────────────────────────────────


def test_an_organiser_hands_in_for_someone(anna: Entry, evening: Evening, davide: User, ilaria: User) -> None:
    address, browser = f"/evenings/{evening.pk}/desk/{anna.pk}/list/", browser_of(davide)
    assert browser.get(address).status_code == 200
    assert browser_of(ilaria).get(address).status_code == 404
    made = browser.post(address, {"text": document(), "make": "1"})
    assert made["Location"] == f"/evenings/{evening.pk}/desk/#e{anna.pk}"
    assert [(one.name, one.handed_by, one.state) for one in HandIn.objects.current()] == [
        ("Alpini", davide, "handed-in")
    ]
    handed, looked = log_of(evening)[-2:]
    assert handed == "davide submitted a list for Anna"
    assert looked == "davide looked at the hidden list of Anna"
    with refused("Nothing was changed: a player who has seen hidden lists cannot play at that games night."):
        answer(evening.pk, davide, "coming")
    assert browser.post(address, {"text": document(men=30), "make": "1"}).status_code == 422
    browser.post(address, {"text": document(men=30), "accept": "1"})
    [accepted] = HandIn.objects.current()
    assert (accepted.is_legal, accepted.state, accepted.judged_by) == (False, "accepted", davide)
    assert browser.post(address, {"text": document(ruleset="rth-it"), "accept": "1"}).status_code == 422


def test_a_list_of_the_library_is_submitted_for_someone(
    anna: Entry, evening: Evening, club: Club, davide: User, ilaria: User
) -> None:
    squad = a_squad(LEADER, a_group(4))
    listed = shown(Visitor(ilaria), club, squads=(squad,), role="attacker", name="Alpini")
    address, browser = f"/evenings/{evening.pk}/desk/{anna.pk}/list/", browser_of(davide)
    with translation.override("en"):
        label = list_label(evening, listed, "en", "ilaria")
    assert label.startswith("Alpini (ilaria, Attacker, 80")
    assert browser.get(address).context["lists"] == [(listed.pk, label)]
    assert browser.post(address, {"list": str(listed.pk)}).context["pasted"].fits
    browser.post(address, {"list": str(listed.pk), "make": "1"})
    assert [one.name for one in HandIn.objects.current()] == ["Alpini"]
    assert browser.post(address, {"list": str(a_bn_list(davide).pk), "make": "1"}).status_code == 404


def test_nobody_hands_in_so_for_themselves_or_once_a_round_is_published(
    anna: Entry, evening: Evening, davide: User
) -> None:
    own, browser = Entry.objects.create(evening=evening, user=davide), browser_of(davide)

    def post(entry: Entry, men: int) -> int:
        posted = {"text": document(men=men), "make": "1"}
        return browser.post(f"/evenings/{evening.pk}/desk/{entry.pk}/list/", posted).status_code

    assert [post(own, 4), post(anna, 4)] == [409, 302]
    assert browser.get(f"/evenings/{evening.pk}/desk/{anna.pk}/list/").context["plays"] is False
    change(evening, started=timezone.now())
    assert (post(anna, 5), HandIn.objects.count()) == (409, 1)
