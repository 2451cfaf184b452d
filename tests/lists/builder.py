"""A visitor at the builder, for the tests of the views."""

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Roster, Squad
from tests.lists.factories import a_key, a_list

HTMX = {"HX-Request": "true"}


class Builder:
    """A visitor at the builder of a list."""

    def __init__(self, client: Client, army_list: ArmyList) -> None:
        self.client = client
        self.address = reverse("lists:builder", args=[army_list.pk])
        self.pk = army_list.pk

    @property
    def stored(self) -> ArmyList:
        """Return the list in the database."""
        return ArmyList.objects.get(pk=self.pk)

    @property
    def roster(self) -> Roster:
        """Return its document."""
        return self.stored.roster

    @property
    def alpha(self) -> Squad:
        """Its first squad."""
        return self.roster.squads[0]

    @property
    def bravo(self) -> Squad:
        """Its second squad."""
        return self.roster.squads[1]

    def post(self, act: str, fields: dict[str, Any] | None = None, *, htmx: bool = True, **more: Any) -> Any:
        """Send the form of an action, with a new key unless it brings one."""
        data = {"key": a_key()} | (fields or {}) | {name.rstrip("_"): value for name, value in more.items()}
        return self.client.post(self.address + act, data, headers=HTMX if htmx else {})

    def get(self, query: str = "") -> Any:
        """Open the page, or one below it."""
        return self.client.get(self.address + query)


def at_the_builder(client: Client, visitor: Visitor, roster: Roster) -> Builder:
    """Sign a visitor in, and open the builder on a list of theirs."""
    assert visitor.user
    client.force_login(visitor.user)
    return Builder(client, a_list(visitor, roster))


def text(response: Any) -> str:
    """Return the visible words of an answer."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def open_fields(response: Any) -> dict[str, list[str]]:
    """Return the post of the only open edit state in a sheet."""
    (open_state,) = html.fromstring(response.content.decode()).find_class("is-editing")
    (form,) = open_state.iter("form")
    fields: dict[str, list[str]] = {}
    for name, value in form.form_values():
        fields.setdefault(name, []).append(value)
    return fields


def is_sheet(response: Any) -> bool:
    """Return whether an answer is the sheet alone."""
    return bool(response.content.lstrip().startswith(b'<div id="sheet"'))
