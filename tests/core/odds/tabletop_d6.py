"""Road to Hell and Breaking News as played: written from the texts, independently of the program and its data."""

from typing import Any

from tests.core.odds.every_roll import Roll

Question = dict[str, Any]

SMALL_ARMS = {
    "pistol",
    "rifle",
    "semi-auto-rifle",
    "assault-rifle",
    "smg",
    "sniper-rifle",
    "automatic-rifle",
    "lmg",
    "mmg",
}
GUNS = {"light-gun", "heavy-gun", "tank-gun"}
AREA = {"grenade", "portable-at", "rpg", "grenade-launcher", "heavy-at", "light-mortar"} | GUNS
NO = 0
# weapon: the numbers at 25, 50, 100, 150 cm, the dice
RTH = {
    "pistol": ([3, NO, NO, NO], 1),
    "rifle": ([3, 4, 5, 6], 1),
    "semi-auto-rifle": ([3, 4, 5, 6], 2),
    "assault-rifle": ([3, 5, 6, NO], 3),
    "sniper-rifle": ([2, 3, 4, 5], 1),
    "smg": ([4, 6, NO, NO], 3),
    "automatic-rifle": ([4, 5, 6, 6], 3),
    "lmg": ([4, 5, 6, 6], 5),
    "mmg": ([4, 5, 5, 6], 5),
    "hmg": ([4, 5, 5, 6], 5),
    "grenade": ([4, NO, NO, NO], 1),
    "flamethrower": ([4, NO, NO, NO], 1),
    "portable-at": ([4, 5, 6, NO], 1),
    "light-gun": ([4, 4, 5, 6], 1),
    "heavy-gun": ([4, 4, 5, 6], 1),
    "light-mortar": ([4, 4, 5, 6], 1),
}
ROWS: dict[str, dict[str, tuple[list[int], int]]] = {
    "rth-it": RTH,
    "rth-en": RTH | {"heavy-at": ([4, 5, 6, 6], 1)},
    "bn": {
        "pistol": RTH["pistol"],
        "rifle": RTH["rifle"],
        "assault-rifle": ([3, 4, 5, 6], 1),
        "assault-rifle burst": ([4, 6, NO, NO], 3),
        "sniper-rifle": RTH["sniper-rifle"],
        "smg": RTH["smg"],
        "lmg": ([4, 5, 6, 6], 4),
        "mmg": ([4, 5, 5, 6], 4),
        "hmg": RTH["hmg"],
        "grenade": RTH["grenade"],
        "flamethrower": RTH["flamethrower"],
        "rpg": ([4, 5, 6, NO], 1),
        "grenade-launcher": ([4, 5, 6, NO], 1),
        "heavy-at": ([4, 4, 5, 6], 1),
        "tank-gun": RTH["light-gun"],
        "light-mortar": RTH["light-mortar"],
    },
}
SAVES = {
    "commandos": 3,
    "special-forces": 2,
    "elite": 3,
    "veteran": 3,
    "experienced": 4,
    "trained": 4,
    "mercenary": 4,
    "partisan": 4,
    "recruit": 5,
    "fanatic": 5,
    "militia": 5,
}
IMMUNE = 99
# vehicle and side: small arms, HMG, light AT, medium gun, heavy gun
RTH_ARMOUR = {
    "heavy-tank front": [IMMUNE, IMMUNE, 2, 3, 4],
    "heavy-tank side": [IMMUNE, IMMUNE, 3, 4, 5],
    "medium-tank front": [IMMUNE, 2, 1, 4, 5],
    "medium-tank side": [IMMUNE, 3, 2, 5, 6],
    "light-armour front": [1, 4, 6, 6, 6],
    "light-armour side": [1, 4, 6, 6, 6],
    "unprotected front": [5, 6, 6, 6, 6],
    "unprotected side": [5, 6, 6, 6, 6],
}


def is_told(question: Question, *facts: str) -> bool:
    return not set(facts).isdisjoint(question.get("situations", ()))


# Firing


def number_of_dice(question: Question) -> int:
    return row(question)[1]


def row(question: Question) -> tuple[list[int], int]:
    shooter = question["shooter"]
    burst = shooter.get("mode") == "burst" and shooter["weapon"] == "assault-rifle"
    return ROWS[question["ruleset"]][shooter["weapon"] + (" burst" if burst else "")]


def printed_number(question: Question) -> int:
    """The number of the table, NO: it does not reach."""
    weapon, distance = question["shooter"]["weapon"], question["distance"]
    needs, _dice = row(question)
    if "air" in question["target"] or is_told(question, "helicopter"):
        return [need for need in needs if need][-1]
    if weapon in {"pistol", "grenade", "flamethrower"} and distance > 10:
        return NO
    if weapon in GUNS | {"light-mortar"} and distance < 10:
        return NO
    for need, edge in zip(needs, (25, 50, 100, 150), strict=True):
        if distance <= edge:
            return need
    return NO


def is_forbidden(question: Question) -> bool:
    """Whether the rules forbid the shot (§6.1, §8.2, bn §8.4)."""
    ruleset, weapon = question["ruleset"], question["shooter"]["weapon"]
    vehicle = question["shooter"].get("vehicle")
    flying = is_told(question, "helicopter")
    on_foot = vehicle is None or vehicle == "unprotected" or (ruleset == "bn" and vehicle == "protected")
    tanks = {"tank"} if ruleset == "bn" else {"medium-tank", "heavy-tank"}
    rocket = {"rpg", "grenade-launcher"} if ruleset == "bn" else {"portable-at"}
    heavy = {"mmg", "hmg", "light-mortar", "heavy-at"} | GUNS
    if is_told(question, "moved", "moved-little") and not flying:
        if on_foot and weapon in heavy:
            return True
        if on_foot and is_told(question, "moved") and weapon in rocket | {"sniper-rifle"}:
            return True
        if vehicle in tanks and weapon in GUNS:
            return True
    if is_told(question, "opportunity"):
        if weapon in GUNS | {"light-mortar", "heavy-at"}:
            return True
        if "class" in question["target"] and question["distance"] > 50 and weapon != "sniper-rifle":
            return True
    if flying and weapon not in {"lmg", "hmg"}:
        return True
    return "air" in question["target"] and weapon not in SMALL_ARMS | {"hmg", "rpg", "heavy-at"}


def in_cover(question: Question) -> bool:
    """Behind cover, or suppressed in the open beyond 25 cm (§10.0)."""
    down = is_told(question, "target-suppressed") and question["distance"] > 25
    return is_told(question, "cover") or down


def is_hidden(question: Question) -> bool:
    both = is_told(question, "target-suppressed") and is_told(question, "cover")
    return both and not is_told(question, "speculative", "speculative-rolled")


def added_to_the_number(question: Question) -> int:
    """All that makes it harder to hit (§8.0)."""
    ruleset, shooter = question["ruleset"], question["shooter"]
    weapon, troops = shooter["weapon"], shooter["class"]
    one_die = number_of_dice(question) == 1
    more = 0
    if is_told(question, "moved") and not is_told(question, "helicopter"):
        more += 1
    if is_told(question, "one-crewman") and weapon in {"mmg", "hmg"} and "vehicle" not in shooter:
        more += 1
    if is_told(question, "dodging") and weapon != "sniper-rifle":
        more += 1
    if is_told(question, "target-sniper"):
        more += 1
    never = {"sniper-rifle", "grenade", "portable-at", "flamethrower"}
    if ruleset == "bn":
        never |= {"rpg", "grenade-launcher"}
    if in_cover(question) and weapon not in never:
        more += 1
    if ruleset == "rth-it" and troops == "recruit":
        more += 1
    if ruleset == "rth-en" and troops == "recruit" and weapon in SMALL_ARMS:
        more += 1
    if ruleset == "bn":
        if troops in {"fanatic", "militia"} and weapon in SMALL_ARMS | {"hmg"}:
            more += 1
        if troops == "recruit" and weapon in SMALL_ARMS | {"hmg"} and one_die:
            more += 1
        if troops == "special-forces" and one_die:
            more -= 1
    return more


def sees_the_target(question: Question, roll: Roll) -> bool:
    """The spotting die of rth, which is rolled where the table wants a number (§7.0)."""
    if not is_told(question, "partly-hidden", "prone"):
        return True
    hard = in_cover(question) or is_told(question, "prone")
    numbers = {25: 0, 50: 3, 100: 5} if hard else {25: 0, 50: 0, 100: 3}
    number = next((numbers[edge] for edge in (25, 50, 100) if question["distance"] <= edge), 7)
    return number == 0 or roll(6) >= number


def fires_blind(question: Question, roll: Roll) -> bool:
    """The die of speculative fire (§8.5, bn §8.6)."""
    engaged = is_told(question, "rules-of-engagement")
    if is_told(question, "speculative-rolled") or (engaged and is_told(question, "speculative")):
        return roll(6) >= (6 if engaged else 5)
    return True


def fire(question: Question, roll: Roll, figure: int = 0) -> tuple[int, int, str]:
    """Play the fire: the number of dice that hit, the hits on a figure (or the vehicle), its fate."""
    hits, taken = shots(question, roll, figure)
    return hits, taken, fate(question, taken, roll)


def shots(question: Question, roll: Roll, figure: int = 0) -> tuple[int, int]:
    """Fire all dice: how many hit, and how many of those a figure takes."""
    target = question["target"]
    figures = target.get("figures", 1)
    hits = taken = 0
    number = printed_number(question)
    if not is_forbidden(question) and number and not is_hidden(question):
        number += added_to_the_number(question)
        dice = number_of_dice(question)
        if dice > 1:
            dice, number = max(0, dice - max(0, number - 6)), min(number, 6)
        for firer in range(question["shooter"].get("count", 1)):
            if not (sees_the_target(question, roll) and fires_blind(question, roll)):
                continue
            for die in range(dice):
                face = roll(6)
                landed = face >= number
                hits += landed
                if question["shooter"]["weapon"] in AREA:
                    taken += landed or ("class" in target and comes_near(question, number, face))
                elif (firer * dice + die) % figures == figure:
                    taken += landed
    return hits, taken


def comes_near(question: Question, number: int, face: int) -> bool:
    """A miss whose template still covers the point that was aimed at (§8.4, bn §8.0.2)."""
    weapon, scatters = question["shooter"]["weapon"], is_told(question, "scatter")
    if scatters and face == 1:
        return False
    if weapon == "tank-gun":
        return scatters and 5 * (number - face) <= 7
    return (scatters or weapon == "light-mortar") and 3 * (number - face) <= 5


# Saves


def fate(question: Question, hits: int, roll: Roll) -> str:
    target = question["target"]
    if "class" in target:
        return fate_of_a_man(question, hits, roll)
    vehicle = "light-armour" if "air" in target else target["vehicle"]
    worst = ["missed", "saved", "knocked-out", "exploded"]
    now = 0
    for _ in range(hits):
        number = armour(question, vehicle)
        if number == IMMUNE:
            now = max(now, 1)
            continue
        short = number - roll(6)
        now = max(now, 1 if short <= 0 else 2 if short < 3 else 3)
    return worst[now]


def fate_of_a_man(question: Question, hits: int, roll: Roll) -> str:
    number = SAVES[question["target"]["class"]]
    if is_told(question, "bombardment", "ied", "inside-vehicle"):
        number = 3
    if is_told(question, "inside-heavy-vehicle"):
        number = 2
    bonus = 0
    if is_told(question, "leader", "friendly-fire") or in_cover({"distance": 0} | question):
        bonus = 1
    if is_told(question, "speculative", "speculative-rolled"):
        bonus = 2 if question["ruleset"] == "bn" else 1
    if is_told(question, "support-fire"):
        bonus = 2
    for _ in range(hits):
        face = roll(6)
        if face == 1 or face + bonus < number:
            return "killed"
    return "suppressed" if hits else "missed"


def armour(question: Question, vehicle: str) -> int:
    weapon, facing = question["shooter"]["weapon"], question["target"].get("facing", "front")
    if question["ruleset"] != "bn":
        column = 0 if weapon in SMALL_ARMS else {"hmg": 1, "light-gun": 3, "heavy-gun": 4}.get(weapon, 2)
        return RTH_ARMOUR[f"{vehicle} {facing}"][column]
    heavy = weapon in {"heavy-at", "tank-gun"}
    light = weapon == "rpg"
    if vehicle == "tank":
        if weapon in SMALL_ARMS | {"hmg"}:
            return IMMUNE
        return (5 if heavy else 2) if facing == "side" else (4 if heavy else 1)
    if vehicle == "heavy-armour":
        return 5 if heavy else 2
    if vehicle == "light-armour":
        return 6 if heavy else 4 if light else 3
    return 6 if heavy or light or weapon == "hmg" else 4
