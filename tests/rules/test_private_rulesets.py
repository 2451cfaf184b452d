"""A ruleset that is not everyone's: its owner uses it, and for others it does not exist."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.sharing.models import ShareLink
from rules.catalogue import current_versions, library, offered_version
from rules.models import Ruleset, RulesetVersion
from tests.clubs.clubs import browser_of
from tests.rules.invented import MADE_UP

pytestmark = pytest.mark.usefixtures("loaded_rules")

NAMES = ("Low Water", "Acque basse", "harbour")


@pytest.fixture
def marta(db: None) -> User:
    return User.objects.create_user("marta")


@pytest.fixture
def davide(db: None) -> User:
    return User.objects.create_user("davide")


@pytest.fixture
def harbour(loaded_rules: None, marta: User) -> Ruleset:
    """A ruleset of marta's."""
    call_command("load_rules", MADE_UP / "harbour.yaml", stdout=StringIO())
    Ruleset.objects.filter(pk="harbour").update(visibility="owner", owner=marta)
    return Ruleset.objects.get(pk="harbour")


@pytest.mark.parametrize("page", ["/", "/lists/", "/rules/", "/odds/", "/rules/search/?q=cutlass", "/public/"])
def test_no_page_names_it_to_others(harbour: Ruleset, davide: User, page: str) -> None:
    for client in (Client(headers={"accept-language": "en"}), browser_of(davide)):
        shown = client.get(page)
        assert shown.status_code == 200
        assert [name for name in NAMES if name in shown.text] == []


@pytest.mark.parametrize("page", ["/rules/", "/odds/", "/rules/search/?q=cutlass", "/lists/new/"])
def test_its_owner_finds_it(harbour: Ruleset, marta: User, page: str) -> None:
    client = browser_of(marta)
    if page == "/lists/new/":
        assert client.post(page, {"ruleset": "harbour", "role": "open"}).status_code == 302
        assert ArmyList.objects.get().roster.ruleset == "harbour"
    else:
        assert "Low Water" in client.get(page).text


@pytest.mark.parametrize(
    "page",
    [
        "/rules/harbour/",
        "/rules/harbour/ranges/",
        "/rules/compare/harbour/bn/",
        "/odds/harbour/",
        "/odds/harbour/morale/",
    ],
)
def test_its_own_pages_are_not_there_for_others(harbour: Ruleset, marta: User, davide: User, page: str) -> None:
    owner = browser_of(marta).get(page).status_code
    assert [client.get(page).status_code for client in (Client(), browser_of(davide))] == [404, 404]
    assert owner in (200, 302)


def test_others_make_no_list_with_it(harbour: Ruleset, davide: User) -> None:
    for client in (Client(), browser_of(davide)):
        answer = client.post("/lists/new/", {"ruleset": "harbour", "role": "open"})
        assert (answer.status_code, ArmyList.objects.count()) == (404, 0)


def test_others_import_nothing_with_it(harbour: Ruleset, marta: User, davide: User) -> None:
    text = '{"format": "armylist/1", "ruleset": "harbour", "name": "Notte", "squads": []}'
    sent = {"text": text, "make": "1"}
    assert browser_of(davide).post("/lists/import/", sent).status_code == 422
    assert browser_of(marta).post("/lists/import/", sent).status_code == 302
    assert [army.owner for army in ArmyList.objects.all()] == [marta]


def test_a_list_with_it_is_shown_to_whoever_has_its_link(harbour: Ruleset, marta: User) -> None:
    client = browser_of(marta)
    client.post("/lists/new/", {"ruleset": "harbour", "role": "open"})
    army = ArmyList.objects.get()
    client.post(reverse("sharing:make-link", args=[army.pk]))
    link = ShareLink.objects.get()
    assert Client().get(reverse("sharing:shared", args=[link.token])).status_code == 200


def test_versions_and_catalogues_are_those_that_a_user_may_see(harbour: Ruleset, marta: User, davide: User) -> None:
    public = len(current_versions())
    assert [len(current_versions(user.pk)) for user in (marta, davide)] == [public + 1, public]
    assert ["harbour" in library(user.pk).catalogues for user in (marta, davide)] == [True, False]
    assert offered_version("harbour", marta.pk).ruleset_id == "harbour"
    with pytest.raises(RulesetVersion.DoesNotExist):
        offered_version("harbour", None)


def test_a_ruleset_whose_owner_left_is_nobodys(harbour: Ruleset, marta: User) -> None:
    marta.delete()
    assert "harbour" not in {version.ruleset_id for version in current_versions()}
