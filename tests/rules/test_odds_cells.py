"""The cells of the handbook and the typed data that odds are counted from say the same: neither changes alone."""

import re
from typing import Any

import pytest

from rules.core.catalogue import Catalogue
from rules.core.handbook import HandbookRow
from rules.core.odds.effects import Effect
from rules.core.odds.tables import DamageTable
from rules.core.text import Text
from tests.rules.test_transcription import BOOKS

D6 = ["rth-it", "rth-en", "bn"]
BN, BI, LUDONET = BOOKS["bn"], BOOKS["bi"], BOOKS["ludonet"]


def rows(book: Catalogue, table: str) -> dict[str, HandbookRow]:
    """The rows of a table by their English names."""
    return {row.name.en: row for one in book.handbook if one.id == table for row in one.rows}


def cell(value: Any) -> str:
    """A cell as it is printed in English."""
    return value.en if isinstance(value, Text) else "–" if value is None else str(value)


def modifier(effect: Effect) -> str:
    """What an effect adds, as a cell has it."""
    if effect.half:
        return "½"
    amount = effect.need or effect.die or effect.chance
    return f"{amount:+d}".replace("-", "−")


def told(book: Catalogue, fact: str, roll: str) -> Effect:
    """The effect of a fact on a roll: the first that changes a number."""
    effects = book.odds.situation_by_id[fact].effects
    return next(
        one for one in effects if one.roll == roll and (one.need or one.die or one.chance or one.half)
    )


def standing(book: Catalogue, name: str, roll: str, **whom: Any) -> Effect:
    """The effect that holds untold, of those whom it concerns."""
    return next(
        effect
        for one in book.odds.standing
        if one.id == name
        for effect in one.effects
        if effect.roll == roll and all(getattr(effect, key) == value for key, value in whom.items())
    )


def says(book: Catalogue, table: str, facts: dict[str, str], roll: str) -> None:
    """Each row has just what the fact that it is about does."""
    printed = rows(book, table)
    assert {name: cell(printed[name].cells[0]) for name in facts} == {
        name: modifier(told(book, fact, roll)) for name, fact in facts.items()
    }


# Road to Hell, Breaking News


@pytest.mark.parametrize("ruleset", D6)
def test_modifiers_of_fire_and_saves(ruleset: str) -> None:
    book = BOOKS[ruleset]
    fire = {
        "Firer moved over 5 cm, 15 at most": "moved",
        "Target in cover": "cover",
        "Target dodges": "dodging",
    }
    fire |= {"Target is a sniper": "target-sniper", "MMG or HMG with one crewman": "one-crewman"}
    says(book, "fire-modifiers", fire, "hit")
    saves = {"Squad or section leader": "leader", "In cover": "cover", "Friendly fire": "friendly-fire"}
    says(book, "save-modifiers", saves | {"Speculative fire": "speculative"}, "save")


@pytest.mark.parametrize("ruleset", D6)
def test_whom_the_modifiers_of_fire_concern(ruleset: str) -> None:
    book = BOOKS[ruleset]
    printed = rows(book, "fire-modifiers")
    every = set(book.weapon_by_id)
    not_for = set(told(book, "cover", "hit").unless_weapons)
    assert set(printed["Target in cover"].about.weapons) == every - not_for
    forbidden = {
        weapon
        for effect in book.odds.situation_by_id["moved"].effects
        if effect.forbids and effect.on_foot
        for weapon in effect.weapons
    }
    assert set(printed["Firer moved over 5 cm, 15 at most"].about.weapons) == every - forbidden
    assert printed["MMG or HMG with one crewman"].about.weapons == told(book, "one-crewman", "hit").weapons
    classes = {name for one in printed.values() for name in one.about.classes}
    effects = [effect for one in book.odds.standing for effect in one.effects if effect.roll == "hit"]
    assert classes == {name for effect in effects for name in effect.classes}


@pytest.mark.parametrize("ruleset", D6)
def test_who_may_fire_after_moving_and_in_opportunity(ruleset: str) -> None:
    book = BOOKS[ruleset]
    after = rows(book, "firing-after-moving")
    never = after["MMG, HMG, other support weapons on foot"].about.weapons
    effects = book.odds.situation_by_id["moved-little"].effects
    on_foot = {weapon for effect in effects if effect.on_foot for weapon in effect.weapons}
    assert set(never) == on_foot & set(book.weapon_by_id)
    opportunity = book.odds.situation_by_id["opportunity"].effects
    never = next(
        row for row in rows(book, "opportunity").values() if "light-mortar" in row.about.weapons
    ).about.weapons
    assert set(never) == set(opportunity[0].weapons) & set(book.weapon_by_id)
    assert rows(book, "opportunity")["At men"].cells == (opportunity[1].beyond,)


@pytest.mark.parametrize("ruleset", D6)
def test_whoever_is_in_the_blast_is_hit(ruleset: str) -> None:
    book = BOOKS[ruleset]
    weapons = {weapon for row in rows(book, "blast").values() for weapon in row.about.weapons}
    assert book.odds.fire
    assert weapons == set(book.odds.fire.area) & set(book.weapon_by_id)


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en"])
def test_spotting_in_road_to_hell(ruleset: str) -> None:
    spotting = BOOKS[ruleset].odds.spotting
    assert spotting
    printed = [
        [cell(one) for one in row.cells] for row in rows(BOOKS[ruleset], "spotting").values() if row.cells
    ]
    assert printed == [["yes" if need == 1 else f"{need}+" for need in row.needs] for row in spotting.rows]


def test_spotting_in_breaking_news() -> None:
    assert BN.odds.spotting
    assert rows(BN, "spotting")["Soldier in cover"].cells == BN.odds.spotting.rows[0].needs
    facts = {"Jungle, or night without night vision": "jungle", "Target in the open": "open"}
    facts |= {"Target is a sniper": "target-sniper", "A sniper spots": "sniper"}
    says(BN, "spotting-modifiers", facts, "spotting")
    special = standing(BN, "target-class", "spotting")
    assert cell(rows(BN, "spotting-modifiers")["Target is special forces"].cells[0]) == modifier(special)
    for class_ in BN.classes:
        own = sum(
            effect.need
            for one in BN.odds.standing
            if one.id == "class"
            for effect in one.effects
            if effect.roll == "spotting" and class_.id in effect.classes
        )
        assert own == class_.stats["spotting"]


def test_saves_from_bombardments_and_calls_for_support() -> None:
    numbers = {"Infantry against an IED": "ied", "Inside an exploding vehicle": "inside-vehicle"}
    numbers |= {"Inside heavy armour or a tank": "inside-heavy-vehicle", "Bombardment": "bombardment"}
    for name, fact in numbers.items():
        effect = next(one for one in BN.odds.situation_by_id[fact].effects if one.number)
        assert rows(BN, "bombardment")[name].cells == (f"{effect.number}+",)
    rolls = {roll.id: roll for roll in BN.odds.rolls}
    calls = {
        "Support fire": "support-fire",
        "Irregulars’ mortars": "mortars",
        "Counter-battery on the mortar": "counter-battery",
    }
    printed = rows(BN, "support-calls")
    assert {name: printed[name].cells for name in calls} == {
        name: (f"{rolls[roll].at_least}+",) for name, roll in calls.items()
    }
    says(
        BN,
        "support-calls",
        {
            "Easier support fire, on the die": "easier-support",
            "Rules of engagement, on the die": "rules-of-engagement",
        },
        "support-fire",
    )


def test_drift_of_misses() -> None:
    assert BN.odds.fire
    steps = {weapon: one.step for one in BN.odds.fire.astray for weapon in one.weapons}
    for row in rows(BN, "misses").values():
        if row.cells:
            assert {steps[weapon] for weapon in row.about.weapons or ("tank-gun",)} == {row.cells[-1]}


# Bassa Intensità


def test_modifiers_of_bassa_intensita() -> None:
    facts = {
        "Aimed fire": "aimed",
        "Firer wounded": "wounded",
        "Covering fire": "covering",
        "Opportunity fire": "opportunity",
    }
    facts |= {
        "Target cautious": "target-cautious",
        "Target running": "target-running",
        "Target prone": "prone",
    }
    facts |= {"Light cover (wood, hedge)": "light-cover", "Heavy cover (stone, trench)": "heavy-cover"}
    facts |= {"Rifle, not semi-automatic": "bolt-action", "Stabilised vehicle that moved": "moved-stabilised"}
    says(BI, "fire-modifiers", facts, "hit")
    fire = BI.odds.fire
    assert fire and fire.short and fire.long  # noqa: PT018
    printed = {name: cell(row.cells[0]) for name, row in rows(BI, "fire-modifiers").items()}
    assert (printed["Short range"], printed["Long range"]) == (modifier(fire.short), modifier(fire.long))
    assert printed["SAW at an area"] == modifier(standing(BI, "area", "hit", weapons=("saw",)))
    assert printed["Assault rifle at an area"] == modifier(
        standing(BI, "area", "hit", weapons=("assault-rifle",))
    )
    morale = {
        "Wounded": "wounded",
        "Isolated": "isolated",
        "In heavy cover": "heavy-cover",
        "In light cover": "light-cover",
    }
    morale |= {"Under HE or automatic fire": "under-fire", "Leader killed": "leader-killed"}
    says(BI, "morale-modifiers", morale, "morale")
    says(
        BI,
        "penetration-modifiers",
        {"Advanced armour": "advanced-armour", "High-tech armour": "high-tech-armour"},
        "penetration",
    )
    says(
        BI,
        "damage-infantry-modifiers",
        {"Flak jacket": "flak-jacket", "Bulletproof vest": "bulletproof-vest", "A sniper fires": "sniper"},
        "damage",
    )


def test_what_the_night_hides() -> None:
    for name, fact in {
        "No moon": "night-dark",
        "Moon, far": "night-moon",
        "Portable night vision": "night-vision",
    }.items():
        effects = BI.odds.situation_by_id[fact].effects
        sees = next(one.sees for one in effects if one.roll == "hit" and one.sees)
        assert cell(rows(BI, "night")[name].cells[1]).rpartition("–")[2] == str(sees)
    says(
        BI,
        "night",
        {"No moon": "night-dark", "Moon, near": "night-moon", "Portable night vision": "night-vision"},
        "hit",
    )


@pytest.mark.parametrize(
    ("table", "which"), [("damage-infantry", "men"), ("damage-soft", "soft"), ("damage-armour", "armour")]
)
def test_tables_of_damage(table: str, which: str) -> None:
    assert BI.odds.damage
    damage: DamageTable = getattr(BI.odds.damage, which)
    printed = [cell(row.cells[0]) for row in rows(BI, table).values()][: len(damage.rows)]
    highest = [re.findall(r"\d+", text)[-1] for text in printed[:-1]]
    assert highest == [str(row.most) for row in damage.rows[:-1]]


def test_tables_of_explosions_and_armour() -> None:
    explosions, damage = BI.odds.explosions, BI.odds.damage
    assert explosions
    assert damage
    printed = [row.cells for row in rows(BI, "he-chances").values()]
    assert printed[:3] == [(row.short, row.long) for row in explosions.rows]
    for row in rows(BI, "blast").values():
        for blast in explosions.blasts:
            if set(blast.weapons) & set(row.about.weapons):
                assert (blast.short, blast.long) == row.cells
    armour = {(row.tank, row.armour) for row in damage.penetration}
    assert armour == {row.cells for row in rows(BI, "penetration").values()}


def test_anti_air_and_observation() -> None:
    fire, spotting = BI.odds.fire, BI.odds.spotting
    assert fire and fire.air and spotting  # noqa: PT018
    printed = {row.about.weapons: row.cells for row in rows(BI, "anti-air").values() if len(row.cells) == 2}
    assert {one.weapons: (one.aircraft, one.helicopter) for one in fire.air.numbers} == printed
    seen = [
        [cell(one).lower().replace(" ", "-") for one in row.cells] for row in rows(BI, "observation").values()
    ]
    assert seen == [
        [one or "–" for one in (sight.infantry, sight.open_vehicle, sight.closed_vehicle)]
        for sight in spotting.sights
    ]


# Ludonet


def test_ludonet() -> None:
    says(
        LUDONET,
        "fire-modifiers",
        {
            "Firer moved this turn": "moved",
            "Firer is wounded": "wounded",
            "Target prone or in cover": "cover",
        },
        "hit",
    )
    says(LUDONET, "melee", {"From behind": "from-behind", "Prone": "prone", "Wounded": "wounded"}, "melee")
    fire = LUDONET.odds.fire
    assert fire
    printed = rows(LUDONET, "fire")
    assert (printed["In range"].cells, printed["Within half range"].cells) == (
        (f"{fire.full}–6",),
        (f"{fire.near}–6",),
    )
    expert = standing(LUDONET, "class", "hit")
    assert cell(rows(LUDONET, "fire-modifiers")["Firer is an expert"].cells[0]) == modifier(expert)
