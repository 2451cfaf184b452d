"""The content security policy: nothing from other origins, nothing inline."""

import pytest
from django.test import Client

from tests.fixtures import loaded_rules as loaded_rules

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/sources/", "/accounts/login/", "/nowhere/", "/admin/login/"])
def test_every_page_says_what_it_may_load(address: str) -> None:
    policy = Client().get(address)["Content-Security-Policy"]
    assert set(policy.split("; ")) == POLICY
