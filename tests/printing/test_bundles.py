"""Several lists in one PDF: the page to select them, small bundles at once, and the page of a job."""

import re
import runpy
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pypdf
import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing import actions, models, tasks
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing.models import CHOICE_AT_MOST, PrintJob
from armybuilder.printing.pdfs import files
from armybuilder.printing.views.bundles import A_PAGE, AT_MOST, AT_ONCE
from armybuilder.printing.views.responses import COOKIE
from tests.lists.factories import a_list, a_roster
from tests.lists.many import many_lists
from tests.printing.looking import HTMX, browser_of, file_of

pytestmark = pytest.mark.usefixtures("loaded_rules", "blank_pages")

CHOOSE = "/lists/print/"
CHOSEN = "form=roster&paper=letter&language=en"
AS_CHOSEN = read_choice(QueryDict(CHOSEN), "en")
HOSTILE = '<script>"漢'


def lists_of(visitor: Visitor, number: int, name: str = "List") -> list[ArmyList]:
    return [a_list(visitor, a_roster(name=f"{name} {count}")) for count in range(1, number + 1)]


def marked(lists: list[ArmyList]) -> dict[str, Any]:
    return {
        "list": [str(one.pk) for one in lists],
        "form": "roster",
        "paper": "letter",
        "language": "en",
    }


def a_job(visitor: Visitor, name: str = "List") -> PrintJob:
    lists = lists_of(visitor, AT_ONCE + 1, name)
    return actions.order_lists(visitor, [one.pk for one in lists], AS_CHOSEN, f"{name} 1, {name} 2 and 3 more")


def done(job: PrintJob, content: bytes = b"%PDF-joined") -> PrintJob:
    assert tasks.go_on(job, job.total)
    files.write(job.file_name, content)
    assert tasks.finish_job(job)
    return PrintJob.objects.get(pk=job.pk)


def page_of(job: PrintJob, name: str = "job") -> str:
    return reverse(f"bundles:{name}", args=[job.pk])


# ── Choosing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_my_lists_links_there(alice: Visitor) -> None:
    lists_of(alice, 2)
    assert f'href="{CHOOSE}"' in browser_of(alice).get("/lists/").content.decode()


def test_only_the_users_own_lists_are_offered(alice: Visitor, bob: Visitor) -> None:
    mine, _ = lists_of(alice, 3), a_list(bob)
    page = browser_of(alice).get(CHOOSE, {"list": str(mine[1].pk)}).content.decode()
    offered = re.findall(r'name="list" value="([^"]+)"( checked)?', page)
    assert sorted(offered) == sorted((str(one.pk), " checked" if one == mine[1] else "") for one in mine)
    everything = browser_of(alice).get(CHOOSE, {"all": "1"}).content.decode()
    assert len(re.findall(r'name="list" value="[^"]+" checked', everything)) == 3


def boxes(page: str) -> dict[str, bool]:
    """The lists with a checkbox, and whether each is checked."""
    return {pk: bool(mark) for pk, mark in re.findall(r'name="list" value="([^"]+)"( checked)?', page)}


def test_ticks_stay_during_a_search(alice: Visitor) -> None:
    assert alice.user
    many_lists([alice.user], 60)
    client, raid = browser_of(alice), a_list(alice, a_roster(name="Raid"))
    last = ArmyList.objects.get(name="Rangers 59")
    asked: dict[str, Any] = {"list": [str(raid.pk), str(last.pk)], "q": "", "form": "cards"}
    first = boxes(client.get(CHOOSE, asked).content.decode())
    assert (len(first), [pk for pk, mark in first.items() if mark]) == (51, [str(last.pk), str(raid.pk)])
    response = client.get(CHOOSE, asked | {"page": "2", "all": "1"})
    second = boxes(response.content.decode())
    assert (len(second), set(second.values())) == (12, {True})
    assert [line.name for line, _ in response.context["besides"]] == ["Raid"]
    assert response.context["print_form"]["form"].value() == ["cards"]
    found = boxes(client.get(CHOOSE, asked | {"q": "rangers 5"}).content.decode())
    assert sum(found.values()) == 2
    nothing = client.get(CHOOSE, {"q": "nothing so"}).content.decode()
    assert (boxes(nothing), "No list matches." in nothing) == ({}, True)


def test_only_the_print_button_sends_the_form_token(alice: Visitor) -> None:
    lists_of(alice, 1)
    page = browser_of(alice).get(CHOOSE).content.decode()
    form = page[page.index('<form class="print-page') : page.index("Print selected lists")]
    assert re.findall("<[a-z]+[^>]*csrfmiddlewaretoken", form)[0].startswith("<button")
    assert form.count("csrfmiddlewaretoken") == 1


def test_more_lists_are_ticked_than_can_be_printed(alice: Visitor) -> None:
    assert alice.user
    lists = many_lists([alice.user], AT_MOST + 1)
    response = browser_of(alice).get(CHOOSE, {"list": [str(one.pk) for one in lists]})
    assert [str(said) for said in response.context["messages"]] == [
        f"Select at least one list, and no more than {AT_MOST}."
    ]
    assert sum(boxes(response.content.decode()).values()) == AT_MOST


def test_the_server_accepts_the_longest_address(alice: Visitor) -> None:
    """The largest selection, plus one page."""
    longest = runpy.run_path("gunicorn.conf.py")["limit_request_line"]
    job = PrintJob(lists=[str(uuid4()) for _ in range(AT_MOST + A_PAGE)], choice="x" * CHOICE_AT_MOST)
    assert len(f"GET {job.again} HTTP/1.1") < longest


def test_a_user_without_lists_is_invited_to_create_a_list() -> None:
    response = Client(headers={"Accept-Language": "en"}).get(CHOOSE)
    assert ("No lists yet" in response.content.decode(), list(response.cookies)) == (True, ["csrftoken"])


def test_queries_do_not_grow_with_the_lists_and_jobs(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser_of(alice)
    for number in (1, 10):
        lists_of(alice, number)
        done(a_job(alice))
        client.get(CHOOSE)
        with django_assert_num_queries(7):  # session, user, last choices, number of lists, lists, jobs, the bell
            client.get(CHOOSE)


# ── A few at once ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_few_lists_are_printed_at_once(alice: Visitor) -> None:
    client, lists = browser_of(alice), lists_of(alice, 3)
    sent = client.post(f"{CHOOSE}start/", marked(lists))
    response = client.get(sent["Location"])
    assert response["Content-Disposition"] == 'attachment; filename="List-1-List-2-and-1-more.pdf"'
    reader = pypdf.PdfReader(BytesIO(response.content))
    assert [item.title for item in reader.outline if not isinstance(item, list)] == [
        "List 1",
        "List 2",
        "List 3",
    ]
    assert [page.mediabox.width for page in reader.pages] == [612] * 3
    assert list(PrintJob.objects.all()) == []
    again = client.get(sent["Location"], headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_choices_are_remembered(carla: Visitor) -> None:
    response = browser_of(carla).post(f"{CHOOSE}start/", marked(lists_of(carla, 2)))
    assert response.cookies[COOKIE].value == CHOSEN


@pytest.mark.parametrize("number", [AT_ONCE, AT_ONCE + 1])
def test_other_users_lists_are_left_out(alice: Visitor, bob: Visitor, carla: Visitor, number: int) -> None:
    for owner, other in ((alice, bob), (carla, alice)):
        lists = [*lists_of(alice if other is alice else bob, number - 1), a_list(owner)]
        assert browser_of(other).post(f"{CHOOSE}start/", marked(lists)).status_code == 404
        address = f"{CHOOSE}bundle.pdf?list={lists[-1].pk}"
        assert browser_of(other).get(address).status_code == 404
    assert list(PrintJob.objects.all()) == []


@pytest.mark.parametrize(
    "asked",
    ["", "?list=", "?list=x", "?list=" + "&list=".join(str(uuid4()) for _ in range(5))],
    ids=[
        "none",
        "empty",
        "foreign",
        "too many",
    ],  # in a fixed order: parallel test processes must use the same names
)
def test_an_address_with_no_lists_or_too_many_is_not_found(alice: Visitor, asked: str) -> None:
    assert browser_of(alice).get(f"{CHOOSE}bundle.pdf{asked}").status_code == 404


def test_an_empty_selection_has_a_message(alice: Visitor) -> None:
    client = browser_of(alice)
    page = client.post(f"{CHOOSE}start/", marked([]), follow=True).content.decode()
    assert f"Select at least one list, and no more than {AT_MOST}." in page


# ── Many, in the background ────────────────────────────────────────────────────────────────────────────────────────


def test_many_lists_become_a_job(alice: Visitor) -> None:
    client, lists = browser_of(alice), lists_of(alice, AT_ONCE + 1)
    sent = client.post(f"{CHOOSE}start/", marked(lists))
    job = PrintJob.objects.get()
    assert sent["Location"] == page_of(job)
    assert (job.owner, job.lists, job.choice, job.total) == (
        alice.user,
        [str(one.pk) for one in lists],
        CHOSEN,
        5,
    )
    page = client.get(sent["Location"]).content.decode()
    assert "Waiting for its turn." in page
    assert '<progress class="progress gap" value="0" max="5"' in page


def test_sending_twice_creates_one_job(alice: Visitor) -> None:
    client, lists = browser_of(alice), lists_of(alice, AT_ONCE + 1)
    assert len({client.post(f"{CHOOSE}start/", marked(lists))["Location"] for _ in range(2)}) == 1


def test_a_user_has_at_most_three_jobs_under_way(alice: Visitor, bob: Visitor) -> None:
    for name in "abc":
        a_job(alice, name)
    lists = lists_of(alice, AT_ONCE + 1, "d")
    page = browser_of(alice).post(f"{CHOOSE}start/", marked(lists), follow=True).content.decode()
    assert "Other bundles of yours are still printing." in page
    assert PrintJob.objects.count() == actions.UNDER_WAY_AT_MOST
    a_job(bob)


@pytest.mark.parametrize("name", ["job", "fetch", "cancel"])
def test_strangers_cannot_see_a_job(alice: Visitor, bob: Visitor, carla: Visitor, name: str) -> None:
    for owner, strangers in ((alice, [bob, carla]), (carla, [alice, bob])):
        job = done(a_job(owner)) if name != "cancel" else a_job(owner)
        for client in (*map(browser_of, strangers), Client()):
            send = client.post if name == "cancel" else client.get
            assert send(page_of(job, name)).status_code == 404
        assert PrintJob.objects.get(pk=job.pk).state == job.state


def test_the_page_refreshes_while_the_job_is_under_way(alice: Visitor) -> None:
    client, job = browser_of(alice), a_job(alice)
    page = client.get(page_of(job), headers=HTMX).content.decode()
    assert f'<div id="job" hx-get="{page_of(job)}" hx-trigger="every 2s"' in page
    tasks.go_on(job, 2)
    assert "2 of 5 lists done." in client.get(page_of(job), headers=HTMX).content.decode()
    tasks.finish_job(job)
    assert "hx-trigger" not in client.get(page_of(job), headers=HTMX).content.decode()


def test_the_owner_downloads_the_file(carla: Visitor) -> None:
    job = done(a_job(carla))
    client = browser_of(carla)
    page = client.get(page_of(job)).content.decode()
    assert ("5 lists are ready." in page, page_of(job, "fetch") in page) == (True, True)
    response = client.get(page_of(job, "fetch"))
    assert b"".join(response.streaming_content) == b"%PDF-joined"  # type: ignore[attr-defined]
    assert response["Content-Disposition"] == 'attachment; filename="List-1-List-2-and-3-more.pdf"'
    assert response["Cache-Control"] == "private, no-cache"


def test_it_moves_to_the_account_with_the_drafts(carla: Visitor) -> None:
    job, client = done(a_job(carla)), browser_of(carla)
    User.objects.create_user("carla", password="a long enough one")
    client.post("/accounts/login/", {"login": "carla", "password": "a long enough one"})
    assert b"".join(client.get(page_of(job, "fetch")).streaming_content) == b"%PDF-joined"  # type: ignore[attr-defined]
    assert PrintJob.objects.get().visitor == Visitor(User.objects.get())


def test_it_is_deleted_after_a_day(alice: Visitor) -> None:
    job, client = done(a_job(alice)), browser_of(alice)
    PrintJob.objects.update(finished=timezone.now() - models.KEPT_FOR - timedelta(seconds=1))
    assert client.get(page_of(job, "fetch")).status_code == 404
    page = client.get(page_of(job)).content.decode()
    assert "The file has expired." in page
    again = f"{CHOOSE}?" + "&".join(f"list={one}" for one in job.lists) + f"&{CHOSEN}"
    assert again.replace("&", "&amp;") in page
    assert client.get(again).content.decode().count("checked") == 5 + 3  # lists; format, paper, language


def test_a_missing_file_is_printed_again(alice: Visitor) -> None:
    job, client = done(a_job(alice)), browser_of(alice)
    file_of(job).unlink()
    answer = client.get(page_of(job, "fetch"))
    assert (answer.status_code, answer["Location"]) == (302, page_of(job))
    page = client.get(page_of(job)).content.decode()
    assert "The file is missing: it is being made again." in page
    assert "Waiting for its turn." in page
    done(job)
    sent = client.get(page_of(job, "fetch"))
    assert b"".join(sent.streaming_content) == b"%PDF-joined"  # type: ignore[attr-defined]
    assert sent["Content-Length"] == str(len(b"%PDF-joined"))


def test_a_cancelled_job_stays_cancelled(alice: Visitor) -> None:
    client, job = browser_of(alice), a_job(alice)
    for _ in range(2):
        assert client.post(page_of(job, "cancel"))["Location"] == page_of(job)
    assert "Cancelled. Nothing was saved." in client.get(page_of(job)).content.decode()
    assert client.get(page_of(job, "cancel")).status_code == 405


def test_a_list_that_fails_to_print_is_named(alice: Visitor) -> None:
    job = a_job(alice)
    tasks.finish_job(job, problem=HOSTILE)
    page = browser_of(alice).get(page_of(job)).content.decode()
    assert "“&lt;script&gt;&quot;漢” could not be printed. Split it in two, or leave it out." in page


def test_the_page_of_a_job_takes_three_queries(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, job = browser_of(alice), a_job(alice)
    with django_assert_num_queries(3):  # session, user, job
        client.get(page_of(job), headers=HTMX)
