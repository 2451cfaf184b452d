"""The words of the history for each action, in its reader's language."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from armybuilder.lists.history import done
from tests.lists.builder import Builder, text
from tests.lists.factories import a_key

pytestmark = pytest.mark.usefixtures("loaded_rules")

# An action, its post, and its words in English and in Italian.
ACTS: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "squads/{bravo}/figures/",
        {"preset": "rifleman"},
        "rifleman added to Bravo",
        "fuciliere aggiunto a Bravo",
    ),
    (
        "squads/{bravo}/vehicles/",
        {"type": "light-armour"},
        "light armour added to Bravo",
        "blindato leggero aggiunto a Bravo",
    ),
    ("extras/", {"extra": "ambush"}, "ambush added", "extra aggiunto: imboscata"),
    ("rows/{group}/count/", {"count": "5"}, "number of rifleman changed", "quantità di fuciliere cambiata"),
    ("rows/{leader}/remove/", {}, "Sgt. Rossi removed from Alpha", "Sgt. Rossi tolto da Alpha"),
    (
        "rows/{group}/to-squad/",
        {"to": "{bravo}"},
        "rifleman moved to Bravo",
        "fuciliere spostato a Bravo",
    ),
    ("squads/{alpha}/remove/", {}, "Alpha removed", "Alpha tolta"),
    ("squads/", {"kind": "squad"}, "squad added", "squadra aggiunta"),
]


@pytest.mark.parametrize(("act", "fields", "english", "italian"), ACTS)
def test_each_act_is_told_in_both_languages(
    page: Builder, act: str, fields: dict[str, Any], english: str, italian: str
) -> None:
    leader, group = page.alpha.figures
    ids = {"alpha": page.alpha.id, "bravo": page.bravo.id, "leader": leader.id, "group": group.id}
    posted = {name: value.format(**ids) for name, value in fields.items()}
    assert page.post(act.format(**ids), posted).status_code == 200
    revision = page.stored.revision
    assert revision is not None
    for language, words in (("en", english), ("it", italian)):
        with translation.override(language):
            assert done(revision) == words


def test_a_squad_without_a_name_is_told_by_its_place(page: Builder) -> None:
    nameless: dict[str, Any] = {"name": "", "kind": "squad", "class": "elite"}
    page.post(f"squads/{page.alpha.id}/", **nameless)
    page.post(f"squads/{page.alpha.id}/figures/", preset="rifleman")
    revision = page.stored.revision
    assert revision is not None
    with translation.override("it"):
        assert done(revision) == "fuciliere aggiunto a Squadra 1"


def test_merging_is_offered_where_rows_are_equal_and_makes_them_one(page: Builder) -> None:
    assert "Merge identical rows" not in text(page.get())
    page.post(f"rows/{page.alpha.figures[1].id}/split/")
    assert text(page.get()).count("Merge identical rows") == 1
    response = page.post(f"squads/{page.alpha.id}/merge/")
    assert "Undo: identical rows of Alpha merged" in text(response)
    assert "Merge identical rows" not in text(response)
    assert [figure.count for figure in page.alpha.figures] == [1, 7]


def test_several_vehicles_are_split(page: Builder) -> None:
    truck = page.bravo.vehicles[0].id
    page.post(f"rows/{truck}/count/", count="3")
    page.post(f"rows/{truck}/split/")
    assert [vehicle.count for vehicle in page.bravo.vehicles] == [2, 1]


def test_a_removal_sent_again_is_no_missing_row(page: Builder) -> None:
    act, key = f"rows/{page.alpha.figures[0].id}/remove/", a_key()
    first, second = (page.post(act, key=key) for _ in range(2))
    assert "That row no longer exists" not in text(second)
    assert (first.status_code, second.status_code) == (200, 200)


def test_a_refused_form_sent_again_after_it_was_taken_is_the_present_sheet(page: Builder) -> None:
    """Its key already made a revision: it was done, whatever it contains now."""
    act, key = f"rows/{page.alpha.figures[1].id}/count/", a_key()
    page.post(act, count="5", key=key)
    assert page.post(act, count="x", key=key).status_code == 200
    assert page.alpha.figures[1].count == 5


def test_the_menu_leads_to_history_pair_and_comparison(page: Builder) -> None:
    builder = page.get().content.decode()
    for address in (
        f"{page.address}history/",
        f"{page.address}pair/",
        f"{page.address}profile/",
    ):
        assert f'href="{address}"' in builder
    comparison = f'href="{reverse("sharing:compare")}?a={page.pk}"'
    assert comparison in page.get("profile/").content.decode()
    page.post("settings/", name="Rangers", role="open")
    assert f'href="{page.address}pair/"' not in page.get().content.decode()


def test_a_visitor_without_an_account_has_a_history_too(english_client: Client) -> None:
    address = english_client.post(reverse("lists:create"), {"ruleset": "bn", "role": "attacker"})["Location"]
    assert "list started" in text(english_client.get(f"{address}history/"))
