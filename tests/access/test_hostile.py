"""No value in any field at any address makes a 500, and each refusal names the field.

The fields are those that the site reads (`reading.py`): a new one is tried without being listed.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.builder.palette import first_level
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from tests.access.bodies import PASSWORD
from tests.access.sending import Asked, Trial, Values
from tests.access.test_who_may import groups, read_table, who_may
from tests.access.test_who_may import made as made
from tests.access.test_who_may import world as world
from tests.access.world import World
from tests.lists.factories import a_list, a_roster

TABLE = read_table()
PARTS = sorted(groups().keys() - {"api"})


@pytest.fixture
def trial() -> Iterator[Trial]:
    """A trial, which fails with all its faults at once."""
    trial = Trial()
    yield trial
    assert not trial.faults, "\n".join(trial.faults)


def values(fields: dict[str, Any]) -> Values:
    """The fields of a form or query, as lists of texts."""
    return {name: [str(value)] for name, value in fields.items()}


def addresses_of(part: str, world: World) -> Iterator[Asked]:
    """Yield a request for each allowed address of a part of the site."""
    for name, route in groups()[part]:
        for method in ("GET", "POST"):
            if outcomes := TABLE.get(f"{method} {name}"):
                who, path = who_may(outcomes), world.address(name, route)
                query = (
                    values(dict(parse_qsl(world.queries.get(name, "").removeprefix("?")))) if method == "GET" else {}
                )
                form = values(world.bodies.get(name, {})) if method == "POST" else {}
                yield Asked(f"{method} {name}", who, method, path, query, form)


@pytest.mark.parametrize("part", PARTS)
def test_nothing_in_a_field_is_a_fault(part: str, world: World, trial: Trial) -> None:
    for asked in addresses_of(part, world):
        trial.of(asked, world.clients[asked.who])


@pytest.mark.parametrize("ruleset", ["bi", "bn", "ludonet"])
def test_nothing_in_the_form_of_any_row_is_a_fault(ruleset: str, world: World, trial: Trial) -> None:
    """The fields of a form depend on the ruleset and on the row."""
    owner = world.clients["owner"]
    army_list = a_list(Visitor(User.objects.get(username="owner")), one_of_each(ruleset))
    for address, fields in acts_on(army_list):
        path = f"/lists/{army_list.pk}/{address}"
        trial.of(Asked(f"POST lists:{address} of {ruleset}", "owner", "POST", path, {}, values(fields)), owner)


def one_of_each(ruleset: str) -> Roster:
    """A list with a figure, a vehicle and all available extras."""
    book = catalogue_for(current_version(ruleset).pk)
    figure = Figure(weapons=(book.weapons[0].id,))
    ways = max(book.vehicles, key=lambda item: len(item.movement), default=None)
    vehicles = (Vehicle(type=ways.id),) if ways else ()
    squad = Squad(
        name="Alpha",
        class_=book.classes[0].id,
        figures=(figure,),
        vehicles=vehicles,
        extras=_extras(book, "squad"),
    )
    return a_roster(squad, ruleset=ruleset, role=book.formats[0].id, extras=_extras(book, "list"))


def _extras(book: Catalogue, scope: Scope) -> tuple[ExtraEntry, ...]:
    sold = [item for item in book.extras if item.sold_for(scope)]
    return tuple(ExtraEntry(extra=item.id, level=first_level(item)) for item in sold[:2])


def acts_on(army_list: ArmyList) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the forms of a list, of its squad and of its rows, with their minimum values."""
    roster = army_list.roster
    squad = roster.squads[0]
    yield "settings/", {"name": "Alpini", "role": roster.role}
    yield "rulings/", {}
    yield f"squads/{squad.id}/", {"class": squad.class_, "kind": squad.kind, "motivation": 0, "fanatic": 0}
    for figure in squad.figures:
        yield f"rows/{figure.id}/", {"count": 1, "class": figure.class_, "leadership": 0}
    for vehicle in squad.vehicles:
        yield f"rows/{vehicle.id}/", {"count": 1, "type": vehicle.type}
    for extra in (*squad.extras, *roster.extras):
        yield f"rows/{extra.id}/", {}
    for row_id in (row.id for row in (*squad.vehicles, *roster.extras[:1])):
        yield f"rows/{row_id}/count/", {"count": 1}


def test_nothing_in_the_forms_on_the_way_in_is_a_fault(world: World, trial: Trial) -> None:
    """Forms for half signed-in users, and for those without a password."""
    for client, path in (half_signed_in(), forgetful("mate"), without_password("stranger")):
        trial.of(Asked(path, "", "POST", path), client)
    assert trial.tried >= {"code", "credential", "password1", "password2"}


def half_signed_in() -> tuple[Client, str]:
    """A user with the right password, at the second step."""
    client = Client()
    client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    return client, reverse("mfa_authenticate")


def forgetful(name: str) -> tuple[Client, str]:
    """A user who followed the link to a new password."""
    client, user = Client(), User.objects.get(username=name)
    link = [user_pk_to_url_str(user), default_token_generator.make_token(user)]
    response = client.get(reverse("account_reset_password_from_key", args=link))
    return client, response.headers["Location"]


def without_password(name: str) -> tuple[Client, str]:
    """A user whose account staff created."""
    client, user = Client(), User.objects.get(username=name)
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    return client, reverse("account_set_password")
