"""Forces in the database, in the words of the tests."""

import json
from typing import Any

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.forces.actions import add_force, load_force
from armybuilder.forces.models import Force
from rules.loading.reading import parse_force
from tests.core.documents import LIBRARY
from tests.core.forces import a_force


def a_text(**fields: Any) -> str:
    """Return the text of the small force, with fields of it changed."""
    return json.dumps(a_force(**fields))


def shipped(**fields: Any) -> Force:
    """Return the small force as one that came with the program."""
    text = a_text(**fields)
    force = parse_force(text, LIBRARY.catalogues)
    load_force(force, text)
    return Force.objects.shipped().get(key=force.id)


def of_club(club: Club, owner: User, **fields: Any) -> Force:
    """Return the small force as one of a club."""
    text = a_text(**fields)
    return add_force(club.pk, owner, parse_force(text, LIBRARY.catalogues), text)
