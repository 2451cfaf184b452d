"""Users of the site of `bench.site` and their lists."""

from django.conf import settings
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.catalogue import current_version
from rules.core.document.roster import Roster

CSRF = "c" * 32


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def new_user(name: str) -> tuple[User, Client]:
    """Create a user, and return them with their browser."""
    user = User.objects.create_user(name)
    return user, signed_in(user)


def session_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def cookies_of(client: Client) -> str:
    """Return the cookies of a browser, as the header of a request, with CSRF."""
    return f"{settings.SESSION_COOKIE_NAME}={session_of(client)}; {settings.CSRF_COOKIE_NAME}={CSRF}"


def store(owner: User, roster: Roster) -> ArmyList:
    """Make a list of a user."""
    return create_from(Visitor(owner), roster, current_version(roster.ruleset).pk)
