"""Two languages: each page uses only one of them, chosen by the browser or the visitor."""

import re
from datetime import datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.lists.words import points_in_words
from rules.catalogue import library
from rules.core.document.reader import read
from tests.fixtures import loaded_rules as loaded_rules
from tests.test_translations import pairs

pytestmark = pytest.mark.django_db
EXAMPLES = Path(__file__).parent / "data" / "examples"
IN_WORDS = {"aria-label", "title", "placeholder", "alt"}

FOR_EVERYBODY = ["lists:home", "lists:index", "rules:index", "sources", "privacy"]
FOR_EVERYBODY += ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
FOR_MEMBERS = ["account_logout", "account_change_password", "account_reauthenticate"]


class Words(HTMLParser):
    """The texts of a page, except those that declare their own language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.foreign = ""
        self.language = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "html":
            self.language = values.get("lang") or ""
        elif "lang" in values:
            self.foreign = tag
        self.texts |= {value for name, value in attrs if name in IN_WORDS and value}

    def handle_endtag(self, tag: str) -> None:
        if tag == self.foreign:
            self.foreign = ""

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.foreign:
            self.texts.add(re.sub(r"\s+", " ", data.strip()))


ENGLISH = {text for text, _ in pairs()}
ITALIAN = {italian for _, italian in pairs()}
NAMES = {"Squadra", "Prima"}  # the site’s own in both languages, and Italian squads


def assert_speaks(page: str, language: str) -> None:
    """The page says which language it is in, has texts in it, and none that the other language alone has."""
    words = Words(page)
    own, other = (ITALIAN, ENGLISH) if language == "it" else (ENGLISH, ITALIAN)
    assert words.language == language
    assert words.texts & (own - other)
    assert words.texts & (other - own) - NAMES == set()


@pytest.fixture(params=["it", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def visitor(client: Client, language: str) -> Client:
    """A browser that prefers the language."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    return client


@pytest.fixture
def member(visitor: Client) -> Visitor:
    """The same browser, signed in."""
    user = User.objects.create_user("alice", "alice@club.it", "tre-fucili-e-un-bren")
    visitor.force_login(user)
    return Visitor(user)


def an_example(name: str, owner: Visitor, rules: dict[str, UUID]) -> ArmyList:
    """A sample as a user's list."""
    roster = read((EXAMPLES / f"{name}.json").read_bytes(), library())
    return create_from(owner, roster, rules[roster.ruleset])


# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", FOR_EVERYBODY)
def test_pages_for_everyone(visitor: Client, language: str, loaded_rules: object, name: str) -> None:
    assert_speaks(visitor.get(reverse(name)).text, language)


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_pages_for_members(visitor: Client, language: str, member: Visitor, name: str) -> None:
    assert_speaks(visitor.get(reverse(name)).text, language)


def test_refused_forms(visitor: Client, language: str) -> None:
    """Messages that are not ours come from Django and allauth."""
    sign_up = {"username": "a b", "email": "nowhere", "password1": "1234", "password2": "12345"}
    assert_speaks(visitor.post(reverse("account_signup"), sign_up).text, language)
    assert_speaks(visitor.post(reverse("account_login"), {"login": "alice", "password": "x"}).text, language)


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn", "bi", "ludonet"])
def test_the_reference(visitor: Client, language: str, loaded_rules: object, ruleset: str) -> None:
    assert_speaks(visitor.get(reverse("rules:ruleset", args=[ruleset])).text, language)


@pytest.mark.parametrize("query", ["", "t=tank&w=lgm&cm=5000&coverr=1"])
def test_the_odds(visitor: Client, language: str, loaded_rules: object, query: str) -> None:
    assert_speaks(visitor.get(f"{reverse('odds:fire', args=['bn'])}?{query}").text, language)


@pytest.mark.parametrize("question", ["covering-fire", "spotting", "morale", "storming", "initiative"])
def test_other_odds(visitor: Client, language: str, loaded_rules: object, question: str) -> None:
    assert_speaks(visitor.get(reverse("odds:question", args=["bn", question])).text, language)


def test_the_search_and_two_editions_side_by_side(visitor: Client, language: str, loaded_rules: object) -> None:
    for words in ("", "bren", "nothing at all"):
        assert_speaks(visitor.get(reverse("rules:search"), {"q": words}).text, language)
    assert_speaks(visitor.get(reverse("rules:compare", args=["rth-it", "rth-en"])).text, language)


@pytest.mark.parametrize(
    ("language", "name"),
    [("it", "bn-insorti"), ("en", "bi-kandahar"), ("it", "ludonet-incursione"), ("en", "rth-it-caposaldo")],
)
def test_a_list(visitor: Client, language: str, member: Visitor, loaded_rules: dict[str, UUID], name: str) -> None:
    """With a report, extras and rulings; editing a row, a squad or the list itself; and My lists.

    The rulesets share these pages: each is asked for in one language.
    """
    army_list = an_example(name, member, loaded_rules)
    squad = army_list.roster.squads[0]
    address = reverse("lists:builder", args=[army_list.pk])
    for edited in ("", "list", squad.id, *(row.id for row in (*squad.figures[:1], *squad.vehicles[:1]))):
        assert_speaks(visitor.get(address, {"edit": edited}).text, language)
    for page in ("printing:index", "lists:history", "lists:pair", "lists:profile"):
        assert_speaks(visitor.get(reverse(page, args=[army_list.pk])).text, language)
    assert_speaks(visitor.get(reverse("lists:version", args=[army_list.pk, 1])).text, language)
    assert_speaks(visitor.get(reverse("lists:index")).text, language)


def test_two_lists_compared(visitor: Client, language: str, member: Visitor, loaded_rules: dict[str, UUID]) -> None:
    names = ("rth-it-alpini", "rth-it-caposaldo")
    one, other = (str(an_example(name, member, loaded_rules).pk) for name in names)
    for query in ("", f"?a={one}&b={other}", f"?a={one}&b={one}"):
        assert_speaks(visitor.get(reverse("sharing:compare") + query).text, language)


def test_a_refused_number(visitor: Client, language: str, member: Visitor, loaded_rules: dict[str, UUID]) -> None:
    army_list = an_example("bn-insorti", member, loaded_rules)
    row = army_list.roster.squads[0].figures[0].id
    address = reverse("lists:set-count", args=[army_list.pk, row])
    answer = visitor.post(address, {"count": "many", "key": "0" * 24}, follow=True)
    assert_speaks(answer.text, language)


def test_where_there_is_nothing(visitor: Client, language: str, loaded_rules: object) -> None:
    assert_speaks(visitor.get("/nothing/").text, language)


def test_a_list_without_rows(visitor: Client, language: str, loaded_rules: object) -> None:
    begun = visitor.post(reverse("lists:create"), {"ruleset": "bn", "role": "attacker"}, follow=True)
    assert_speaks(begun.text, language)
    assert {"it": "Nuova lista", "en": "New list"}[language] in Words(begun.text).texts


# ── Dates ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("spoken", "said"), [("it", "1 maggio 2026, 21:40"), ("en", "1 May 2026, 21:40")])
def test_a_month_has_a_capital_in_english_only(spoken: str, said: str) -> None:
    with translation.override(spoken):
        assert date_format(datetime(2026, 5, 1, 21, 40), "j F Y, H:i") == said


@pytest.mark.parametrize(
    ("hours", "italian", "english"),
    [(1, "un’ora fa", "an hour ago"), (2, "2\u00a0ore fa", "2\u00a0hours ago")],
)
def test_how_long_ago(hours: int, italian: str, english: str) -> None:
    when = timezone.now() - timedelta(hours=hours, minutes=1)
    with translation.override("it"):
        assert naturaltime(when) == italian
    with translation.override("en"):
        assert naturaltime(when) == english


@pytest.mark.parametrize(
    ("number", "italian", "english"),
    [
        (1, "1\u00a0punto", "1\u00a0point"),
        (0, "0\u00a0punti", "0\u00a0points"),
        (1500, "1500\u00a0punti", "1500\u00a0points"),
    ],
)
def test_points_in_words(number: int, italian: str, english: str) -> None:
    with translation.override("it"):
        assert points_in_words(number) == italian
    with translation.override("en"):
        assert points_in_words(number) == english


# ── Language ───────────────────────────────────────────────────────────────────────────────────────────────────────


def language_of(client: Client, asked: str = "") -> str:
    return Words(client.get("/privacy/", headers={"accept-language": asked} if asked else None).text).language


@pytest.mark.parametrize(
    ("asked", "given"),
    [("it", "it"), ("en", "en"), ("en-GB,en;q=0.9,it;q=0.5", "en"), ("it-CH", "it"), ("de, en;q=0.3", "en")],
)
def test_the_browsers_language(client: Client, asked: str, given: str) -> None:
    assert language_of(client, asked) == given


@pytest.mark.parametrize("asked", ["", "de", "fr-CA,fr", "*", "not a language"])
def test_italian_for_who_asks_for_neither(client: Client, asked: str) -> None:
    assert language_of(client, asked) == "it"


def test_the_choice_goes_before_the_browsers_language_and_is_kept_for_a_year(client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "en", "next": "/privacy/"})
    assert answer.headers["Location"] == "/privacy/"
    cookie = client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["max-age"], cookie["samesite"]) == ("en", 365 * 24 * 3600, "Lax")
    assert language_of(client, "it") == "en"


@pytest.mark.parametrize("chosen", ["de", "", "it/../en"])
def test_a_choice_that_is_none_changes_nothing(client: Client, chosen: str) -> None:
    client.post("/i18n/setlang/", {"language": chosen, "next": "/privacy/"})
    assert language_of(client, "en") == "en"


def test_a_cookie_of_another_site_is_no_choice(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "klingon"
    assert language_of(client, "en") == "en"


def test_the_choice_leads_nowhere_else(client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "en", "next": "https://example.org/"})
    assert answer.headers["Location"] == "/"


def test_caches_keep_the_languages_apart(client: Client) -> None:
    answer = client.get("/privacy/", headers={"accept-language": "en"})
    assert answer.headers["Content-Language"] == "en"
    assert "Accept-Language" in re.split(r",\s*", answer.headers["Vary"])
