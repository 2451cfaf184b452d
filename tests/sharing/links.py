"""Helpers for shared lists."""

from django.test import Client
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import make_link, publish
from armybuilder.sharing.models import Publication, ShareLink
from tests.lists.factories import a_list

ENGLISH = {"Accept-Language": "en"}


def a_link(visitor: Visitor, army_list: ArmyList | None = None, *, frozen: bool = False) -> ShareLink:
    return make_link((army_list or a_list(visitor)).pk, visitor, frozen=frozen)


def published(visitor: Visitor, army_list: ArmyList | None = None) -> Publication:
    """Return a public list of a user."""
    assert visitor.user
    return publish((army_list or a_list(visitor)).pk, visitor.user)


def page(link: ShareLink, name: str = "shared") -> str:
    """Return the address of a page behind a link."""
    return reverse(f"sharing:{name}", args=[link.token])


def status(link: ShareLink) -> int:
    """Return what a stranger sees when opening a link."""
    return Client().get(page(link)).status_code
