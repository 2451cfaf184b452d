"""Forms of a list that follows a force offer what the force has, and what the row has already."""

from collections.abc import Iterator

import pytest
from django.http import QueryDict
from django.utils import translation
from msgspec.structs import replace

from armybuilder.lists.forms import BuilderForm, FormContext, row_form
from rules.core.document import edits
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.document.rows import find_place
from rules.core.forces.followed import started
from rules.loading.reading import parse_force
from tests.core.documents import LIBRARY
from tests.forces.loading import a_text
from tests.lists.factories import a_roster
from tests.lists.sheets import catalogues

BN = catalogues()["bn"]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def held() -> Roster:
    """A list started from the small force, with a squad of each kind in the force."""
    force = parse_force(a_text(), LIBRARY.catalogues)
    roster = started(a_roster(), force, BN, "en")
    return edits.with_ids(roster, iter(f"r{number}" for number in range(1, 99)))


def form_of(roster: Roster, row: str, data: QueryDict | None = None) -> BuilderForm:
    return row_form(find_place(roster, row), FormContext(roster, BN, "en"), data)


def offered(form: BuilderForm) -> dict[str, list[str]]:
    """Return the available choices, by field."""
    chosen = {
        name: getattr(field.widget, "choices", None)
        for name, field in form.fields.items()
        if name in ("weapons", "roles", "class", "leadership", "type", "kind", "traits", "list_class")
    }
    return {name: [item for item, _ in choices] for name, choices in chosen.items() if choices is not None}


def with_men(roster: Roster, *figures: Figure) -> Roster:
    return replace(roster, squads=(replace(roster.squads[0], figures=figures),))


def test_a_man_is_offered_what_any_man_of_his_squad_has(held: Roster) -> None:
    assert offered(form_of(held, held.squads[0].figures[0].id)) == {
        "class": [""],
        "weapons": ["assault-rifle", "smg", "lmg", "pistol"],
        "leadership": ["0", "1", "2"],
        "roles": ["crew"],
    }


def test_former_values_stay_and_posted_ones_are_accepted(held: Roster) -> None:
    man = Figure(id="man", weapons=("sniper-rifle",), class_="elite", leadership=3)
    form = form_of(with_men(held, man), "man")
    assert offered(form) == {
        "class": ["", "elite"],
        "weapons": ["assault-rifle", "smg", "lmg", "pistol", "sniper-rifle"],
        "leadership": ["0", "1", "2", "3"],
        "roles": ["crew"],
    }
    data = QueryDict("count=1&leadership=0&weapons=rpg&class=recruit")
    posted = form_of(with_men(held, man), "man", data)
    assert posted.is_valid()
    assert posted.cleaned_row()["weapons"] == ("rpg",)


def test_a_squad_and_its_vehicles_too(held: Roster) -> None:
    squad = held.squads[0]
    assert offered(form_of(held, squad.id)) == {
        "class": ["veteran", "trained", "recruit"],
        "kind": ["squad"],
        "list_class": ["trained"],
        "traits": ["msu"],
    }
    with_car = replace(held, squads=(replace(squad, vehicles=(Vehicle(id="car", type="tank", weapons=("hmg",)),)),))
    assert offered(form_of(with_car, "car")) == {"type": ["protected", "tank"], "weapons": ["hmg"]}


def test_a_squad_that_the_force_has_not_is_offered_all(held: Roster) -> None:
    strange = replace(held, squads=(Squad(id="s", name="", class_="elite", figures=(Figure(id="man"),)),))
    free = replace(strange, force=None)
    for row in ("s", "man"):
        assert offered(form_of(strange, row)) == offered(form_of(free, row))
