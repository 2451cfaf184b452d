"""The size limit of requests: by their length, at every address, before anything is read."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from armybuilder.middleware import uploads
from armybuilder.middleware.uploads import A_LIST, AROUND_A_FILE, most_bytes
from armybuilder.personal_data import reading
from tests.access.routes import addresses
from tests.fixtures import loaded_rules as loaded_rules

HUGE = 400_000_000
FORM = "multipart/form-data; boundary=xxx"
EXAMPLES = {"uuid": "0b3a4a63-1c0e-4b4e-9d2f-4d0c1f9a7e11", "int": "1", "own": "own-abcdefgh"}
# A part of an address, in <> or as (?P<…>…).
PART = re.compile(r"<(?:(\w+):)?\w+>|\(\?P<\w+>[^/]+?\)(?=[-/]|$)")


class Untouched(BytesIO):
    """A body that fails the test when it is read."""

    def read(self, size: int | None = -1) -> bytes:
        raise AssertionError("the body was read")


def filled(route: str) -> str:
    return PART.sub(lambda match: EXAMPLES.get(match[1], "x"), route)


def routes() -> list[str]:
    return sorted({filled(route) for name, route in addresses() if "(?P<url>" not in route})


def announce(client: Client, address: str, size: object, **more: Any) -> Any:
    """Send a request that declares its size; its body must not be read."""
    environment: dict[str, Any] = {"PATH_INFO": address, "REQUEST_METHOD": "POST", "CONTENT_TYPE": FORM}
    environment |= {"CONTENT_LENGTH": str(size), "wsgi.input": Untouched()}
    return client.request(**environment, **more)


@pytest.fixture
def english() -> Client:
    """A browser that must send the token of each form, like a real one."""
    return Client(headers={"Accept-Language": "en"}, enforce_csrf_checks=True)


def test_large_requests_are_refused_unread_on_every_address(english: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "render", lambda *page, status: HttpResponse(status=status))  # it is below the limit
    assert len(routes()) > 150
    got = {route: announce(english, route, HUGE).status_code for route in routes()}
    assert {route: status for route, status in got.items() if status != 413} == {}


@pytest.mark.parametrize(
    ("name", "most", "told"),
    [("lists:create", settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "2.6"), ("lists:import", A_LIST, "6")],
)
def test_the_page_says_how_much_it_may_be(english: Client, name: str, most: int, told: str) -> None:
    answer = announce(english, reverse(name), most + 1)
    assert answer.status_code == 413
    assert f"You can send at most {told} MB here. Nothing was read and nothing was changed." in answer.text


def test_it_says_so_in_italian() -> None:
    italian = Client(headers={"Accept-Language": "it"})
    answer = announce(italian, reverse("lists:create"), HUGE)
    assert "Qui si possono inviare al massimo 2,6 MB. Niente è stato letto e niente è cambiato." in answer.text


def test_a_program_is_told_in_json(english: Client) -> None:
    answer = announce(english, "/api/v1/assess", A_LIST + 1)
    assert (answer.status_code, answer.json()) == (
        413,
        {"detail": "The request is larger than 6,000,000 bytes."},
    )


@pytest.mark.parametrize("address", ["/lists/import/", "/api/v1/assess"])
def test_a_size_that_is_not_said_is_asked_for(english: Client, address: str) -> None:
    answer = announce(english, address, "", HTTP_TRANSFER_ENCODING="chunked")
    assert answer.status_code == 411
    assert "Say how large the request is: Content-Length is needed." in answer.text


def test_as_much_as_may_be_is_read() -> None:
    with pytest.raises(AssertionError, match="the body was read"):
        announce(Client(), reverse("set_language"), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def test_a_stranger_is_sent_to_sign_in_before_a_backup_is_read(english: Client) -> None:
    answer = announce(english, reverse("backup:restore"), reading.MOST_BYTES)
    assert (answer.status_code, answer["Location"][:16]) == (302, "/accounts/login/")


@pytest.mark.django_db
def test_a_backup_is_read_from_its_owner_who_shows_the_token_of_the_form(django_user_model: Any) -> None:
    user = django_user_model.objects.create_user("alice")
    strict, lenient = Client(enforce_csrf_checks=True), Client()
    for client, status in ((strict, 403), (lenient, 422)):
        client.force_login(user)
        file = SimpleUploadedFile("backup.json", b"{")
        assert client.post(reverse("backup:restore"), {"file": file}).status_code == status


def test_a_backup_has_room_for_its_form() -> None:
    assert most_bytes("backup:restore") == reading.MOST_BYTES + AROUND_A_FILE
