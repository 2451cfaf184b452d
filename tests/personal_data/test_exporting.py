"""A backup contains all data of a user, by its schema, with a fixed number of queries."""

import json
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from armybuilder.lists.actions.copies import make_copy
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.document import schema
from armybuilder.personal_data.exports import write_backup
from rules.core.document.breaches import SCHEMA
from tests.accounts.codes import leave_open
from tests.lists.factories import a_list, a_roster, add_rifleman
from tests.personal_data.conftest import PASSWORD
from tests.personal_data.owning import a_full_account

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def backup_of(visitor: Visitor) -> dict[str, Any]:
    assert visitor.user
    made: dict[str, Any] = json.loads(b"".join(write_backup(visitor.user)))
    return made


def test_a_backup_follows_the_schema(hers: Client, alice: Visitor, bob: Visitor) -> None:
    a_full_account(alice, bob)
    file, page, again = "/accounts/data/backup.json", "/accounts/data/?download", "/accounts/reauthenticate/"
    leave_open(hers)
    refresh = f'<meta http-equiv="refresh" content="0;url={file}">'
    assert unquote(hers.get(file)["Location"]) == f"{again}?next={page}"
    assert hers.get(page).text.count(refresh) == 0
    assert hers.post(again, {"password": PASSWORD, "next": page})["Location"] == page
    assert (hers.get(page).text.count(refresh), hers.get("/accounts/data/").text.count(refresh)) == (1, 0)
    response = hers.get(file)
    assert response["Content-Disposition"].startswith('attachment; filename="squadra-alice-of-the-club-2')
    made = json.loads(response.getvalue())
    Draft202012Validator(schema()).validate(made)
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for army_list in made["lists"]:
        for revision in army_list["revisions"]:
            validator.validate(revision["document"])


def test_the_content_of_a_backup(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    a_full_account(alice, bob)
    EmailAddress.objects.create(user=alice.user, email="alice@club.it", primary=True)
    made = backup_of(alice)
    account = made["account"]
    assert account["user_name"] == "alice-of-the-club"
    assert account["emails"] == [{"email": "alice@club.it", "primary": True, "verified": False}]
    assert [token["name"] for token in account["tokens"]] == ["Laptop"]
    assert account["print_choice"] == "form=cards"
    assert [one["title"] for one in account["prints"]] == ["Rangers"]
    assert [(one["name"], one["last_used"]) for one in account["passkeys"]] == [("Telefono", None)]
    assert account["two_step"] == ["webauthn"]
    assert [(report["list"], report["reason"]) for report in account["reports"]] == [("Rangers", "Rude")]
    assert [(one["club"], one["role"]) for one in made["clubs"]] == [("Il Ridotto", "member")]
    [squad] = made["squads"]
    assert (squad["name"], squad["rules"]["ruleset"]) == ("Ready for Surobi", "bn")
    assert [one["name"] for one in squad["document"]["squads"]] == ["Alpha"]
    rangers, binned = made["lists"]
    assert (rangers["name"], rangers["tags"], rangers["present"]) == ("Rangers", ["Surobi"], 2)
    assert [link["version"] for link in rangers["visibility"]["links"]] == [None, 2]
    assert rangers["visibility"]["clubs"] == ["Il Ridotto"]
    assert rangers["visibility"]["public"]
    assert [(one["number"], one["parent"], one["name"]) for one in rangers["revisions"]] == [
        (1, None, "Before the club night"),
        (2, 1, ""),
    ]
    assert (binned["name"], binned["deleted"] is None) == ("In the bin", False)


def test_a_copy_says_where_it_comes_from(alice: Visitor, bob: Visitor) -> None:
    army_list = a_list(bob)
    make_copy(alice, army_list.roster, army_list.ruleset_version_id, bob.user)
    [made] = backup_of(alice)["lists"]
    assert made["credit"] == {"name": "Rangers", "author": "bob"}


def test_no_token_is_in_it(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    army_list = a_full_account(alice, bob)
    text = b"".join(write_backup(alice.user)).decode()
    tokens = list(army_list.share_links.values_list("token", flat=True))
    assert (len(tokens), [token for token in tokens if token in text]) == (2, [])
    assert (alice.user.password in text, "a key" in text) == (False, False)


def test_someone_without_lists_has_a_backup_too(alice: Visitor) -> None:
    made = backup_of(alice)
    Draft202012Validator(schema()).validate(made)
    assert made["lists"] == []


def queries(visitor: Visitor) -> int:
    assert visitor.user
    with CaptureQueriesContext(
        connection,
    ) as captured:
        list(write_backup(visitor.user))
    return len(captured)


def test_the_queries_are_as_many_for_one_list_as_for_fifty(alice: Visitor) -> None:
    for _ in range(3):
        add_rifleman(a_list(alice), alice)
    few = queries(alice)
    for number in range(47):
        army_list = add_rifleman(a_list(alice, a_roster(name=f"List {number}")), alice)
        add_rifleman(army_list, alice)
    assert ArmyList.objects.count() == 50
    assert (few, queries(alice)) == (23, 23)


def test_a_stranger_gets_nothing(client: Client) -> None:
    for address in ("/accounts/data/", "/accounts/data/backup.json"):
        response = client.get(address)
        assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={address}")
