"""Bassa Intensità: the organisation of squads, sections and teams."""

from typing import Any

import pytest

from tests.core.documents import LIBRARY, Document, Issue, army, extra, issues, man, squad, vehicle

KINDS = ("squad", "section", "sniper-team", "observer-section")
LEADER = man("rifle", roles=["squad-leader"])
PLATOON = squad("regular", man(), kind="section")  # an entry beside which no check of the list has a finding


def bi(*squads: Document, **fields: object) -> list[Issue]:
    return issues(army("bi", *squads, **fields))


def platoon(*figures: Document, class_: str = "veteran", **fields: object) -> Document:
    """A squad leader and five more; then `figures`."""
    return squad(class_, LEADER, man("assault-rifle", count=5), *figures, **fields)


def section(label: str, size: int = 4, leaders: int = 1, **leader: Any) -> list[Document]:
    """The figures of one section."""
    entries = [man("rifle", team=label, roles=["section-leader"], **leader) for _ in range(leaders)]
    return [*entries, man("rifle", team=label, count=size - leaders)]


def split(*sections: list[Document], class_: str = "veteran", **fields: object) -> Document:
    """A squad leader outside the sections, and the sections."""
    return squad(class_, LEADER, *[figure for part in sections for figure in part], **fields)


def told(code: str, severity: str = "error", path: str = "squads[0]") -> Issue:
    return (code, severity, path)


# --- empty, no-leader, squad-size ---


def test_a_list_has_a_figure_or_a_vehicle() -> None:
    assert bi() == bi(squad("elite")) == [told("empty", path="")]
    assert bi(squad(vehicles=[vehicle("helicopter")])) == []


def test_a_squad_has_a_squad_leader() -> None:
    assert bi(platoon()) == []
    assert bi(squad("veteran", man(count=6))) == [told("no-leader")]
    assert bi(squad("veteran", man(count=6)), platoon(), squad("elite", man(count=6))) == [
        told("no-leader"),
        told("no-leader", path="squads[2]"),
    ]
    assert bi(squad("veteran", man(count=6, roles=["section-leader"]))) == [told("no-leader")]


@pytest.mark.parametrize("kind", KINDS[1:3])
def test_entries_of_other_kinds_need_no_squad_leader(kind: str) -> None:
    assert bi(squad("veteran", man(count=2), kind=kind)) == []


@pytest.mark.parametrize(("figures", "wrong"), [(1, True), (5, True), (6, False), (12, False), (13, True)])
def test_a_squad_has_6_to_12_figures(figures: int, wrong: bool) -> None:
    size = squad("veteran", man(roles=["squad-leader"], count=figures))

    assert bi(size) == bi(size, squad(vehicles=[vehicle("tank")])) == [told("squad-size", "warning")] * wrong
    assert bi(size | {"kind": "section"}) == []


# --- sections ---


@pytest.mark.parametrize(("figures", "wrong"), [(2, True), (3, False), (4, False), (5, True)])
def test_a_section_has_3_or_4_figures(figures: int, wrong: bool) -> None:
    assert bi(split(section("A", figures), section("B"))) == [told("section-size")] * wrong


def test_a_man_alone_is_no_section() -> None:
    alone = [man(team="A", roles=["section-leader"])]

    assert bi(split(alone, section("B"))) == [told("section-size")]


def test_each_section_is_told_of() -> None:
    assert bi(split(section("A", 5), section("B", 6))) == [told("section-size")] * 2


def test_a_squad_leader_with_a_label_is_one_of_the_section() -> None:
    inside = {**LEADER, "team": "A"}

    assert bi(squad("veteran", inside, *section("A", 3), *section("B", 3))) == []
    assert bi(squad("veteran", inside, *section("A", 4), *section("B", 3))) == [told("section-size")]
    assert bi(squad("veteran", inside, *section("A", 2), *section("B", 3))) == []


def test_independent_sections_with_labels_are_counted_alike() -> None:
    assert bi(squad("veteran", *section("A", 4), kind="section")) == []
    assert bi(squad("veteran", *section("A", 5), kind="section")) == [told("section-size")]
    assert bi(squad("veteran", man(count=5), kind="section")) == []


@pytest.mark.parametrize(
    ("kind", "figures", "other"),
    [("sniper-team", 2, []), ("observer-section", 5, [told("observer-section", "warning")])],
)
def test_labels_in_teams_of_snipers_and_observers_make_no_sections(kind: str, figures: int, other: list[Issue]) -> None:
    """A reading: their own sizes apply."""
    assert bi(squad("veteran", *section("A", figures, 0), kind=kind)) == other


def test_labels_are_of_one_squad() -> None:
    assert bi(split(section("A"), section("B")), split(section("A", 3), section("B", 3))) == []


@pytest.mark.parametrize(("leaders", "wrong"), [(0, True), (1, False), (2, True), (3, True)])
def test_a_section_has_one_section_leader(leaders: int, wrong: bool) -> None:
    assert bi(split(section("A", 4, leaders), section("B"))) == [told("section-leader")] * wrong


def test_two_leaders_in_one_entry_are_two() -> None:
    two = [man(team="A", roles=["section-leader"], count=2), man(team="A")]

    assert bi(split(two, section("B"))) == [told("section-leader")]


def test_each_section_without_a_leader_is_told_of() -> None:
    assert bi(split(section("A", 4, 0), section("B", 4, 0))) == [told("section-leader")] * 2


def test_a_squad_leader_does_not_lead_a_section_too() -> None:
    inside = {**LEADER, "team": "A"}

    assert bi(squad("veteran", inside, man(team="A", count=3), *section("B"))) == [told("section-leader")]


def test_in_a_squad_that_is_split_everyone_but_the_leader_has_a_section() -> None:
    left_out = [man("rifle"), man("rifle", count=2)]

    assert bi(split(section("A"), section("B"))) == []
    assert bi(split(section("A"), section("B"), left_out)) == [told("section-unassigned", "warning")]
    assert bi(platoon()) == []


@pytest.mark.parametrize(
    ("kind", "others"),
    [
        ("squad", [told("squad-size", "warning")]),
        ("section", []),
        ("sniper-team", [told("sniper-team")]),
        ("observer-section", [told("observer-section", "warning")]),
    ],
)
def test_the_unassigned_are_told_of_in_entries_of_any_kind(kind: str, others: list[Issue]) -> None:
    entry = squad("veteran", LEADER, *section("A", 3), man(), kind=kind)

    assert bi(entry) == sorted([told("section-unassigned", "warning"), *others])


@pytest.mark.parametrize(
    ("class_", "wrong"), [("elite", 0), ("veteran", 0), ("regular", 0), ("recruit", 1), ("rabble", 1)]
)
def test_recruits_and_rabble_do_not_lead_sections(class_: str, wrong: int) -> None:
    refused = [told("section-leader-not-allowed")] * wrong

    assert bi(split(section("A"), section("B"), class_=class_)) == refused
    assert bi(split(section("A", ability=class_), section("B"))) == refused
    assert bi(split(section("A", class_=class_), section("B"))) == refused
    assert bi(split(section("A"), section("B"), leader_ability=class_)) == refused
    assert bi(squad(class_, man(roles=["section-leader"]), kind="section")) == refused


def test_a_leaders_own_ability_goes_before_the_squads_and_that_before_his_class() -> None:
    refused = [told("section-leader-not-allowed")]

    assert bi(split(section("A", ability="regular"), class_="rabble", kind="section")) == []
    assert bi(split(section("A"), class_="rabble", leader_ability="regular", kind="section")) == []
    assert bi(split(section("A", class_="elite"), leader_ability="rabble", kind="section")) == refused
    assert bi(split(section("A", ability="elite"), leader_ability="rabble", kind="section")) == []
    assert bi(split(section("A", ability="recruit"), leader_ability="elite", kind="section")) == refused


def test_they_are_told_of_once_a_squad() -> None:
    assert bi(split(section("A"), section("B"), class_="recruit")) == [told("section-leader-not-allowed")]


def test_the_ability_of_others_does_not_matter() -> None:
    assert bi(platoon(man(ability="rabble"), leader_ability="rabble")) == []


# --- sniper-team, scout, observer-section ---

SNIPERS = {"kind": "sniper-team"}


@pytest.mark.parametrize(
    ("class_", "wrong"), [("elite", 0), ("veteran", 0), ("regular", 0), ("recruit", 1), ("rabble", 1)]
)
def test_snipers_of_recruits_and_rabble_do_not_act_alone(class_: str, wrong: int) -> None:
    assert bi(squad(class_, man("precision-rifle", roles=["sniper"]), **SNIPERS)) == [told("sniper-team")] * wrong


@pytest.mark.parametrize(("figures", "wrong"), [(1, 0), (2, 0), (3, 1), (12, 1)])
def test_snipers_act_alone_or_in_pairs(figures: int, wrong: int) -> None:
    assert bi(squad("elite", man(count=figures), **SNIPERS)) == [told("sniper-team")] * wrong


def test_a_sniper_team_without_figures_is_none() -> None:
    assert bi(PLATOON, squad("elite", vehicles=[vehicle("tank")], **SNIPERS)) == [told("sniper-team", path="squads[1]")]


def test_a_sniper_team_is_told_of_once() -> None:
    assert bi(squad("rabble", man(count=5), **SNIPERS)) == [told("sniper-team")]


@pytest.mark.parametrize("class_", ["elite", "veteran"])
def test_elites_and_veterans_have_one_scout(class_: str) -> None:
    assert bi(platoon(man(roles=["scout"]), class_=class_)) == []
    assert bi(platoon(man(roles=["scout"], count=2), class_=class_)) == [told("scout")]
    assert bi(platoon(man(roles=["scout"]), man(roles=["scout"]), class_=class_)) == [told("scout")]


@pytest.mark.parametrize("kind", KINDS[:2])
@pytest.mark.parametrize("class_", ["regular", "recruit", "rabble"])
def test_other_squads_of_any_kind_have_none(class_: str, kind: str) -> None:
    assert bi(platoon(man(roles=["scout"]), class_=class_, kind=kind)) == [told("scout")]
    assert bi(platoon(man(roles=["scout"], class_="elite"), class_=class_, kind=kind)) == [told("scout")]
    assert bi(platoon(man(roles=["scout"], count=3), class_=class_, kind=kind)) == [told("scout")]


def test_a_scout_in_a_squad_that_names_no_class() -> None:
    scouts = squad(None, man(class_="elite", roles=["scout"]), kind="section")

    assert bi(scouts) == [told("scout")]


def test_a_scout_in_an_observer_section_or_a_sniper_team() -> None:
    assert bi(squad("regular", man(roles=["scout"]), **SNIPERS)) == [told("scout")]
    assert bi(squad("regular", man(count=2), man(roles=["scout"]), kind="observer-section")) == [told("scout")]


@pytest.mark.parametrize(("figures", "wrong"), [(1, 1), (2, 1), (3, 0), (4, 0), (5, 1)])
def test_an_observer_section_has_3_or_4_figures(figures: int, wrong: int) -> None:
    observers = squad("rabble", man(roles=["observer"], count=figures), kind="observer-section")

    assert bi(observers) == [told("observer-section", "warning")] * wrong


def test_an_observer_section_without_figures_is_too_small() -> None:
    assert bi(PLATOON, squad(kind="observer-section")) == [told("observer-section", "warning", "squads[1]")]


# --- weapons ---

CREW_SERVED = {"lmg", "mg", "auto-grenade-launcher", "gun-light", "gun-medium", "gun-heavy"}
NOT_ON_FOOT = {"autocannon", "aa-autocannon", "aa-missile-heavy", "artillery-over-150"}
ON_VEHICLES = {
    *(
        "lmg",
        "mg",
        "auto-grenade-launcher",
        "at-missile",
        "autocannon",
        "gun-light",
        "gun-medium",
        "gun-heavy",
    ),
    *("mortar-60", "mortar-77", "mortar-103", "mortar-over-103"),
    *("aa-mg", "aa-autocannon", "aa-missile-portable", "aa-missile-heavy"),
}
WEAPONS = [
    *("pistol", "carbine", "shotgun", "rifle", "precision-rifle", "smg", "assault-rifle", "saw", "lmg", "mg"),
    *("grenade-launcher", "auto-grenade-launcher", "rifle-grenade", "grenade", "law", "rpg", "at-missile"),
    *("autocannon", "gun-light", "gun-medium", "gun-heavy", "mortar-60", "mortar-77", "mortar-103"),
    *(
        "mortar-over-103",
        "artillery-over-150",
        "aa-mg",
        "aa-autocannon",
        "aa-missile-portable",
        "aa-missile-heavy",
    ),
]
VEHICLES = ("tank", "tracked-carrier", "wheeled-carrier", "civilian-vehicle", "helicopter")


def test_the_weapons_and_vehicles_are_these() -> None:
    book = LIBRARY.catalogues["bi"]

    assert (set(book.weapon_by_id), set(book.vehicle_by_id)) == (set(WEAPONS), set(VEHICLES))


@pytest.mark.parametrize("weapon", WEAPONS)
def test_weapons_on_foot(weapon: str) -> None:
    expected = [told("crew", "info")] * (weapon in CREW_SERVED) + [
        told("weapon-not-mountable", path="squads[0].figures[2]")
    ] * (weapon in NOT_ON_FOOT)

    assert bi(platoon(man(weapon, weapon, count=2))) == expected


@pytest.mark.parametrize("type_", VEHICLES)
def test_weapons_on_vehicles(type_: str) -> None:
    refused = [told("weapon-not-mountable", path="squads[0].vehicles[0]")]

    assert {weapon: bi(squad(vehicles=[vehicle(type_, weapon, weapon)])) for weapon in WEAPONS} == {
        weapon: [] if weapon in ON_VEHICLES else refused for weapon in WEAPONS
    }


@pytest.mark.parametrize("kind", ["squad", "section"])
def test_one_crewman_is_enough_for_a_squad(kind: str) -> None:
    guns = [man("mg", count=3), man("lmg")]

    assert bi(platoon(*guns, kind=kind)) == [told("crew", "info")]
    assert bi(platoon(*guns, man(roles=["crew"]), kind=kind)) == []
    assert bi(platoon(man("mg", roles=["crew"]), kind=kind)) == []
    assert bi(platoon(vehicles=[vehicle("tank", "mg")], kind=kind)) == []


# --- extras and leaders of other games ---


@pytest.mark.parametrize("id_", ["ap-minefield", "at-minefield", "booby-trap", "artillery-support", "air-strike"])
def test_extras_are_for_the_list_in_any_number(id_: str) -> None:
    many = extra(id_, count=100, level=9, passes=0)

    assert bi(platoon(), extras=[many, many]) == []
    assert bi(platoon(extras=[many, many])) == [
        told("extra-scope", path="squads[0].extras[0]"),
        told("extra-scope", path="squads[0].extras[1]"),
    ]


def test_nothing_of_the_other_games_is_checked() -> None:
    """No platoon commander, no mixed classes, no support weapons, no count of weapons on a vehicle."""
    commander = {**LEADER, "commander": True}
    first = squad("veteran", commander, man("mg", "lmg", count=5, class_="rabble"), man(roles=["crew"]))
    armed = squad(vehicles=[vehicle("tank", "mg", "mg", "mg", "gun-heavy")])

    assert bi(first, first, armed) == []
