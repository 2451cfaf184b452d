"""The bell, the page of notifications, and the settings."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.notices.models import Notice, Preferences
from tests.notices.telling import confirmed, tell, told

pytestmark = pytest.mark.django_db
INDEX, SETTINGS = "/notices/", "/notices/settings/"


def browser(user: User) -> Client:
    """A browser in which someone is signed in."""
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def bell(client: Client) -> str:
    """Return the number at the bell, "" for none."""
    page = client.get(reverse("privacy")).content.decode()
    return page.partition('<b class="bell-count">')[2].partition("<")[0]


def test_the_bell_counts_what_is_new_here(marta: User, ilaria: User) -> None:
    his = browser(marta)
    assert bell(his) == ""
    tell(marta, ilaria)
    tell(marta, key="other")
    assert (bell(his), bell(browser(ilaria))) == ("2", "1")
    Notice.objects.bulk_create(Notice(user=marta, kind="round", key=str(n), address="/") for n in range(98))
    assert bell(his) == "99+"
    Notice.objects.update(on_site=False)
    assert bell(his) == ""


def test_the_bell_costs_one_query_and_a_visitor_none(
    marta: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tell(marta)
    client = browser(marta)
    with django_assert_num_queries(3) as asked:  # session, user, the bell
        client.get(reverse("privacy"))
    assert asked[2]["sql"].startswith("SELECT COUNT(*)")
    with django_assert_num_queries(0):
        Client().get(reverse("privacy"))


@pytest.mark.parametrize("many", [1, 60])
def test_the_page_takes_as_many_queries_for_many(
    marta: User, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(many):
        tell(marta, key=str(number))
    client = browser(marta)
    with django_assert_num_queries(5):  # session, user, the number, the page, the bell
        client.get(INDEX)


@pytest.mark.postgres
def test_reading_one_leads_to_it_and_takes_it_off_the_bell(marta: User) -> None:
    tell(marta)
    tell(marta, key="other")
    client, notice = browser(marta), Notice.objects.first()
    assert notice
    for _ in range(2):
        answer = client.post(f"/notices/{notice.pk}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/evenings/1/")
        assert bell(client) == "1"


@pytest.mark.postgres
def test_all_that_was_shown_is_read_not_what_came_since(marta: User, ilaria: User) -> None:
    tell(marta, ilaria)
    tell(marta, key="other")
    client, newest = browser(marta), Notice.objects.filter(user=marta).first()
    assert newest
    tell(marta, key="since")
    assert client.post("/notices/read/", {"until": newest.pk}).status_code == 302
    assert (bell(client), bell(browser(ilaria))) == ("1", "1")
    client.post("/notices/read/", {"until": "none"})
    assert bell(client) == "1"


def test_nobody_opens_or_reads_what_another_was_told(marta: User, ilaria: User) -> None:
    tell(marta)
    hers, notice = browser(ilaria), Notice.objects.get()
    assert hers.post(f"/notices/{notice.pk}/").status_code == 404
    hers.post("/notices/read/", {"until": notice.pk})
    assert bell(browser(marta)) == "1"
    assert "<h2>Nothing yet</h2>" in hers.get(INDEX).content.decode()


def test_a_hostile_name_is_text(marta: User) -> None:
    tell(marta, evening="<script>alert(1)</script>%(who)s")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;%(who)s" in browser(marta).get(INDEX).content.decode()


def test_switches_are_kept_and_hold(marta: User) -> None:
    client = browser(confirmed(marta))
    page = client.get(SETTINGS).content.decode()
    assert (page.count(" checked"), "By email: to marta@club.it." in page) == (
        16,
        True,
    )  # including the language
    answer = client.post(SETTINGS, {"round": "mail", "result": ["site", "mail"], "language": "en"})
    assert answer.status_code == 302
    kept = Preferences.objects.get(user=marta)
    assert kept.channels == {
        "handed-in": [],
        "sent-back": [],
        "replaced": [],
        "reminder": [],
        "unanswered": [],
        "round": ["mail"],
        "result": ["mail", "site"],
        "evening": [],
    }
    assert kept.language == "en"
    tell(marta)
    assert (told(marta), Notice.objects.to_mail().count()) == ([], 1)


@pytest.mark.parametrize("said", [{"language": "xx"}, {"language": "it", "round": "pigeon"}, {"round": "site"}])
def test_unknown_settings_are_refused(marta: User, said: dict[str, str]) -> None:
    assert browser(marta).post(SETTINGS, said).status_code == 422
    assert not Preferences.objects.filter(user=marta).exclude(channels={}).exists()


def test_users_without_an_email_see_where_to_add_one(marta: User) -> None:
    assert '<a href="/accounts/email/">add an address' in browser(marta).get(SETTINGS).content.decode()
