"""Access tokens: their rights, and the page where users create and revoke them."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.api.actions import TOKENS_AT_MOST, revoke_token
from armybuilder.api.models import ApiToken
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.refusals import RefusedError
from tests.api.programs import Program, a_token, program_of, said, sent
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")

PAGE = "/accounts/tokens/"
NEEDED = (401, {"detail": "A personal token is needed."})
READS = [("GET", ""), ("GET", "/{pk}"), ("GET", "/{pk}/report")]
WRITES = [("POST", ""), ("PUT", "/{pk}"), ("DELETE", "/{pk}")]


def asked(program: Program, army_list: ArmyList, way: tuple[str, str]) -> tuple[int, object]:
    """Ask in one way, and return the message."""
    method, path = way
    return said(program.ask(method, "lists" + path.format(pk=army_list.pk), sent(a_roster(name="Other"))))


# ── Inputs ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("token", ["", "squadra_", "squadra_" + "A" * 43, "à", "x" * 5000])
def test_nobody_gets_in_without_a_token(alice: Visitor, token: str) -> None:
    mine = a_list(alice)
    for way in READS + WRITES:
        assert asked(Program(token), mine, way) == NEEDED, way
        assert ArmyList.objects.get().name == "Rangers", way


def test_it_is_said_what_is_needed() -> None:
    assert Program().ask("GET", "lists")["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("way", READS + WRITES)
def test_a_session_is_none(alice: Visitor, way: tuple[str, str]) -> None:
    assert asked(Program(client=browser_of(alice)), a_list(alice), way) == NEEDED


@pytest.mark.parametrize("scheme", ["Basic", "Token", ""])
def test_a_token_is_a_bearers(alice: Visitor, scheme: str) -> None:
    header = f"{scheme} {a_token(alice)}".strip()
    assert said(Program().ask("GET", "lists", Authorization=header)) == NEEDED


@pytest.mark.parametrize("way", READS)
def test_one_that_reads_reads(alice: Visitor, way: tuple[str, str]) -> None:
    assert asked(program_of(alice, "read"), a_list(alice), way)[0] == 200


@pytest.mark.parametrize("way", WRITES)
def test_and_changes_nothing(alice: Visitor, way: tuple[str, str]) -> None:
    answer = asked(program_of(alice, "read"), a_list(alice), way)
    assert answer == (403, {"detail": "This token may only read."})
    assert ArmyList.objects.get().name == "Rangers"


@pytest.mark.parametrize("way", [("POST", ""), ("PUT", "/{pk}")])
def test_another_content_type_changes_nothing(alice: Visitor, way: tuple[str, str]) -> None:
    program, mine, (method, path) = program_of(alice), a_list(alice), way
    document = sent(a_roster(name="Other"))
    assert program.ask(method, "lists" + path.format(pk=mine.pk), document, "text/plain").status_code == 415
    assert ArmyList.objects.get().name == "Rangers"


def test_a_token_that_begins_alike_is_another(alice: Visitor) -> None:
    secret = a_token(alice)
    assert said(Program(secret[:-1] + ("a" if secret[-1] != "a" else "b")).ask("GET", "lists")) == NEEDED


def test_a_revoked_token_opens_nothing(alice: Visitor) -> None:
    program = program_of(alice)
    assert alice.user
    revoke_token(ApiToken.objects.get().pk, alice.user)
    assert said(program.ask("GET", "lists")) == NEEDED


def test_nor_does_one_of_a_closed_account(alice: Visitor) -> None:
    program = program_of(alice)
    assert alice.user
    alice.user.is_active = False
    alice.user.save()
    assert said(program.ask("GET", "lists")) == NEEDED


@pytest.mark.parametrize(("box", "status"), [({}, 200), ({"revoke_tokens": "on"}, 401)])
def test_a_new_password_ends_it_where_that_is_wanted(
    alice: Visitor, bob: Visitor, box: dict[str, str], status: int
) -> None:
    program, theirs = program_of(alice), program_of(bob)
    assert alice.user
    old, new = "tre-fucili-e-un-bren", "due-bazooka-e-un-mortaio"
    alice.user.set_password(old)
    alice.user.save()
    form = {"oldpassword": old, "password1": new, "password2": new} | box
    assert browser_of(alice).post("/accounts/password/change/", form).status_code == 302
    assert (program.ask("GET", "lists").status_code, theirs.ask("GET", "lists").status_code) == (status, 200)


def test_nor_does_one_after_its_last_day(alice: Visitor) -> None:
    program, browser = program_of(alice), browser_of(alice)
    now = timezone.now()
    ApiToken.objects.update(expires=now + timedelta(minutes=1))
    assert program.get("lists")["count"] == 0
    ApiToken.objects.update(expires=now)
    assert said(program.ask("GET", "lists")) == NEEDED
    [shown] = browser.get(PAGE).context["tokens"]
    assert shown.has_ended
    browser.post(f"{PAGE}{shown.pk}/revoke/")
    assert list(browser.get(PAGE).context["tokens"]) == []


def test_one_from_before_tokens_had_an_end_goes_on(alice: Visitor) -> None:
    program = program_of(alice)
    ApiToken.objects.update(expires=None)
    assert program.get("lists")["count"] == 0


@pytest.mark.parametrize(("chosen", "days"), [({}, 90), ({"days": "30"}, 30), ({"days": "365"}, 365)])
def test_it_lasts_as_long_as_was_chosen(alice: Visitor, chosen: dict[str, str], days: int) -> None:
    browser_of(alice).post(PAGE, {"name": "Backup", "scope": "read"} | chosen)
    token = ApiToken.objects.get()
    assert token.expires
    assert (token.expires - token.created).days == days


def test_the_secret_is_nowhere_in_the_database(alice: Visitor) -> None:
    secret = a_token(alice)
    (row,) = ApiToken.objects.values()
    assert row["prefix"] == secret[:14]
    assert [value for value in row.values() if secret[14:] in str(value)] == []
    assert len(secret) == 51


def test_use_is_noted_once_an_hour(alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    program = program_of(alice)
    program.get("lists")
    first = ApiToken.objects.get().last_used
    program.get("lists")
    assert first is not None
    assert ApiToken.objects.get().last_used == first
    ApiToken.objects.update(last_used=timezone.now() - timedelta(minutes=61))
    program.get("lists")
    assert ApiToken.objects.filter(last_used__gte=first).exists()


def test_the_limit(alice: Visitor) -> None:
    for _ in range(TOKENS_AT_MOST):
        a_token(alice)
    with pytest.raises(RefusedError, match="Hai già 20 token"):
        a_token(alice)
    assert alice.user
    revoke_token(ApiToken.objects.first().pk, alice.user)  # type: ignore[union-attr]
    a_token(alice)
    ApiToken.objects.filter(revoked=None).update(expires=timezone.now())
    a_token(alice)


# ── The page ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_takes_an_account() -> None:
    for method in ("get", "post"):
        assert getattr(Client(), method)(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    assert Client().post(f"{PAGE}1/revoke/")["Location"] == f"/accounts/login/?next={PAGE}1/revoke/"


def test_a_token_is_shown_once(alice: Visitor) -> None:
    browser = browser_of(alice)
    answer = browser.post(PAGE, {"name": "Backup", "scope": "read"})
    secret = answer.context["secret"]
    assert f'value="{secret}"' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert Program(secret).get("lists")["count"] == 0
    assert secret not in browser.get(PAGE).content.decode()


def test_none_is_made_without_the_password_and_with_it_at_once(alice: Visitor) -> None:
    assert alice.user
    alice.user.set_password("tre-fucili-e-un-bren")
    alice.user.save()
    browser, again = browser_of(alice), "/accounts/reauthenticate/"
    answer = browser.post(PAGE, {"name": "Backup", "scope": "read"})
    assert (unquote(answer["Location"]), ApiToken.objects.count()) == (f"{again}?next={PAGE}", 0)
    page = browser.post(again, {"password": "tre-fucili-e-un-bren", "next": PAGE})
    assert (page.status_code, page.context["made"]) == (200, ApiToken.objects.get())
    token = ApiToken.objects.get()
    assert (token.name, token.scope, token.user) == ("Backup", "read", alice.user)


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"name": "", "scope": "read"},
        {"name": "x" * 81, "scope": "read"},
        {"name": "x", "scope": "all"},
        {"name": "x", "scope": "read", "days": "9999"},
    ],
)
def test_inputs_that_create_no_token(alice: Visitor, posted: dict[str, str]) -> None:
    assert browser_of(alice).post(PAGE, posted).status_code == 422
    assert ApiToken.objects.count() == 0


def test_too_many_are_said(alice: Visitor) -> None:
    for _ in range(TOKENS_AT_MOST):
        a_token(alice)
    answer = browser_of(alice).post(PAGE, {"name": "One more", "scope": "read"})
    errors = answer.context["form"].non_field_errors()
    assert (answer.status_code, errors) == (422, ["You have 20 tokens. Revoke one first."])


def test_revoking(alice: Visitor) -> None:
    a_token(alice)
    browser = browser_of(alice)
    answer = browser.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/", follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["Revoked: the token no longer works."]
    assert list(answer.context["tokens"]) == []
    assert browser.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/").status_code == 404


def test_strangers_neither_see_nor_revoke(alice: Visitor, bob: Visitor) -> None:
    a_token(alice)
    browser = browser_of(bob)
    assert list(browser.get(PAGE).context["tokens"]) == []
    assert browser.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert ApiToken.objects.get().revoked is None


def test_revoking_takes_a_post_with_the_forms_cookie(alice: Visitor) -> None:
    a_token(alice)
    address = f"{PAGE}{ApiToken.objects.get().pk}/revoke/"
    assert browser_of(alice).get(address).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert alice.user
    strict.force_login(alice.user)
    assert [strict.post(where).status_code for where in (address, PAGE)] == [403, 403]


def test_names_are_escaped(alice: Visitor) -> None:
    a_token(alice, name="<script>x()</script>")
    assert "<script>x()" not in browser_of(alice).get(PAGE).content.decode()


@pytest.mark.parametrize("tokens", [1, TOKENS_AT_MOST])
def test_queries_do_not_grow_with_the_tokens(
    alice: Visitor, tokens: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(tokens):
        a_token(alice)
    browser = browser_of(alice)
    with django_assert_num_queries(4):  # session, user, tokens, the bell
        browser.get(PAGE)
