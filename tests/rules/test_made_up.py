"""Two made-up rulesets in YAML only: they load, build and print without any code for them."""

import re
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.builder import Sheet
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.layout import RosterSheet, lay_out
from armybuilder.printing.layout.options import Options
from armybuilder.printing.pdfs.from_html import make_pdf
from armybuilder.printing.units.setting import Setting
from rules.catalogue import current_version
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, Vehicle
from tests.rules.invented import (
    BOARDER,
    CATALOGUES,
    HAND,
    HARBOUR,
    MADE_UP,
    MATE,
    ORBIT,
    PILOT,
    PRICES,
    a_bad_night,
    a_boarding,
    a_squad,
    begun,
    built,
    judged,
)

# They load


@pytest.fixture
def loaded(db: None) -> None:
    call_command("load_rules", *sorted(MADE_UP.glob("*.yaml")), stdout=StringIO())


@pytest.mark.django_db
def test_both_load() -> None:
    out = StringIO()
    call_command("load_rules", *sorted(MADE_UP.glob("*.yaml")), stdout=out)
    assert out.getvalue().splitlines() == [
        "harbour: version 1 is new and current",
        "orbit: version 1 is new and current",
    ]


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("catalogue", [HARBOUR, ORBIT], ids=lambda catalogue: catalogue.id)
def test_the_reference_tells_the_die(catalogue: Catalogue, client: Client) -> None:
    page = client.get(reverse("rules:ruleset", args=[catalogue.id]), headers={"accept-language": "en"})
    assert re.findall(r"Fire: number needed on a d(\d+), by range in cm", page.text) == [str(catalogue.die)]


# They build: with the builder's own addresses


def shown(client: Client, list_id: UUID) -> Sheet:
    """What the builder shows for a list."""
    response = client.get(reverse("lists:builder", args=[list_id]), headers={"accept-language": "en"})
    assert response.status_code == 200
    sheet: Sheet = response.context["sheet"]
    return sheet


def post(client: Client, act: str, list_id: UUID, *row: str, **fields: Any) -> None:
    response = client.post(reverse(f"lists:{act}", args=[list_id, *row]), fields)
    assert response.status_code == 302, (act, response.status_code)


@pytest.mark.usefixtures("loaded")
def test_a_list_of_the_sixth_is_built_in_the_builder(client: Client) -> None:
    created = client.post(reverse("lists:create"), {"ruleset": "harbour", "role": "open"})
    assert created.status_code == 302
    list_id = ArmyList.objects.get().pk
    assert [(choice.name, choice.price) for choice in shown(client, list_id).begin_with] == [
        ("Customs men", "9"),
        ("Watchmen", "4"),
        ("Smugglers", "7"),
    ]
    post(client, "add-squad", list_id, **{"class": "customs"})
    sheet = shown(client, list_id)
    assert [(offer.id, offer.price) for offer in sheet.palette.figures] == [
        ("hand", "11"),
        ("mate", "15"),
        ("gunner", "17"),
    ]
    squad = sheet.squads[0].id
    post(client, "add-figure", list_id, squad, preset="mate")
    post(client, "add-figure", list_id, squad, preset="hand")
    post(client, "add-vehicle", list_id, squad, type="longboat")
    post(client, "add-squad-extra", list_id, squad, extra="lantern")
    post(client, "add-extra", list_id, extra="informer")
    hand = ArmyList.objects.get().roster.squads[0].figures[1]
    post(
        client,
        "edit-row",
        list_id,
        hand.id,
        name="Gino",
        count="2",
        weapons=["blunderbuss"],
        leadership="0",
    )
    sheet = shown(client, list_id)
    assert (sheet.meter.used, sheet.meter.limit) == (str(15 + 2 * (9 + 3) + 14 + 3 + 4), "/ 60")
    assert sheet.head.role == "Any night, 60\u00a0points"
    assert [(stat.short, stat.value, stat.note) for stat in sheet.squads[0].stats] == [
        ("Ner", "7", ""),
        ("Swa", "−1", ""),
        ("Dod", "7+", ""),
    ]
    assert sheet.report.state == "legal"


@pytest.mark.usefixtures("loaded")
def test_a_list_of_the_seventh_is_built_in_the_builder(client: Client) -> None:
    alice = User.objects.create_user("alice")
    client.force_login(alice)
    roster = begun("orbit", role="attacker", prices=PRICES)
    list_id = create_from(Visitor(alice), roster, current_version("orbit").pk).pk
    post(client, "add-squad", list_id, **{"class": "marine"})
    squad = shown(client, list_id).squads[0].id
    post(client, "add-figure", list_id, squad, preset="pilot")
    post(client, "add-figure", list_id, squad, preset="boarder")
    post(client, "add-vehicle", list_id, squad, type="tug")
    tug = ArmyList.objects.get().roster.squads[0].vehicles[0]
    post(client, "edit-row", list_id, tug.id, name="", count="1", type="tug", movement="thrust")
    post(client, "add-extra", list_id, extra="decoy")
    sheet = shown(client, list_id)
    assert (sheet.meter.used, sheet.meter.limit) == (str(9 + 5 + 6 + 5), "/ 40")
    assert "leadership" not in {line.name.lower() for line in sheet.breakdown}
    assert sheet.report.state == "legal"


@pytest.mark.usefixtures("loaded")
def test_without_prices_the_builder_counts_figures(client: Client) -> None:
    client.post(reverse("lists:create"), {"ruleset": "orbit", "role": "open"})
    list_id = ArmyList.objects.get().pk
    post(client, "add-squad", list_id, **{"class": "settler"})
    squad = shown(client, list_id).squads[0].id
    post(client, "add-figure", list_id, squad, preset="pilot")
    sheet = shown(client, list_id)
    assert (sheet.meter.used, sheet.has_points) == ("1", False)
    assert [stat.value for stat in sheet.squads[0].stats] == ["8+"]


# They have odds and advice: every page, and a weapon of a row


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("ruleset", CATALOGUES)
def test_every_question_of_the_odds_has_its_page(ruleset: str, client: Client) -> None:
    questions = [one for one in CATALOGUES[ruleset].odds.questions if one not in ("fire", "profile")]
    addresses = [reverse("odds:fire", args=[ruleset])]
    addresses += [reverse("odds:question", args=[ruleset, question]) for question in questions]
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 200)


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("roster", [a_bad_night(), a_boarding(PILOT, BOARDER)], ids=["harbour", "orbit"])
def test_their_lists_have_a_profile_and_advice(roster: Roster, client: Client) -> None:
    alice = User.objects.create_user("alice")
    client.force_login(alice)
    army = create_from(Visitor(alice), roster, current_version(roster.ruleset).pk)
    addresses = [reverse(f"lists:{page}", args=[army.pk]) for page in ("builder", "profile", "advice", "complete")]
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 200)


# They print


def printed(roster: Roster) -> RosterSheet:
    with override("en"):
        return lay_out(Setting(roster, CATALOGUES[roster.ruleset], judged(roster), Options("en")))


def text_of_pdf(roster: Roster) -> str:
    page = FORMATS["roster"].page(roster, CATALOGUES[roster.ruleset], judged(roster), Options("en"))
    return "\n".join(sheet.extract_text() for sheet in PdfReader(BytesIO(make_pdf(page.html, page.css))).pages)


def test_the_sixth_is_printed_with_its_five_bands() -> None:
    sheet = printed(a_bad_night())
    assert (sheet.setting.bands.fire, sheet.setting.bands.covering) == (("10", "20", "40", "60", "90"), ())
    hands, _, gunner, *_ = sheet.squads[0].units
    musket, [swivel] = hands.guns[0][0], gunner.guns[0]
    assert (musket.name, musket.needs) == ("Musket", ("3", "4", "6", "7", "8"))
    assert (swivel.name, swivel.needs, swivel.dice) == (
        "Swivel gun, from\u00a05\u00a0cm",
        ("4", "4", "5", "7", "8"),
        "4",
    )


def test_a_morale_test_is_printed_for_the_games_that_have_one_with_their_die_and_their_leaders() -> None:
    night = built(begun("harbour"), (a_squad("Dogana", "customs"), (MATE, HAND)))
    morale = printed(night).morale
    assert morale is not None
    assert (morale.dice, morale.troops, morale.leader_more) == (7, "Customs men", 2)
    assert len(morale.faces) == 8
    assert morale.losses.replace("\u00a0", "") == "1▢ | 2▢ 3▢"
    assert printed(a_boarding(PILOT, BOARDER)).morale is None


def test_distances_of_a_weapons_own_are_printed_with_its_name() -> None:
    boat = printed(a_bad_night()).squads[0].units[-1]
    assert " ".join(line.name for line in boat.guns[0]) == "Rocket, to\u00a030/60/200\u00a0cm"
    assert boat.guns[0][0].needs == ("5", "5", "6", "–", "–")


def test_the_seventh_is_printed_with_its_three_bands_and_saves_over_six() -> None:
    sheet = printed(a_boarding(PILOT, BOARDER, Vehicle(type="tug"), prices=PRICES))
    assert sheet.setting.bands.fire == ("6", "12", "30")
    pilot, boarder, tug = sheet.squads[0].units
    assert [one.guns[0][0].needs for one in (pilot, boarder)] == [("2", "7", "10"), ("4", "6", "9")]
    assert tug.saves == [
        ("Bow", [("7+", "Slugs"), ("9+", "Beams")]),
        ("Stern", [("10+", "Slugs"), ("immune", "Beams")]),
    ]
    assert (sheet.points, sheet.setting.report.limit) == ("20", 40)
    assert printed(a_boarding(PILOT, BOARDER)).points == ""


@pytest.mark.parametrize(
    ("roster", "bands"),
    [
        pytest.param(a_bad_night(), "10 20 40 60 90", id="harbour"),
        pytest.param(a_boarding(PILOT, BOARDER), "6 12 30", id="orbit"),
    ],
)
def test_the_pdf_has_the_bands_at_the_head_of_each_squad(roster: Roster, bands: str) -> None:
    lines = [" ".join(line.split()) for line in text_of_pdf(roster).splitlines()]
    heads = [line.partition(" Dice ")[0] for line in lines if " Dice " in line]
    assert heads == [bands] * len(roster.squads)
