"""Requests are read only as JSON."""

import pytest
from django.test import RequestFactory

from armybuilder.api.schemas import OtherTypeError, body

JSON = ("application/json", "Application/JSON; charset=utf-8", "application/armylist+json")
OTHER = ("", "json", "text/plain", "text/x+json", "application/jsonp", "multipart/form-data", "à")


@pytest.mark.parametrize("kind", JSON)
def test_json_may_be_of_a_kind(kind: str) -> None:
    assert body(RequestFactory().generic("POST", "/", b"{}", kind)) == b"{}"


@pytest.mark.parametrize("kind", OTHER)
def test_nothing_else_is_read(kind: str) -> None:
    request = RequestFactory().generic("POST", "/", b"{}", kind)
    with pytest.raises(OtherTypeError):
        body(request)
    assert request.read() == b"{}"
