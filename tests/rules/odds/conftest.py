"""Fixtures of the odds pages."""

import pytest
from django.test import Client


@pytest.fixture
def english(client: Client) -> Client:
    """A browser that prefers English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
