"""The build and visitor of an answer, passed to the browser."""

from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from armybuilder import build
from armybuilder.lists.visitors import BROWSER_KEY, Visitor
from tests.lists.conftest import alice as alice
from tests.lists.conftest import bob as bob
from tests.lists.conftest import carla as carla


def browser_of(visitor: Visitor) -> Client:
    client = Client()
    if visitor.user:
        client.force_login(visitor.user)
    else:
        session = client.session
        session[BROWSER_KEY] = visitor.browser_key
        session.save()
    return client


@pytest.fixture
def sources(tmp_path: Path, settings: Settings) -> Path:
    """A folder of sources with one template."""
    settings.BASE_DIR = tmp_path
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text("one")
    return tmp_path


def test_a_build_is_known_by_what_is_in_it(sources: Path) -> None:
    first = build._build_id()
    assert build._build_id() == first
    (sources / "templates" / "page.html").write_text("two")
    assert build._build_id() != first
    (sources / "templates" / "page.html").write_text("one")
    assert build._build_id() == first


@pytest.mark.parametrize(
    "name",
    [
        "armybuilder/views.py",
        "armybuilder/lists/words.yaml",
        "rules/core/judging/points.py",
        "rules/core/judging/words.yaml",
        "locale/it/django.mo",
    ],
)
def test_code_words_and_translations_are_part_of_it(sources: Path, name: str) -> None:
    first = build._build_id()
    (sources / name).parent.mkdir(parents=True)
    (sources / name).write_text("more")
    assert build._build_id() != first


def test_so_are_the_static_files(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build._build_id()
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "abc", raising=False)
    assert build._build_id() != first


def test_a_page_carries_its_build(client: Client) -> None:
    assert client.get(reverse("privacy")).text.count(f'data-build="{build.BUILD}"') == 1


def test_htmx_answers_have_the_build_and_no_visitor(client: Client) -> None:
    answer = client.get(reverse("privacy"), headers={"HX-Request": "true"})
    assert answer["X-Build"] == build.BUILD
    assert "X-Visitor" not in answer


def test_a_page_says_whose_it_is(client: Client) -> None:
    """Without asking the database: this test has none."""
    answer = client.get(reverse("privacy"))
    assert (answer["X-Visitor"], "X-Build" in answer) == ("nobody", False)


def test_each_visitor_has_a_token_that_names_nobody(alice: Visitor, bob: Visitor, carla: Visitor) -> None:
    clients = [browser_of(alice), browser_of(bob), browser_of(carla), Client()]
    tokens = [client.get(reverse("privacy"))["X-Visitor"] for client in clients]
    assert (len(set(tokens)), tokens[-1], {len(token) for token in tokens[:3]}) == (4, "nobody", {16})
    assert [client.get(reverse("sources"))["X-Visitor"] for client in clients] == tokens


def test_the_token_changes_when_one_signs_out(alice: Visitor) -> None:
    client = browser_of(alice)
    client.post(reverse("account_logout"))
    assert client.get(reverse("privacy"))["X-Visitor"] == "nobody"


def test_a_page_that_is_not_there_has_it_too(client: Client) -> None:
    assert client.get("/nothing/")["X-Visitor"] == client.get(reverse("privacy"))["X-Visitor"]


def test_redirects_have_none(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "en", "next": "/privacy/"})
    assert (answer.status_code, "X-Visitor" in answer) == (302, False)
