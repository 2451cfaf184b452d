"""Large printouts: done in the background, with their work counted."""

from typing import Any

import pytest
from django.core.management import call_command
from django_tasks_db.management.commands import db_worker
from lxml import html

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import pool
from armybuilder.printing.views import responses
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import blank_page, browser_of
from tests.printing.sheets import twelve_men

pytestmark = pytest.mark.usefixtures("loaded_rules")
ENGLISH = {"language": "en", "paper": "a4"}
QUERY = "paper=a4&language=en"


def sheet_of(army_list: ArmyList) -> str:
    return f"/lists/{army_list.pk}/print/roster.pdf?{QUERY}"


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch, carla: Visitor) -> ArmyList:
    """A list of a visitor without an account. Each of its printouts is large."""
    monkeypatch.setattr(responses, "LARGE_SIGNED_OUT", 0)
    monkeypatch.setattr(pool, "render", lambda *page: b"%PDF-made")
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    return a_list(carla)


def sent(page: bytes) -> dict[str, Any]:
    (form,) = html.fromstring(page).cssselect("form[action='/lists/print/start/']")
    return dict(form.form_values())


def test_it_is_prepared_in_the_background_and_downloads_at_once_afterwards(
    large: ArmyList, carla: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, sheet = browser_of(carla), sheet_of(large)
    offered = client.get(sheet)
    assert (offered.status_code, offered.headers.get("Content-Disposition")) == (200, None)
    assert not PrintJob.objects.exists()  # viewing prints nothing

    begun = client.post("/lists/print/start/", sent(offered.content))

    job = PrintJob.objects.get()
    assert (begun.status_code, begun["Location"]) == (302, f"/lists/print/{job.pk}/")
    assert (job.lists, job.as_chosen.formats, job.as_chosen.options.language) == (
        [str(large.pk)],
        ("roster",),
        "en",
    )
    monkeypatch.setattr("armybuilder.printing.tasks.bind", lambda *made: b"%PDF-bound")
    call_command("work", batch=True)
    assert PrintJob.objects.get().state == "done"
    assert client.get(sheet).content == b"%PDF-made"


def test_it_has_a_notice_instead_of_a_preview(large: ArmyList, carla: Visitor) -> None:
    client = browser_of(carla)
    shown = html.fromstring(client.get(f"/lists/{large.pk}/print/?form=roster&{QUERY}").content)
    (said,) = shown.cssselect("#preview .notice")
    assert said.text_content() == ("This printout is large: it is prepared in the background and has no preview.")
    assert client.get(f"/lists/{large.pk}/print/roster/1.png").status_code == 404


def test_several_lists_are_also_prepared_in_the_background(large: ArmyList, carla: Visitor) -> None:
    fields = {"list": [str(large.pk)], "form": ["roster", "cards"], **ENGLISH}
    client = browser_of(carla)
    assert sent(client.get("/lists/print/bundle.pdf", fields).content)["list"] == str(large.pk)
    assert client.post("/lists/print/start/", fields)["Location"] == f"/lists/print/{PrintJob.objects.get().pk}/"


def test_work_is_counted_by_the_size_of_the_page() -> None:
    pages = [Printout("<p>" * number, "roster", "", "") for number in (0, 142, 143, 1428, 1429)]
    assert [page.work for page in pages] == [1, 1, 2, 10, 11]
    assert Printout("<p>" * 1429, "reference", "", "", cost=0.5).work == 8


def test_an_ordinary_list_is_printed_at_once_without_an_account(
    carla: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "render", blank_page)
    army_list, client = a_list(carla, twelve_men()), browser_of(carla)
    answers = [client.get(f"/lists/{army_list.pk}/print/{name}.pdf?{QUERY}") for name in FORMATS]
    assert {answer["Content-Type"] for answer in answers} == {"application/pdf"}


@pytest.mark.parametrize(("work", "signed_out", "signed_in"), [(8, True, True), (9, False, True), (29, False, False)])
def test_without_an_account_at_most_a_second_is_spent_at_once(
    work: int,
    signed_out: bool,
    signed_in: bool,
    carla: Visitor,
    alice: Visitor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "render", lambda *page: b"%PDF-made")
    monkeypatch.setattr(Printout, "work", work)
    answers = [browser_of(who).get(sheet_of(a_list(who))) for who in (carla, alice)]
    assert [answer.content == b"%PDF-made" for answer in answers] == [signed_out, signed_in]


def test_an_address_has_a_limit_of_work(monkeypatch: pytest.MonkeyPatch, alice: Visitor) -> None:
    monkeypatch.setitem(limits.LIMITS, "print", Rate(5, 3600))
    monkeypatch.setattr(Printout, "work", 2)
    monkeypatch.setattr(pool, "render", lambda *page: b"%PDF-made")
    browser = browser_of(alice)
    sheets = [sheet_of(a_list(alice, a_roster(name=name))) for name in "ABC"]
    assert [browser.get(sheet).status_code for sheet in (*sheets, sheets[0])] == [200, 200, 429, 200]
