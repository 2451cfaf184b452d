"""A guest at their own table has the same as a member: the roll, the sum, the revealed lists."""

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.entries import answer, withdraw_link
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.results import enter_result
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.models import DiceOff, Entry, Evening, HandIn, Look, Pairing
from armybuilder.evenings.paper.sheets import kits_of_guest
from armybuilder.printing.layout.options import Options
from rules.core.document.roster import encode
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening, log_of
from tests.lists.factories import a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def table(club: Club, davide: User, ilaria: User) -> Pairing:
    """Anna, a guest, against ilaria: both with both lists, in a published round."""
    evening = an_evening(club, davide, reveal="paired")
    anna = desk.add_guest(evening.pk, davide, "Anna")
    for entry in (anna, answer(evening.pk, ilaria, "coming")):
        for role in ("attacker", "defender"):
            squad = a_squad(a_group(5), class_="elite")
            roster = a_roster(squad, ruleset="rth-it", role=role, name=f"{entry} {role}")
            HandIn.objects.create(
                entry=entry, role=role, name=f"{entry} {role}", document=encode(roster).decode(), digest=role
            )
    close_submissions(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    publish(evening.pk, davide)
    return Pairing.objects.select_related("first", "second", "round__evening").get()


@pytest.fixture
def anna(table: Pairing) -> Entry:
    return Entry.objects.get(guest_name="Anna")


@pytest.fixture
def phone() -> Client:
    return Client(headers={"Accept-Language": "en"})


def link(guest: Entry, act: str = "") -> str:
    return f"/evenings/guest/{guest.token}/{act}"


def said(answer: object) -> list[str]:
    return [str(one) for one in getattr(answer, "context")["messages"]]  # noqa: B009


def test_the_roll_of_a_guest_is_seen_by_both_and_there_is_one(
    table: Pairing, anna: Entry, ilaria: User, phone: Client
) -> None:
    address = link(anna, f"tables/{table.pk}/roll/")
    assert address in phone.get(link(anna)).content.decode()
    assert phone.post(address)["Location"] == link(anna, "?round=1")
    made = DiceOff.objects.get()
    assert made.by is None
    others = browser_of(ilaria).get(f"/evenings/{table.round.evening_id}/rounds/1/")
    for page in (phone.get(link(anna)), others):
        assert page.context["yours"].dice_off == made
    again = phone.post(address)
    assert (again.status_code, again.context["refused"]) == (
        409,
        "Nothing was rolled: who attacks is already decided.",
    )
    assert log_of(table.round.evening)[-1] == f"Anna rolled here for who attacks: {table} {made}"


def test_a_guest_types_in_what_was_rolled_at_the_table(table: Pairing, anna: Entry, phone: Client) -> None:
    address = link(anna, f"tables/{table.pk}/roll/typed/")
    refused = phone.post(address, {"first_total": "x"})
    assert (refused.status_code, refused.context["refused"]) == (
        422,
        "Nothing was saved: enter two whole numbers, from 2 to 99.",
    )
    assert refused.context["typed"]["first_total"] == "x"
    level = phone.post(address, {"first_total": "9", "second_total": "9"})
    assert level.context["refused"] == "Nothing was saved: both totals are the same. Roll again at the table."
    phone.post(address, {"first_total": "9", "second_total": "12"})
    table.refresh_from_db()
    assert table.attacker_id == table.second_id
    assert log_of(table.round.evening)[-1] == f"Anna entered the roll for who attacks: {table} 9 – 12"


def test_a_guest_works_a_result_out_and_says_it(table: Pairing, anna: Entry, phone: Client) -> None:
    address = link(anna, f"tables/{table.pk}/")
    assert f'href="{address}work-out/"' in phone.get(link(anna)).content.decode()
    page = phone.get(address + "work-out/", {"first-defeat-points/0": "3", "held": "2"})
    assert [made.total for _name, made in page.context["sums"]] == [30, 0]
    assert f'action="{address}result/"' in page.content.decode()
    assert page["Referrer-Policy"] == "strict-origin"
    phone.post(address + "result/", {"first_lost": "30", "second_lost": "0", "held": "2"})
    assert [(one.entry, one.first_lost, one.held) for one in table.claims.all()] == [(anna, 30, 2)]


def test_a_guest_confirms_what_the_other_said(table: Pairing, anna: Entry, ilaria: User, phone: Client) -> None:
    enter_result(table.round.evening_id, ilaria, table.pk, (35, 40), 1)
    assert phone.get(link(anna)).context["yours"].others.first_lost == 35
    phone.post(link(anna, f"tables/{table.pk}/result/"), {"first_lost": "35", "second_lost": "40", "held": "1"})
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.held) == (35, 40, 1)


def test_a_guest_opens_the_lists_of_others_once_they_are_shown_and_their_own_before(
    table: Pairing, anna: Entry, phone: Client
) -> None:
    evening = table.round.evening
    own, other = (HandIn.objects.filter(entry__guest_name=name, role="attacker").get() for name in ("Anna", ""))

    def seen(hand_in: HandIn) -> tuple[int, bool]:
        address = link(anna, f"lists/{hand_in.pk}/")
        return phone.get(address).status_code, f'href="{address}"' in phone.get(link(anna)).content.decode()

    assert [seen(own), seen(other)] == [(200, True), (200, True)]
    theirs = phone.get(link(anna)).context["their_lists"]
    assert [one.name for one in theirs] == ["ilaria attacker", "ilaria defender"]
    Pairing.objects.update(attacker=anna)
    theirs = phone.get(link(anna)).context["their_lists"]
    assert [one.name for one in theirs] == ["ilaria defender"]
    assert [phone.get(link(anna, f"lists/{one.pk}/")).context["is_own"] for one in (own, other)] == [
        True,
        False,
    ]
    Evening.objects.filter(pk=evening.pk).update(started=None)
    assert [seen(own), seen(other)] == [(200, True), (404, False)]
    assert not Look.objects.exists()


def test_a_guest_is_told_who_looked_at_their_hidden_list(
    table: Pairing, anna: Entry, davide: User, phone: Client
) -> None:
    Look.objects.create(hand_in=HandIn.objects.get(entry=anna, role="attacker"), user=davide)
    assert [str(look) for look in phone.get(link(anna)).context["looks"]] == ["davide"]


def test_a_guest_leaves_as_it_is_what_was_sent_back(anna: Entry, davide: User, phone: Client) -> None:
    Evening.objects.filter(pk=anna.evening_id).update(started=None)
    handed = HandIn.objects.get(entry=anna, role="attacker")
    desk.send_back(anna.evening_id, davide, handed.pk, "Add a medic")
    for sentences in (["Submitted again as it is."], None):
        own = HandIn.objects.current().filter(entry=anna).values_list("pk", flat=True)
        answer = phone.post(link(anna, "leave-as-it-is/"), {"handed": list(own)}, follow=True)
        assert (said(answer) if sentences else answer.status_code) == (sentences or 409)
    assert {one.state for one in HandIn.objects.filter(entry=anna)} == {"handed-in"}


def test_no_link_leads_to_the_table_or_the_lists_of_another_evening(
    table: Pairing, anna: Entry, club: Club, davide: User, phone: Client
) -> None:
    stranger = desk.add_guest(an_evening(club, davide, limits={}).pk, davide, "Bruno")
    tables = f"tables/{table.pk}/"
    handed = HandIn.objects.get(entry=anna, role="attacker")
    gets = (tables + "work-out/", f"lists/{handed.pk}/")
    posts = [tables + "roll/", tables + "game/"]
    Evening.objects.filter(pk=stranger.evening_id).update(started=timezone.now())
    assert [phone.get(link(stranger, act)).status_code for act in gets] == [404, 404]
    assert [phone.post(link(stranger, act)).status_code for act in posts] == [409, 404]
    withdraw_link(anna.evening_id, davide, anna.pk)
    assert [phone.get(link(anna, act)).status_code for act in gets] == [404, 404]
    posts += [tables + "roll/typed/", tables + "result/", "leave-as-it-is/"]
    assert [phone.post(link(anna, act)).status_code for act in posts] == [404] * 5
    written = (DiceOff.objects.all(), table.claims.all(), table.games.all())
    assert [rows.count() for rows in written] == [0, 0, 0]


def test_a_guest_writes_what_is_missing_of_an_earlier_round(
    table: Pairing, anna: Entry, davide: User, phone: Client
) -> None:
    assert "rounds" in phone.get(link(anna)).context
    assert f'href="{link(anna)}?round=1"' not in phone.get(link(anna)).content.decode()
    draw(anna.evening_id, davide, "lot")
    draft = phone.get(link(anna, "?round=2")).context
    publish(anna.evening_id, davide)
    shown = [phone.get(link(anna, said)) for said in ("", "?round=1", "?round=x", "?round=3")]
    assert [draft["round"].number] + [page.context["round"].number for page in shown] == [1, 2, 1, 2, 2]
    assert shown[0].content.decode().count(f'href="{link(anna)}?round=') == 2
    assert shown[1].context["yours"].pk == table.pk
    lost = {"first_lost": "30", "second_lost": "0"}
    assert phone.post(link(anna, f"tables/{table.pk}/result/"), lost)["Location"] == link(anna, "?round=1")
    assert table.claims.count() == 1


@pytest.mark.usefixtures("blank_pages")
def test_a_guest_prints_the_kit_of_the_list_that_is_played(table: Pairing, anna: Entry, phone: Client) -> None:
    address = link(anna, f"tables/{table.pk}/kit.pdf")
    assert address in phone.get(link(anna)).content.decode()
    assert [name for name, _page in kits_of_guest(anna, table.pk, Options("en"))] == [
        "Anna attacker", "Anna defender",
    ]  # fmt: skip
    Pairing.objects.filter(pk=table.pk).update(attacker=anna)
    [(name, page)] = kits_of_guest(anna, table.pk, Options("en"))
    assert (name, "ilaria" in page.html) == ("Anna attacker", False)
    answer = phone.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


def test_no_kit_tells_a_guest_of_lists_that_are_covered_or_of_other_tables(
    table: Pairing, anna: Entry, phone: Client
) -> None:
    assert phone.get(link(anna, f"tables/{table.pk + 1}/kit.pdf")).status_code == 404
    Evening.objects.filter(pk=anna.evening_id).update(reveal="never")
    assert phone.get(link(anna, f"tables/{table.pk}/kit.pdf")).status_code == 404
