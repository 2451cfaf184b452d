"""A game that is begun without an account: it lives in the browser, and goes along when its writer signs in."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.operations.daily import JOBS
from armybuilder.own_rules.models import OwnRules
from rules.models import Ruleset

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")
LMG = "weapons/lmg/points"


@pytest.fixture
def browser() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def begun(browser: Client) -> OwnRules:
    """A variant that the browser began."""
    answer = browser.post(reverse("own:begin"), {"parent": "rth-it", "name": "Spain"})
    rules = OwnRules.objects.get()
    assert answer.headers["Location"] == reverse("own:tables", args=[rules.pk])
    return rules


def post(browser: Client, rules: OwnRules, act: str, **fields: str) -> int:
    address = reverse(f"own:{act}", args=[rules.pk])
    return browser.post(address, {"at": 0} | fields, headers={"HX-Request": "true"}).status_code


def lmg(rules: OwnRules) -> object:
    return OwnRules.objects.get(pk=rules.pk).patch.get(LMG)


def test_it_is_edited_and_undone(browser: Client, begun: OwnRules) -> None:
    assert (begun.ruleset.owner, begun.ruleset.visibility) == (None, "owner")
    assert post(browser, begun, "cells", key="a", **{LMG: "12"}) == 200
    assert lmg(begun) == 12
    for page in ("tables", "limits", "try"):
        shown = browser.get(reverse(f"own:{page}", args=[begun.pk]))
        assert "Sign up to keep and publish them" in shown.text
    assert (
        browser.post(
            reverse("own:row", args=[begun.pk]), {"key": "b", "at": 1, "act": "retire weapons/mmg"}
        ).status_code
        == 302
    )
    for key in ("c", "d"):
        assert post(browser, begun, "undo", key=key) == 200
    assert lmg(begun) is None
    assert post(browser, begun, "redo", key="e") == 200
    assert lmg(begun) == 12
    assert "Spain" in browser.get(reverse("own:mine")).text
    assert browser.get(reverse("own:download", args=[begun.pk, "csv"]) + "?draft").status_code == 200


@pytest.mark.parametrize("act", ["cells", "row", "undo", "redo", "put-away", "limits"])
def test_other_browsers_are_sent_to_sign_in(begun: OwnRules, act: str) -> None:
    other = Client()
    other.post(reverse("own:begin"), {"begin": "1", "name": "Mine", "points": "1", "limit": "100"})
    assert OwnRules.objects.count() == 2
    assert post(other, begun, act, key="a", **{LMG: "12"}) == 302
    assert other.get(reverse("own:tables", args=[begun.pk])).status_code == 302
    assert other.get(reverse("own:download", args=[begun.pk, "csv"]) + "?draft").status_code == 404
    assert lmg(begun) is None


def test_a_user_who_did_not_begin_it_finds_nothing(begun: OwnRules, marta: User) -> None:
    other = Client()
    other.force_login(marta)
    assert other.get(reverse("own:tables", args=[begun.pk])).status_code == 404
    assert post(other, begun, "cells", key="a", **{LMG: "12"}) == 404


@pytest.mark.parametrize("act", ["publish", "share", "writers", "copy"])
def test_sharing_needs_an_account(browser: Client, begun: OwnRules, act: str) -> None:
    assert post(browser, begun, act, licence="mine", see="public") == 302
    rules = OwnRules.objects.get()
    assert (rules.ruleset.current, rules.ruleset.visibility) == (None, "owner")


def test_a_browser_has_one_game(browser: Client, begun: OwnRules) -> None:
    sent = {"text": "Alpini – 12 pt\nFanti – 8 pt", "make": "1", "key": "k"}
    for page, fields in (("begin", {"parent": "rth-it", "name": "Two"}), ("paste", sent)):
        refused = browser.post(reverse(f"own:{page}"), fields)
        assert (refused.status_code, OwnRules.objects.count()) == (422, 1)
        assert "Without an account you can have one game." in refused.text
    assert post(browser, begun, "put-away") == 302
    for _again in range(2):
        assert browser.post(reverse("own:paste"), sent).status_code == 302
    assert OwnRules.objects.count() == 2


def test_it_goes_along_when_its_writer_signs_in(browser: Client, begun: OwnRules, marta: User) -> None:
    post(browser, begun, "cells", key="a", **{LMG: "12"})
    browser.force_login(marta)
    rules = OwnRules.objects.get()
    assert (rules.ruleset.owner, rules.browser_key) == (marta, "")
    assert post(browser, begun, "undo", key="b") == 200
    assert lmg(begun) is None
    assert browser.get(reverse("own:publish", args=[begun.pk])).status_code == 200


def test_it_goes_after_90_days(begun: OwnRules) -> None:
    assert JOBS["clear_rules"](timezone.now()) == "Removed 0 old rules of visitors."
    OwnRules.objects.update(changed=timezone.now() - timedelta(days=91))
    assert JOBS["clear_rules"](timezone.now()) == "Removed 1 old rules of visitors."
    assert not Ruleset.objects.filter(pk=begun.pk).exists()


def test_looking_around_begins_nothing(browser: Client) -> None:
    for page in ("mine", "begin", "paste"):
        assert browser.get(reverse(f"own:{page}")).status_code == 200
    assert not OwnRules.objects.exists()
    assert "sessionid" not in browser.cookies
