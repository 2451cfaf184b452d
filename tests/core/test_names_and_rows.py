"""Names of rows, prices of rows, and writing a list."""

import json

import pytest

from rules.core.assess import assess
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.reader import read
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle, encode
from rules.core.document.rows import places
from rules.core.judging.points import figure_breakdown, points_of
from rules.core.judging.prices import Breakdown, price_list
from rules.core.text import Text, closest
from tests.core.documents import LIBRARY, Document, army, extra, man, patrol, squad, vehicle

BN = LIBRARY.catalogues["bn"]


def roster(document: Document) -> Roster:
    return read(json.dumps(document).encode(), LIBRARY)


@pytest.mark.parametrize(
    ("figure", "label"),
    [
        (Figure(name="Rossi", weapons=("lmg",)), Text("Rossi", "Rossi")),
        (Figure(weapons=("lmg",)), BN.preset_by_gear[(("lmg",), (), 0)].name),
        (Figure(roles=("medic",), weapons=("lmg",)), Text("Medico", "Medic")),
        (Figure(weapons=("pistol",)), Text("Uomo con pistola", "Man with pistol")),
        (Figure(weapons=("hmg",)), Text("Uomo con HMG", "Man with HMG")),
        (Figure(weapons=("rpg", "assault-rifle")), BN.preset_by_id["at"].name),
        (Figure(weapons=("rifle", "grenade", "rpg")), Text("Uomo con RPG", "Man with RPG")),
        (Figure(weapons=("pistol", "rpg", "lmg")), Text("Uomo con LMG", "Man with LMG")),
        (Figure(weapons=("saw", "smg")), Text("Uomo con SMG", "Man with SMG")),
        (Figure(weapons=("smg",), leadership=1), BN.preset_by_id["leader"].name),
        (Figure(weapons=("smg",), leadership=2), Text("Comandante 2", "Leader 2")),
        (Figure(weapons=("pistol",), roles=("medic",), leadership=3), Text("Comandante 3", "Leader 3")),
        (Figure(weapons=("saw",), roles=("scout",)), Text("Reparti d’Elite", "Elite")),
    ],
)
def test_a_figure_is_called_by_its_name_or_by_what_it_is(figure: Figure, label: Text) -> None:
    assert figure_label(figure, BN, "elite") == label


def test_a_figure_that_the_edition_knows_nothing_of() -> None:
    assert figure_label(Figure(weapons=("saw",)), BN, "partisan") == Text("Figura", "Figure")


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        ("squad", Text("Squadra 3", "Squad 3")),
        ("section", Text("Sezione 3", "Section 3")),
    ],
)
def test_a_squad_without_a_name_is_counted(kind: str, label: Text) -> None:
    entry = roster(army("bn", squad("elite", kind=kind, name=""))).squads[0]

    assert squad_label(entry, 2) == label
    assert squad_label(Squad(name="Alpha"), 2) == Text("Alpha", "Alpha")


def test_a_vehicle_is_called_by_its_name_or_type() -> None:
    assert vehicle_label(Vehicle(type="tank", name="Ariete"), BN.vehicle_by_id["tank"]) == Text("Ariete", "Ariete")
    assert vehicle_label(Vehicle(type="tank"), BN.vehicle_by_id["tank"]) == Text("Carro armato", "Tank")
    assert vehicle_label(Vehicle(type="heavy-tank"), None) == Text("heavy-tank", "heavy-tank")


def test_the_price_of_a_row() -> None:
    prices = price_list(roster(army("bn")), BN)
    sergeant = Figure(weapons=("lmg",), leadership=2, roles=("medic",), count=2)

    assert figure_breakdown(sergeant, "elite", prices) == Breakdown(30, leadership=20, roles=20, weapons=10)


def test_points_row_by_row() -> None:
    points = points_of(
        roster(
            army(
                "bn",
                squad(
                    "elite",
                    man("lmg", count=2),
                    man(),
                    vehicles=[vehicle("tank")],
                    extras=[extra("motivation")],
                ),
                squad("recruit", man(leadership=1)),
                extras=[extra("ambush"), extra("negotiation", level=2)],
            )
        ),
        BN,
    )

    assert [(one.total, one.figures, one.vehicles, one.extras) for one in points.squads] == [
        (120, (40, 15), (50,), (15,)),
        (12, (12,), (), ()),
    ]
    assert (points.extras, points.total) == ((25, 5), 162)


def test_a_report_counts_its_findings() -> None:
    report = assess(roster(army("bn", squad("elite", man("lmg", "lmg"), man("saw", count=2)))), BN)

    assert (report.count("error"), report.count("warning"), report.count("info")) == (1, 2, 1)
    assert [found.code for found in report.findings if found.is_advice_of_ours] == ["two-support-weapons"]
    assert [found.severity for found in report.findings] == ["error", "warning", "warning", "info"]


def test_rows_and_their_paths() -> None:
    listed = roster(
        army(
            "bn",
            squad("elite", man(), man(), vehicles=[vehicle("tank")], extras=[extra("motivation")]),
            squad(),
            extras=[extra("ambush")],
        )
    )

    assert [(place.path, type(place.row)) for place in places(listed)] == [
        ("squads[0]", Squad),
        ("squads[0].figures[0]", Figure),
        ("squads[0].figures[1]", Figure),
        ("squads[0].vehicles[0]", Vehicle),
        ("squads[0].extras[0]", ExtraEntry),
        ("squads[1]", Squad),
        ("extras[0]", ExtraEntry),
    ]


def test_a_list_is_written_without_its_defaults() -> None:
    whole = army(
        "bn",
        {
            "name": "",
            "kind": "squad",
            "class": "elite",
            "figures": [{"count": 1, "weapons": [], "leadership": 0}],
        },
        role="open",
        limit=None,
        rulings={},
        notes="",
        extras=[{"extra": "ambush", "count": 1, "passes": 1}],
    )

    assert encode(roster(whole)) == (
        b'{"format":"armylist/1","ruleset":"bn","name":"A list",'
        b'"squads":[{"name":"","class":"elite","figures":[{}]}],"extras":[{"extra":"ambush"}]}'
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [("lmgg", "lmg"), ("HMG", "hmg"), ("rifel", "rifle"), ("xyzzy", ""), ("", ""), ("l" * 61, "")],
)
def test_similar_names(written: str, meant: str) -> None:
    assert closest(written, LIBRARY.known["weapon"]) == meant


def test_one_price_list_a_choice_of_rulings() -> None:
    """Printed prices are computed once; a club's belong to its list alone."""
    plain, flat = (roster(army("bn", patrol(), rulings=chosen)) for chosen in ({}, {"medic": "flat"}))
    club = roster(army("bn", patrol(), prices={"weapons/lmg": 1}))

    assert price_list(plain, BN) is price_list(plain, BN)
    assert price_list(flat, BN) is price_list(flat, BN)
    assert price_list(plain, BN).flat == frozenset()
    assert price_list(flat, BN).flat == frozenset({"medic"})
    assert (price_list(club, BN).weapons["lmg"], price_list(plain, BN).weapons["lmg"]) == (1, 5)
