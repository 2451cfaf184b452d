"""Reading: unknown ids, rulings and prices, and those of another edition only."""

from typing import Any

import pytest

from tests.core.documents import GAMES, Document, army, extra, man, refusal, squad, vehicle

FIGURE = "squads[0].figures[0]"
VEHICLE = "squads[0].vehicles[0]"


def figure(**fields: Any) -> Document:
    return army("bn", squad("elite", fields))


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (army("rth"), 'ruleset: unknown ruleset "rth"; did you mean "rth-it"?'),
        (army("RTH-IT"), 'ruleset: unknown ruleset "RTH-IT"; did you mean "rth-it"?'),
        (army("warhammer"), 'ruleset: unknown ruleset "warhammer"'),
        (army("bn", squad("elit")), 'squads[0].class: unknown class "elit"; did you mean "elite"?'),
        (army("bn", squad("xyzzy")), 'squads[0].class: unknown class "xyzzy"'),
        (
            army("bn", squad("elite", list_class="veterans")),
            'squads[0].list_class: unknown class "veterans"; did you mean "veteran"?',
        ),
        (
            army("bn", squad("elite", leader_ability="Rabble")),
            'squads[0].leader_ability: unknown class "Rabble"; did you mean "rabble"?',
        ),
        (
            army("bn", squad("elite", traits=["msu", "mzu"])),
            'squads[0].traits[1]: unknown trait "mzu"; did you mean "msu"?',
        ),
        (figure(**{"class": "milita"}), f'{FIGURE}.class: unknown class "milita"; did you mean "militia"?'),
        (figure(ability="regulars"), f'{FIGURE}.ability: unknown class "regulars"; did you mean "regular"?'),
        (figure(weapons=["lmgg"]), f'{FIGURE}.weapons[0]: unknown weapon "lmgg"; did you mean "lmg"?'),
        (figure(weapons=["rifle", "LMG"]), f'{FIGURE}.weapons[1]: unknown weapon "LMG"; did you mean "lmg"?'),
        (figure(weapons=["lmg "]), f'{FIGURE}.weapons[0]: unknown weapon "lmg "; did you mean "lmg"?'),
        (figure(weapons=["lmg\n"]), f'{FIGURE}.weapons[0]: unknown weapon "lmg·"; did you mean "lmg"?'),
        (figure(weapons=["-lmg"]), f'{FIGURE}.weapons[0]: unknown weapon "-lmg"; did you mean "lmg"?'),
        (figure(weapons=["elite"]), f'{FIGURE}.weapons[0]: unknown weapon "elite"'),
        (figure(roles=["medik"]), f'{FIGURE}.roles[0]: unknown role "medik"; did you mean "medic"?'),
        (figure(kit=["radios"]), f'{FIGURE}.kit[0]: unknown kit "radios"; did you mean "radio"?'),
        (
            army("bn", squad(vehicles=[vehicle("light-armor")])),
            f'{VEHICLE}.type: unknown vehicle "light-armor"; did you mean "light-armour"?',
        ),
        (
            army("bn", squad(vehicles=[vehicle("tank", "hmgs")])),
            f'{VEHICLE}.weapons[0]: unknown weapon "hmgs"; did you mean "hmg"?',
        ),
        (
            army("bn", squad(vehicles=[vehicle("tank", traits=["stabilized"])])),
            f'{VEHICLE}.traits[0]: unknown trait "stabilized"; did you mean "stabilised"?',
        ),
        (
            army("bn", extras=[extra("ambushh")]),
            'extras[0].extra: unknown extra "ambushh"; did you mean "ambush"?',
        ),
        (
            army("bn", squad(extras=[extra("motivation"), extra("motivazione")])),
            'squads[0].extras[1].extra: unknown extra "motivazione"; did you mean "motivation"?',
        ),
        (
            army("bn", rulings={"medico": "flat"}),
            'rulings.medico: unknown ruling "medico"; did you mean "medic"?',
        ),
        (
            army("bn", rulings={"medic": "flatt"}),
            'rulings.medic: unknown option "flatt"; did you mean "flat"?',
        ),
        (army("bn", rulings={"medic": "free"}), 'rulings.medic: unknown option "free"'),
        (army("bn", rulings={"medic": ""}), 'rulings.medic: unknown option ""'),
        (army("bn", rulings={"": "flat"}), 'rulings.: unknown ruling ""'),
        (
            army("bn", rulings={"rifles": "as-englisch"}),
            'rulings.rifles: unknown option "as-englisch"; did you mean "as-english"?',
        ),
        (
            army("bn", prices={"weapons/lmgg": 1}),
            'prices.weapons/lmgg: a price for an unknown item "weapons/lmgg"; did you mean "weapons/lmg"?',
        ),
        (army("bn", prices={"weapon/lmg": 1}), 'prices.weapon/lmg: a price for an unknown item "weapon/lmg"'),
        (army("bn", prices={"lmg": 1}), 'prices.lmg: a price for an unknown item "lmg"'),
        (army("bn", prices={"": 1}), 'prices.: a price for an unknown item ""'),
        (army("bn", prices={"kit/radio": 1}), 'prices.kit/radio: a price for an unknown item "kit/radio"'),
        (
            army("bn", prices={"classes/elite/": 1}),
            'prices.classes/elite/: a price for an unknown item "classes/elite/"; did you mean "classes/elite"?',
        ),
        (
            army("bn", prices={"leadership/5": 1}),
            'prices.leadership/5: a price for an unknown item "leadership/5"; did you mean "leadership/4"?',
        ),
        (
            figure(weapons=["rifle"]) | {"limit": 9, "role": "attacker"},
            'limit: a custom limit is only allowed with "role": "open"',
        ),
        (army("bn", role="defender", limit=1), 'limit: a custom limit is only allowed with "role": "open"'),
        (army("bn", squad(None, man())), f"{FIGURE}: neither the figure nor its squad has a class"),
        (
            army("bn", squad("elite", man()), squad(None, man(class_="elite"), man())),
            "squads[1].figures[1]: neither the figure nor its squad has a class",
        ),
    ],
)
def test_unknown_ids(document: Document, line: str) -> None:
    assert refusal(document) == line


def test_unknown_ids_in_italian() -> None:
    assert refusal(figure(weapons=["lmgg"]), "it") == f'{FIGURE}.weapons[0]: arma sconosciuta "lmgg"; forse "lmg"?'
    assert refusal(army("bn", rulings={"medic": "x"}), "it") == 'rulings.medic: scelta sconosciuta "x"'
    assert refusal(army("bn", squad(None, man())), "it") == f"{FIGURE}: né la figura né la sua squadra ha una classe"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "document",
    [
        squad("rabble", man("saw", roles=["scout"], kit=["radio"], ability="fanatic"), traits=["open"]),
        squad(
            "trained",
            man("heavy-at", class_="expert"),
            list_class="partisan",
            leader_ability="special-forces",
        ),
        squad("commandos", man("artillery"), vehicles=[vehicle("helicopter", "autocannon", traits=["msu"])]),
        squad(vehicles=[vehicle("heavy-tank", "light-gun"), vehicle("protected"), vehicle("vehicle")]),
        squad(extras=[extra("air-support"), extra("ap-minefield"), extra("infiltration")]),
    ],
)
def test_ids_of_another_edition_can_be_read(game: str, document: Document) -> None:
    rulings = {
        "rifles": "as-english",
        "medic": "flat",
        "unpriced": "free",
        "crew-cost": "figures",
        "ied-price": "once",
    }
    prices = {
        "classes/rabble": 1,
        "weapons/saw": 1,
        "vehicles/helicopter": 1,
        "extras/air-support": 1,
        "roles/scout": 1,
        "leadership/1": 1,
    }

    assert refusal(army(game, document, rulings=rulings, prices=prices)) == ""


@pytest.mark.parametrize("fields", [{}, {"role": "open"}, {"role": "attacker"}, {"role": "defender"}])
def test_null_is_no_limit_in_every_role(fields: Document) -> None:
    assert refusal(army("bn", limit=None, **fields)) == ""


def test_a_squad_of_vehicles_needs_no_class() -> None:
    assert refusal(army("bn", squad(vehicles=[vehicle("tank")]), squad())) == ""


def test_a_line_is_one_line_of_bounded_length() -> None:
    """Hostile words are shortened, and control characters become dots."""
    word = "\x1b[31m\r\n\u2028" + "w" * 5000

    assert refusal(army("bn", rulings={word: "x"})) == (
        "rulings.·[31m···" + "w" * 283 + '…: unknown ruling "·[31m···' + "w" * 51 + '…"'
    )
    assert refusal(army("bn", **{word: 1})) == 'unknown field "·[31m···' + "w" * 51 + '…"'
    assert refusal(army("bn", prices={word: 1})) == (
        "prices.·[31m···" + "w" * 284 + '…: a price for an unknown item "·[31m···' + "w" * 51 + '…"'
    )
    assert refusal(army(word)) == 'ruleset: "·[31m···' + "w" * 51 + '…" is in the wrong format'
    assert refusal(army("bn", role=word)) == (
        'role: "·[31m···' + "w" * 51 + '…" is not allowed: attacker, defender, open'
    )
