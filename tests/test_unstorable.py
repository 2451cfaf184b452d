"""Text that cannot be stored: NUL, lone surrogates, and encodings other than UTF-8."""

from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.middleware.unstorable import ANSWER, RefuseUnstorable, in_utf8


@pytest.mark.parametrize("address", ["/lists/?q=a%00b", "/lists/?order=%00", "/public/?a%00b=1"])
def test_a_query_with_nul_gets_a_bare_400(client: Client, db: None, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response.text) == (400, ANSWER)


@pytest.mark.django_db
def test_a_form_with_nul_is_refused_and_nothing_is_changed(client: Client) -> None:
    client.force_login(User.objects.create_user("marta"))
    response = client.post(reverse("clubs:create"), {"name": "Il\0Ridotto"})
    assert (response.status_code, response.text, Club.objects.count()) == (400, ANSWER, 0)


def test_a_lone_surrogate_is_refused_as_well(rf: RequestFactory) -> None:
    """No real request contains one: Django replaces them when decoding."""
    refuse = RefuseUnstorable(lambda _: HttpResponse())
    response = refuse.process_view(rf.get("/"), None, (), {"name": "a\ud800b"})
    assert response is not None
    assert (response.status_code, response.text) == (400, ANSWER)


def test_there_is_nothing_at_an_address_with_nul(client: Client, db: None) -> None:
    assert client.get("/s/a%00b/").status_code == 404


def test_a_form_without_its_token_is_refused_as_such(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/lists/new/", {"ruleset": "b\0n"}).status_code == 403


def test_a_session_cookie_with_nul_is_none(client: Client, db: None) -> None:
    """Another cookie sent with it counts."""
    client.cookies["sessionid"] = "a\0b"
    client.cookies["django_language"] = "en"
    response = client.get("/lists/")
    assert response.status_code == 200
    assert '<html lang="en">' in response.text


PARAMETERS = [
    "; charset={}",
    ";CharSet = {}; a=b",
    "; charset*=utf-8''{}",
    ";;charset={}",
    ";\xa0\x1fcharset={}",
    "; charset*0=; charset*1={}",
    "; charset*0*=utf-8''{}",
    "; title*={}''a",
]


@pytest.mark.parametrize(
    "charset", ["hex", "rot13", "idna", "undefined", "utf-7", "utf-16", "no-such", "", '"u;v"', "utf-8"]
)
def test_no_encoding_that_is_claimed_is_believed(charset: str) -> None:
    """If Django sees one, it reads the query at once, even if it has no texts or is too long."""
    for parameter in PARAMETERS:
        content_type = "application/json" + parameter.format(charset)
        request = as_django_sees_it(content_type, "q=%2B2AA-")
        assert (request.content_type, request.GET["q"]) == ("application/json", "+2AA-"), parameter
        with pytest.raises(TooManyFieldsSent):
            assert as_django_sees_it(content_type, "&" * 5_000).GET


def as_django_sees_it(content_type: str, query: str) -> WSGIRequest:
    """A request that declares this encoding."""
    environ: dict[str, Any] = {"QUERY_STRING": query, "CONTENT_TYPE": content_type}
    setup_testing_defaults(environ)
    seen: list[WSGIRequest] = []

    def application(environ: dict[str, Any], start_response: object) -> list[bytes]:
        seen.append(WSGIRequest(environ))
        return []

    in_utf8(application)(environ, lambda *said: lambda content: None)
    return seen[0]
