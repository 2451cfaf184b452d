"""Every action on a list, answered to htmx and to plain forms; sent twice."""

from typing import Any

import pytest
from django.test import Client
from lxml import html
from msgspec.structs import replace

from armybuilder.lists.visitors import Visitor
from tests.lists.builder import Builder, at_the_builder, is_sheet, text
from tests.lists.factories import a_key, a_roster

pytestmark = pytest.mark.usefixtures("loaded_rules")

# ── Answers to acts ────────────────────────────────────────────────────────────────────────────────────────────────


def test_htmx_gets_the_sheet(page: Builder) -> None:
    response = page.post(f"rows/{page.alpha.figures[1].id}/count/", count="4")
    assert (response.status_code, is_sheet(response)) == (200, True)
    assert page.alpha.figures[1].count == 4


def test_a_new_squad_is_of_the_last_squads_class_unless_it_names_one(page: Builder) -> None:
    page.post("squads/")
    page.post("squads/", class_="recruit", kind="section")
    page.post("squads/", class_="nobody")
    page.post("squads/", kind="sniper-team")
    assert [(squad.class_, squad.kind) for squad in page.roster.squads[2:]] == [
        ("trained", "squad"),
        ("recruit", "section"),
    ]


def test_a_plain_form_is_sent_on_to_the_page_at_its_row(page: Builder) -> None:
    row = page.alpha.figures[1].id
    response = page.post(f"rows/{row}/", htmx=False, count="4", leadership="0", edit=row, squad=page.bravo.id)
    assert response.status_code == 302
    assert response["Location"] == f"{page.address}?edit={row}&squad={page.bravo.id}#{row}"
    assert page.alpha.figures[1].count == 4
    for fields in ({"by": "1"}, {"by": "-1"}, {"count": "3"}):
        response = page.post(f"rows/{row}/count/", fields, htmx=False)
        assert response["Location"] == f"{page.address}#{row}"


@pytest.mark.parametrize(
    ("act", "fields", "place"),
    [
        ("figures/", {"preset": "medic"}, "preset-medic"),
        ("figures/take/", {"preset": "lmg"}, "preset-lmg"),
        ("vehicles/", {"type": "tank"}, "type-tank"),
        ("vehicles/take/", {"type": "protected"}, "type-protected"),
        ("extras/", {"extra": "motivation"}, "extra-motivation"),
    ],
)
def test_a_plain_form_of_the_palette_leads_back_to_its_line(
    page: Builder, act: str, fields: dict[str, str], place: str
) -> None:
    response = page.post(f"squads/{page.bravo.id}/{act}", fields, htmx=False)
    assert response["Location"] == f"{page.address}?squad={page.bravo.id}#{place}"
    following = html.fromstring(page.client.get(response["Location"]).content.decode())
    assert following.get_element_by_id("palette") in following.get_element_by_id(place).iterancestors()


@pytest.mark.parametrize(
    ("fields", "place"), [({"kind": "squad"}, "palette"), ({"ready": "foot"}, "")], ids=["empty", "ready"]
)
def test_a_plain_form_that_begins_a_squad_leads_to_what_it_can_have(
    page: Builder, fields: dict[str, str], place: str
) -> None:
    response = page.post("squads/", fields, htmx=False)
    squad = page.roster.squads[-1].id
    assert response["Location"] == f"{page.address}?squad={squad}#{place or squad}"


def test_a_page_is_never_shown_from_the_browsers_store(page: Builder) -> None:
    assert "no-store" in page.get()["Cache-Control"]


def test_a_form_sent_again_changes_nothing(page: Builder) -> None:
    act, key = f"squads/{page.alpha.id}/figures/", a_key()
    assert page.post(act, preset="rifleman", key=key).status_code == 200
    assert page.post(act, preset="rifleman", key=key).status_code == 200
    assert [row.count for row in page.alpha.figures] == [1, 8]


def test_two_honest_taps_count_twice(page: Builder) -> None:
    act = f"squads/{page.alpha.id}/figures/"
    page.post(act, preset="rifleman")
    page.post(act, preset="rifleman")
    assert [row.count for row in page.alpha.figures] == [1, 9]


# ── Each act ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_adding_squads(page: Builder) -> None:
    assert page.post("squads/", class_="elite").status_code == 200
    page.post("squads/", kind="section")
    assert [(squad.class_, squad.kind) for squad in page.roster.squads[2:]] == [
        ("elite", "squad"),
        ("elite", "section"),
    ]


def test_editing_a_squad(page: Builder) -> None:
    page.post(f"squads/{page.bravo.id}/", name="Charlie", kind="section", class_="elite", traits=["msu"])
    squad = page.bravo
    assert (squad.name, squad.kind, squad.class_, squad.traits) == ("Charlie", "section", "elite", ("msu",))


def test_duplicating_moving_and_removing_a_squad(page: Builder) -> None:
    page.post(f"squads/{page.bravo.id}/duplicate/")
    assert [squad.name for squad in page.roster.squads] == ["Alpha", "Bravo", "Bravo"]
    page.post(f"squads/{page.alpha.id}/move/", by="1")
    assert [squad.name for squad in page.roster.squads] == ["Bravo", "Alpha", "Bravo"]
    page.post(f"squads/{page.roster.squads[1].id}/move/", by="-1")
    assert [squad.name for squad in page.roster.squads] == ["Alpha", "Bravo", "Bravo"]
    page.post(f"squads/{page.alpha.id}/remove/")
    assert [squad.name for squad in page.roster.squads] == ["Bravo", "Bravo"]


def test_the_palette_adds_to_the_group_tells_how_many_there_are_and_takes_one_away(page: Builder) -> None:
    def shown(response: Any) -> list[str]:
        document = html.fromstring(response.content.decode())
        return [line.text_content().strip() for line in document.find_class("preset-count") if line.text_content()]

    figures, vehicles = f"squads/{page.bravo.id}/figures/", f"squads/{page.bravo.id}/vehicles/"
    for act, fields in ((figures, {"preset": "medic"}), (vehicles, {"type": "tank"})):
        before = page.roster
        page.post(act, fields)
        assert "2" in shown(page.post(act, fields))
        assert page.post(f"{act}take/", fields).status_code == 200
        assert shown(page.post(f"{act}take/", fields)) == shown(page.get(f"?squad={page.bravo.id}"))
        assert page.roster == before
        assert "That row no longer exists" in text(page.post(f"{act}take/", fields))
        assert page.roster == before


def test_naming_one_of_a_group_splits_it_off(page: Builder) -> None:
    leader, group = page.alpha.figures
    page.post(f"rows/{group.id}/", name="Verdi", count="7", leadership="0", weapons="assault-rifle")
    verdi, rest = page.alpha.figures[1:]
    assert (verdi.id, verdi.name, verdi.count) == (group.id, "Verdi", 1)
    assert rest == replace(group, id=rest.id, count=group.count - 1)
    page.post(f"rows/{rest.id}/", name="Alpini", count="3", leadership="0", weapons="assault-rifle")
    assert page.alpha.figures == (leader, verdi, replace(rest, name="Alpini", count=3))


def test_adding_figures_vehicles_and_extras(page: Builder) -> None:
    page.post(f"squads/{page.bravo.id}/figures/", preset="medic")
    page.post(f"squads/{page.bravo.id}/vehicles/", type="tank")
    page.post(f"squads/{page.bravo.id}/extras/", extra="motivation")
    page.post("extras/", extra="negotiation")
    figure = page.bravo.figures[-1]
    assert (figure.roles, figure.weapons) == (("medic",), ("assault-rifle",))
    assert [vehicle.type for vehicle in page.bravo.vehicles] == ["protected", "tank"]
    assert [entry.extra for entry in page.bravo.extras] == ["motivation"]
    assert [(entry.extra, entry.level) for entry in page.roster.extras] == [
        ("intelligence", 0),
        ("negotiation", 2),
    ]


def test_editing_a_figure(page: Builder) -> None:
    row = page.alpha.figures[1].id
    page.post(f"rows/{row}/", name="Group", count="5", weapons=["assault-rifle"], leadership="1", team="B")
    figure = page.alpha.figures[1]
    assert (figure.name, figure.count, figure.leadership, figure.team) == ("Group", 5, 1, "B")


def test_editing_a_vehicle(page: Builder) -> None:
    row = page.bravo.vehicles[0].id
    page.post(f"rows/{row}/", type="light-armour", count="2", weapons=["hmg"], movement="tracked")
    vehicle = page.bravo.vehicles[0]
    assert (vehicle.type, vehicle.count, vehicle.weapons, vehicle.movement) == (
        "light-armour",
        2,
        ("hmg",),
        "tracked",
    )


def test_editing_an_extra(page: Builder) -> None:
    page.post(f"rows/{page.roster.extras[0].id}/", level="3")
    assert page.roster.extras[0].level == 3


def test_the_acts_of_a_row(page: Builder) -> None:
    group = page.alpha.figures[1].id
    page.post(f"rows/{group}/split/")
    assert [figure.count for figure in page.alpha.figures] == [1, 6, 1]
    page.post(f"rows/{group}/duplicate/")
    assert [figure.count for figure in page.alpha.figures] == [1, 6, 6, 1]
    page.post(f"rows/{group}/move/", by="-1")
    assert [figure.count for figure in page.alpha.figures] == [6, 1, 6, 1]
    page.post(f"rows/{group}/to-squad/", to=page.bravo.id)
    assert [figure.count for figure in page.bravo.figures] == [3, 6]
    page.post(f"rows/{group}/remove/")
    assert [figure.count for figure in page.bravo.figures] == [3]


def test_a_row_is_put_at_a_place(page: Builder) -> None:
    leader, group = (figure.id for figure in page.alpha.figures)
    page.post(f"rows/{group}/place/", to=page.alpha.id, place="0")
    assert [figure.id for figure in page.alpha.figures] == [group, leader]
    page.post(f"rows/{leader}/place/", to=page.bravo.id, place="0")
    assert [figure.id for figure in page.alpha.figures] == [group]
    assert page.bravo.figures[0].id == leader


def test_no_number_stands_for_the_first_place(page: Builder) -> None:
    leader, group = (figure.id for figure in page.alpha.figures)
    page.post(f"rows/{group}/place/", to=page.alpha.id, place="-1")
    assert [figure.id for figure in page.alpha.figures] == [group, leader]


def test_settings(page: Builder) -> None:
    page.post("settings/", name="Raid", role="open", limit="200", pair_name="ISAF", notes="At night.")
    roster = page.roster
    assert (roster.name, roster.role, roster.limit) == ("Raid", "open", 200)
    assert (roster.pair_name, roster.notes) == ("ISAF", "At night.")


def test_rulings_are_chosen_and_the_default_is_not_written_down(page: Builder) -> None:
    page.post("rulings/", medic="flat", unpriced="forbidden")
    assert page.roster.rulings == {"medic": "flat"}
    page.post("rulings/", medic="surcharge")
    assert page.roster.rulings == {"medic": "surcharge"}


def test_a_crew_paid_as_figures_is_said_on_the_vehicle_until_it_is_undone(page: Builder) -> None:
    said = "Crew paid as figures: add them to a squad"
    shown = [text(page.get()).count(said)]
    for act, sent in (("rulings/", {"crew-cost": "figures"}), ("undo/", {})):
        page.post(act, dict(sent))
        shown.append(text(page.get()).count(said))
    assert shown == [1, 2, 1]  # once among the rulings


def test_own_prices_are_shown_and_can_be_dropped(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster(prices={"classes/elite": 14}))
    assert "Custom prices" in text(page.get())
    page.post("prices/drop/")
    assert page.roster.prices == {}


def test_undo_and_redo_say_what_they_take_back(page: Builder) -> None:
    response = page.post(f"squads/{page.alpha.id}/figures/", preset="medic")
    assert "Undo: medic added to Alpha" in text(response)
    assert "Redo: medic added to Alpha" in text(page.post("undo/"))
    assert len(page.alpha.figures) == 2
    page.post("redo/")
    assert len(page.alpha.figures) == 3
