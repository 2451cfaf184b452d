"""Own rules as strangers see them: signature, reports, and hidden by staff."""

from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_variant, change_cells
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.actions.sharing import set_visibility
from armybuilder.own_rules.admin import RulesReportAdmin
from armybuilder.own_rules.models import OwnRules, RulesReport
from armybuilder.sharing.actions import publish as publish_list
from rules.catalogue import current_version
from rules.models import Ruleset
from tests.background import work
from tests.clubs.clubs import browser_of
from tests.lists.factories import a_roster

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")
LMG = "weapons/lmg/points"


@pytest.fixture
def stranger() -> Client:
    """A browser without an account, in English."""
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def shared(spain: OwnRules, marta: User) -> OwnRules:
    """Published, for those who have the link."""
    change_cells(spain.pk, marta, [(LMG, 12)], key="a")
    publish(spain.pk, marta, licence="agreed", licence_note="Lorenzo <b>")
    set_visibility(spain.pk, marta, "link")
    return spain


def page(rules: OwnRules) -> str:
    return reverse("rules:ruleset", args=[rules.pk])


def made_public(rules: OwnRules) -> None:
    Ruleset.objects.filter(pk=rules.pk).update(visibility="public")


def hidden(rules: OwnRules) -> None:
    Ruleset.objects.filter(pk=rules.pk).update(hidden=timezone.now())


def test_a_stranger_reads_who_wrote_the_rules_and_what_differs(shared: OwnRules, stranger: Client) -> None:
    response = stranger.get(page(shared))
    shown = response.content.decode()
    assert "Rules by marta (Lorenzo &lt;b&gt;)" in shown
    assert "Differences from Road to Hell" in shown
    assert "<s>10</s>" in shown
    assert "From Road to Hell" in shown
    assert reverse("own:report", args=[shared.pk]) in shown
    assert reverse("own:tables", args=[shared.pk]) not in shown
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
    made_public(shared)
    assert "X-Robots-Tag" not in stranger.get(page(shared)).headers


def test_a_stranger_starts_a_list(shared: OwnRules, stranger: Client) -> None:
    response = stranger.post(reverse("lists:create"), {"ruleset": shared.pk, "role": "attacker", "key": "k"})
    made = ArmyList.objects.get()
    assert response.headers["Location"] == reverse("lists:builder", args=[made.pk])
    assert made.ruleset_version == current_version(shared.pk)


@pytest.mark.parametrize("visibility", ["owner", "club", "away"])
def test_others_find_nothing(shared: OwnRules, stranger: Client, paolo: User, visibility: str) -> None:
    Ruleset.objects.filter(pk=shared.pk).update(visibility=visibility)
    for browser in (stranger, browser_of(paolo)):
        assert browser.get(page(shared)).status_code == 404
        assert browser.get(reverse("own:report", args=[shared.pk])).status_code == 404
        created = browser.post(reverse("lists:create"), {"ruleset": shared.pk, "role": "attacker"})
        assert created.status_code == 404


def test_a_variant_of_rules_by_link_can_be_made(shared: OwnRules, paolo: User) -> None:
    response = browser_of(paolo).post(reverse("own:begin"), {"parent": shared.pk, "name": "Catalogna"})
    assert response.status_code == 302
    made = OwnRules.objects.get(ruleset__owner=paolo)
    assert [link["id"] for link in made.chain] == ["rth-it", shared.pk]


def test_a_report_reaches_staff_once_until_it_is_resolved(
    shared: OwnRules, stranger: Client, django_capture_on_commit_callbacks: Any
) -> None:
    address = reverse("own:report", args=[shared.pk])
    assert stranger.post(address, {"reason": ""}).status_code == 422
    for reason in ("Copied.", "Still copied."):
        assert stranger.post(address, {"reason": reason}).headers["Location"] == page(shared)
    assert list(RulesReport.objects.values_list("reason", flat=True)) == ["Still copied.", "Copied."]
    assert [message.bcc for message in mail.outbox] in ([], [[]])  # nobody to tell


@pytest.mark.parametrize(
    ("language", "subject", "begins"),
    [
        ("it", "Segnalate delle regole: Spagna 1936", "Qualcuno ha segnalato le regole «Spagna 1936»:"),
        ("en", "Rules have been reported: Spagna 1936", "Someone has reported the rules “Spagna 1936”:"),
    ],
)
def test_staff_read_a_report_in_the_language_of_the_site(
    shared: OwnRules, stranger: Client, settings: Any, language: str, subject: str, begins: str
) -> None:
    settings.LANGUAGE_CODE = language
    User.objects.create_superuser("nina", "nina@club.it", "tre-fucili-e-un-bren")
    stranger.post(reverse("own:report", args=[shared.pk]), {"reason": "Copied."})
    work()
    [sent] = mail.outbox
    assert (sent.subject, sent.bcc) == (subject, ["nina@club.it"])
    assert sent.body.startswith(f"{begins}\n\nCopied.\n")
    assert "/admin/own_rules/rulesreport/?settled__isempty=1" in sent.body


def test_hidden_rules_are_gone_for_others_and_their_lists_stay_with_their_owners(
    shared: OwnRules, stranger: Client, marta: User, davide: User, paolo: User
) -> None:
    made_public(shared)
    version = current_version(shared.pk)
    mine = create_from(Visitor(davide), a_roster(ruleset=shared.pk), version.pk)
    link = publish_list(mine.pk, davide).link
    listed = reverse("sharing:shared", args=[link.token])
    copy = begin_variant(paolo, version, "Catalogna")
    publish(copy.pk, paolo, licence="mine")
    opened = stranger.get(listed).content.decode()
    for words in ("Rules by marta", "Version 1", page(shared), "from Road to Hell"):
        assert words in opened
    assert "From Spagna 1936" in browser_of(paolo).get(page(copy)).content.decode()
    hidden(shared)
    OwnRules.objects.filter(pk=shared.pk).update(hidden_reason="Copied <i>")
    response = stranger.get(page(shared))
    assert response.status_code == 404
    assert "These rules cannot be shown" in response.content.decode()
    assert stranger.get(listed).status_code == 404
    assert stranger.get(listed + "print/roster.pdf").status_code == 404
    assert mine.name not in stranger.get(reverse("sharing:browse")).content.decode()
    assert "Spagna 1936" not in stranger.get(reverse("own:public")).content.decode()
    assert "From Spagna 1936" not in browser_of(paolo).get(page(copy)).content.decode()
    owner = browser_of(davide)
    assert owner.get(reverse("lists:builder", args=[mine.pk])).status_code == 200
    assert owner.get(reverse("printing:index", args=[mine.pk])).status_code == 200
    assert b"".join(owner.get(reverse("printing:roster", args=[mine.pk]))).startswith(b"%PDF")
    said = browser_of(marta).get(reverse("own:publish", args=[shared.pk])).content.decode()
    assert "Reason: Copied &lt;i&gt;" in said


def test_staff_hide_rules_with_the_reason_of_the_report(shared: OwnRules, admin_user: User) -> None:
    shared.reports.create(reason="Copied from a book.")
    request = RequestFactory().post("/")
    request.user = admin_user
    RulesReportAdmin(RulesReport, site).hide_rules(request, RulesReport.objects.all())
    rules = OwnRules.objects.select_related("ruleset").get(pk=shared.pk)
    assert rules.ruleset.hidden is not None
    assert rules.hidden_reason == "Copied from a book."
    assert not RulesReport.objects.open().exists()


def test_public_rules_are_found_by_name_and_author(shared: OwnRules, stranger: Client) -> None:
    search = reverse("own:public")
    assert "Spagna 1936" not in stranger.get(search).content.decode()
    made_public(shared)
    for words, found in (("", True), ("spagna", True), ("MARTA", True), ("x", False)):
        assert ("Spagna 1936</a>" in stranger.get(search, {"q": words}).content.decode()) is found
    assert stranger.get(search, {"page": "999999999999"}).status_code == 200


def test_hostile_names_are_escaped(shared: OwnRules, marta: User, stranger: Client) -> None:
    name = {"it": "<script>alert(1)</script>", "en": "<script>alert(1)</script>"}
    change_cells(shared.pk, marta, [("head//name", name), ("weapons/lmg/name", name)], key="b")
    publish(shared.pk, marta)
    made_public(shared)
    for address in (page(shared), reverse("own:public"), reverse("own:report", args=[shared.pk])):
        assert "<script>alert" not in stranger.get(address).content.decode()
    browser = browser_of(marta)
    for name_of in ("own:publish", "own:tables", "own:rules"):
        assert "<script>alert" not in browser.get(reverse(name_of, args=[shared.pk])).content.decode()
