"""The users of `make load`: each signed in, with a list of 15 entries; every tenth list is public.

make_visitors(number) -> list     needs the site of `bench.site`; input of bench/locustfile.py
"""

from typing import Any

from django.test import Client
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from armybuilder.sharing.actions import publish
from bench.make_lists import roster
from bench.users import CSRF, cookies_of, new_user, store

PUBLIC = 10


def make_visitors(number: int) -> list[dict[str, Any]]:
    """Create this many users with their lists, and return their names and addresses."""
    shared = ""
    people = []
    for place in range(number):
        owner, client = new_user(f"visitor {place}")
        army_list = store(owner, roster(15))
        if place % PUBLIC == 0:
            publication = publish(army_list.pk, owner)
            shared = reverse("sharing:shared", args=[publication.link.token])
        comes_from = f"10.0.{place // 250}.{place % 250 + 1}"
        people.append(_known(client, army_list, shared) | {"comes_from": comes_from})
    return people


def _known(client: Client, army_list: ArmyList, shared: str) -> dict[str, Any]:
    row = army_list.roster.squads[0].figures[0].id
    return {
        "cookies": cookies_of(client),
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
