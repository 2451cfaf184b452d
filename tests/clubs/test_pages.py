"""The pages of clubs."""

import re

import pytest
from django.core import mail
from django.test import Client
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import create_club, invite
from armybuilder.clubs.models import Club, Invitation, Membership
from armybuilder.rate_limits.buckets import Rate
from armybuilder.rate_limits.limits import DAY, LIMITS
from tests.background import work
from tests.clubs.clubs import a_club, browser_of, member, people

pytestmark = pytest.mark.usefixtures("loaded_rules")


def page(club: Club, act: str = "") -> str:
    return f"/clubs/{club.pk}/{act}"


def said(user: User, address: str, **posted: str) -> list[str]:
    """Return the message of the page after an action."""
    response = browser_of(user).post(address, posted, follow=True)
    return [str(message) for message in response.context["messages"]]


def test_clubs_are_for_people_with_an_account() -> None:
    for address in ("/clubs/", "/clubs/new/"):
        assert Client().get(address)["Location"] == f"/accounts/login/?next={address}"


def test_making_one(marta: User) -> None:
    response = browser_of(marta).post("/clubs/new/", {"name": "Il Ridotto"})
    club = Club.objects.get()
    assert (response["Location"], people(club)) == (page(club), ["marta owner"])


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_club_has_a_name(marta: User, name: str) -> None:
    assert browser_of(marta).post("/clubs/new/", {"name": name}).status_code == 422
    assert Club.objects.count() == 0


def test_strangers_find_no_page(marta: User, paolo: User) -> None:
    club = a_club(marta)
    browser = browser_of(paolo)
    assert [browser.get(address).status_code for address in (page(club), page(club, "lists/"))] == [404, 404]
    acts = ("edit/", "rulings/", "close/", "leave/", "invitations/", "lists/new/")
    assert [browser.post(page(club, act), {"name": "x", "ruleset": "bn"}).status_code for act in acts] == [404] * 6


def test_acts_take_a_post(marta: User) -> None:
    club = a_club(marta)
    assert browser_of(marta).get(page(club, "leave/")).status_code == 405


@pytest.mark.parametrize("members", [1, 30])
def test_queries_do_not_grow_with_the_club(
    marta: User, members: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = a_club(marta)
    users = User.objects.bulk_create(User(username=f"u{number}") for number in range(members))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users)
    browser = browser_of(marta)
    browser.get(page(club))
    # Session, user, membership, people, coming and past games nights, lists, invitations, house rules, rules, notices.
    with django_assert_num_queries(13):
        browser.get(page(club))


def test_names_are_escaped(marta: User) -> None:
    club = create_club(marta, "<script>x()</script>")
    assert "<script>x()" not in browser_of(marta).get(page(club)).content.decode()


# ── Joining ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_invitation_shows_the_club_and_joins_by_a_button(marta: User, davide: User) -> None:
    club = a_club(marta)
    browser_of(marta).post(page(club, "invitations/"), {"uses": "5", "email": ""})
    (shown,) = browser_of(marta).get(page(club)).context["invitations"]
    invitation, address = shown
    assert (invitation.uses_left, address) == (5, f"http://testserver/clubs/join/{invitation.token}/")
    assert browser_of(davide).get(address).context["club"] == club
    assert people(club) == ["marta owner"]
    assert browser_of(davide).post(address)["Location"] == page(club)
    assert people(club) == ["marta owner", "davide member"]


def test_a_stranger_sees_the_club_and_comes_back_to_it(marta: User) -> None:
    address = f"/clubs/join/{invite(a_club(marta).pk, marta).token}/"
    response = Client().get(address)
    assert response.context["club"].name == "Il Ridotto"
    assert re.findall(r'href="(/accounts/(?:signup|login)/[?]next=/clubs[^"]+)"', response.text) == [
        f"/accounts/signup/?next={address}",
        f"/accounts/login/?next={address}",
    ]
    assert Client().post(address)["Location"] == f"/accounts/login/?next={address}"


def test_joining_and_being_removed_is_said(marta: User, davide: User) -> None:
    club = a_club(marta)
    address = f"/clubs/join/{invite(club.pk, marta).token}/"
    assert said(davide, address) == ["You have joined. To show the club a list, open it and choose Share."]
    assert said(marta, page(club, f"people/{member(club, davide).pk}/remove/")) == [
        "Removed from the club, with their lists removed from its library. Open invitations "
        "no longer work: create new ones for anyone still to join."
    ]


def test_a_new_invitation_is_looked_at(marta: User) -> None:
    club = a_club(marta)
    response = browser_of(marta).post(page(club, "invitations/"))
    assert response["Location"] == page(club) + "#invite"


def test_a_dead_invitation_says_so(davide: User) -> None:
    response = browser_of(davide).get("/clubs/join/nothing/")
    assert (response.status_code, response.templates[0].name) == (404, "clubs/no_invitation.html")


def test_one_by_email_lets_in_one(marta: User) -> None:
    club = a_club(marta)
    assert said(marta, page(club, "invitations/"), uses="7", email="davide@example.org") == [
        "The invitation has been sent to davide@example.org."
    ]
    assert mail.outbox == []  # the worker's
    work()
    invitation = Invitation.objects.get()
    assert (invitation.uses_left, mail.outbox[0].to) == (1, ["davide@example.org"])
    assert mail.outbox[0].subject == "marta has invited you to Il Ridotto"
    assert f"http://testserver/clubs/join/{invitation.token}/" in mail.outbox[0].body


def test_one_that_was_revoked_before_it_is_sent_is_not(marta: User) -> None:
    club = a_club(marta)
    said(marta, page(club, "invitations/"), email="davide@example.org")
    said(marta, page(club, f"invitations/{Invitation.objects.get().pk}/revoke/"))
    work()
    assert mail.outbox == []


def test_a_mail_has_one_address_to_follow_whatever_a_club_is_called(marta: User) -> None:
    for number, name in enumerate(("Win https://evil.example/x now", "evil.example", "A.S.D.\nRidotto")):
        club = create_club(marta, name)
        said(marta, page(club, "invitations/"), email=f"d{number}@example.org")
    work()
    assert [sent.subject for sent in mail.outbox] == [
        "marta has invited you to Win https: / / evil. example/ x now",
        "marta has invited you to evil. example",
        "marta has invited you to A. S. D. Ridotto",
    ]
    assert [len(re.findall(r"\S+[.:@/]\S+", str(sent.body))) for sent in mail.outbox] == [1, 1, 1]


def test_so_many_mails_a_day_and_no_more(marta: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "invitation-mail", Rate(4, DAY))
    clubs = [a_club(marta), a_club(marta)]
    for number in range(4):
        said(marta, page(clubs[number % 2], "invitations/"), email=f"d{number}@example.org")
    answer = browser_of(marta).post(page(clubs[0], "invitations/"), {"email": "more@example.org"})
    assert (answer.status_code, answer.context["invitation_form"].errors) == (
        429,
        {"email": ["A lot of invitations were emailed today. Pass this one on yourself."]},
    )
    assert (Invitation.objects.count(), DBTaskResult.objects.count()) == (4, 4)
    browser_of(marta).post(page(clubs[0], "invitations/"))
    assert Invitation.objects.count() == 5


def test_nobody_is_flooded_from_many_accounts(marta: User, davide: User) -> None:
    club, other = a_club(marta), a_club(davide)
    for spelling in ("paolo@example.org", "Paolo@example.org", "PAOLO@example.org"):
        said(marta, page(club, "invitations/"), email=spelling)
    answer = browser_of(davide).post(page(other, "invitations/"), {"email": "paolo@example.org"})
    assert (answer.status_code, DBTaskResult.objects.count()) == (429, 3)


def test_tasks_show_staff_no_invitation_links(marta: User, admin_client: Client) -> None:
    said(marta, page(a_club(marta), "invitations/"), email="paolo@example.org")
    token = Invitation.objects.get().token
    [waiting] = DBTaskResult.objects.all()
    assert token not in str(waiting.args_kwargs)
    DBTaskResult.objects.update(args_kwargs={"args": [token], "kwargs": {}}, traceback=f"SMTP: {token}")  # as before
    changelist = "/admin/django_tasks_database/dbtaskresult/"
    shown = admin_client.get(f"{changelist}{waiting.pk}/change/")
    assert (shown.status_code, shown.text.count(token)) == (200, 0)
    for lookup in ("args_kwargs__args__0__startswith", "traceback__contains", "return_value__isnull"):
        assert admin_client.get(changelist, {lookup: token[:3]}).status_code == 400
    assert token not in f"{Invitation.objects.get()!r}"


@pytest.mark.parametrize("posted", [{"uses": "0"}, {"uses": "x"}, {"uses": "1001"}, {"email": "nobody"}])
def test_refused_invitations(marta: User, posted: dict[str, str]) -> None:
    assert browser_of(marta).post(page(a_club(marta), "invitations/"), posted).status_code == 422
    assert Invitation.objects.count() == 0


# ── Acts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_forbidden_acts_are_explained(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    no = ["You cannot do this in the club, or can no longer do it."]
    assert said(ilaria, page(club, "invitations/")) == no
    assert said(davide, page(club, f"people/{member(club, marta).pk}/remove/")) == no
    assert said(marta, page(club, "leave/")) == ["Hand the club over to someone first: it must have an owner."]


def test_a_club_closes_when_its_name_is_typed(marta: User) -> None:
    club = a_club(marta)
    assert said(marta, page(club, "close/"), name="ridotto") == [
        "The club was not closed: what you typed is not its name."
    ]
    assert said(marta, page(club, "close/"), name="Il Ridotto") == [
        "The club is closed. Everyone keeps their own lists."
    ]
    assert Club.objects.count() == 0


def test_the_owner_gives_and_takes(marta: User, davide: User) -> None:
    club = a_club(marta, None, davide)
    him = f"people/{member(club, davide).pk}/"
    browser = browser_of(marta)
    browser.post(page(club, him + "organiser/"), {"on": "1"})
    assert people(club) == ["marta owner", "davide organiser"]
    browser.post(page(club, him + "hand-over/"))
    assert people(club) == ["davide owner", "marta organiser"]


def test_settings_for_organisers_and_members(marta: User, davide: User) -> None:
    club = a_club(marta, None, davide)
    owner, mate = (browser_of(user).get(page(club, "settings/")).text for user in (marta, davide))
    forms = [[act for act in ("edit/", "close/", "leave/") if page(club, act) in shown] for shown in (owner, mate)]
    assert forms == [["edit/", "close/"], ["leave/"]]


def test_name_and_description(marta: User) -> None:
    club = a_club(marta)
    answer = browser_of(marta).post(page(club, "edit/"), {"name": "Ridotto", "about": "Giovedì"})
    assert answer["Location"] == page(club, "settings/")
    club.refresh_from_db()
    assert (club.name, club.about) == ("Ridotto", "Giovedì")
    assert browser_of(marta).post(page(club, "edit/"), {"name": ""}).status_code == 422
