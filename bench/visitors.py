"""The users of `make load`: each signed in, with a list of 15 entries; every tenth list is public.

make_visitors(number) -> list     needs the site of `bench.site`; input of bench/locustfile.py
"""

from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import publish
from bench.beside import CSRF
from bench.make_lists import DATA
from rules.catalogue import current_version, library
from rules.core.document.reader import read

PUBLIC = 10


def make_visitors(number: int) -> list[dict[str, Any]]:
    """Create this many users with their lists, and return their names and addresses."""
    shared = ""
    people = []
    for place in range(number):
        owner = User.objects.create_user(f"visitor {place}")
        army_list = _a_list(owner)
        if place % PUBLIC == 0:
            publication = publish(army_list.pk, owner)
            shared = reverse("sharing:shared", args=[publication.link.token])
        people.append(
            _known(owner, army_list, shared) | {"comes_from": f"10.0.{place // 250}.{place % 250 + 1}"}
        )
    return people


def _a_list(owner: User) -> ArmyList:
    roster = read((DATA / "bn-15.json").read_bytes(), library())
    return create_from(Visitor(owner), roster, current_version("bn").pk)


def _known(owner: User, army_list: ArmyList, shared: str) -> dict[str, Any]:
    client = Client()
    client.force_login(owner)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    row = army_list.roster.squads[0].figures[0].id
    return {
        "cookies": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}",
        "token": CSRF,
        "edit": reverse("lists:set-count", args=[army_list.pk, row]),
        "pages": {
            "builder": reverse("lists:builder", args=[army_list.pk]),
            "my lists": reverse("lists:index"),
            "public lists": f"{reverse('sharing:browse')}?q=benchmark",
            "a public list": shared,
            "rules": reverse("rules:ruleset", args=["bn"]),
            "front page": reverse("lists:home"),
            "bare page": reverse("bare"),
            "print a roster": reverse("printing:roster", args=[army_list.pk]),
        },
    }
