"""Bassa Intensità as played: written from the text, independently of the program and its data."""

from typing import Any

from tests.core.odds.every_roll import Roll

Question = dict[str, Any]

QUALITY = {"elite": 6, "veteran": 5, "regular": 4, "recruit": 3, "rabble": 2}
NO = -1
# weapon: short, normal and long distance, shots
ROWS = {
    "pistol": ((5, 10, 20), 1),
    "carbine": ((10, 20, 60), 1),
    "shotgun": ((10, NO, 30), 1),
    "rifle": ((20, 40, 120), 1),
    "precision-rifle": ((30, 70, 200), 1),
    "smg": ((10, NO, 40), 2),
    "assault-rifle": ((15, 30, 90), 2),
    "assault-rifle area": ((NO, 20, 60), 1),
    "saw": ((15, 30, 90), 2),
    "saw area": ((15, 30, 90), 1),
    "lmg": ((20, 40, 120), 2),
    "lmg area": ((20, 40, 120), 1),
    "mg": ((30, 70, 200), 3),
    "mg area": ((30, 70, 200), 1),
    "autocannon": ((50, 100, 300), 2),
    "autocannon area": ((50, 100, 300), 1),
    "grenade-launcher": ((NO, 40, 80), 1),
    "rifle-grenade": ((NO, 20, 60), 1),
    "grenade": ((NO, 10, NO), 1),
    "law": ((NO, 10, 30), 1),
    "rpg": ((NO, 20, 60), 1),
    "at-missile": ((100, 200, 600), 1),
    "gun-light": ((50, 100, 300), 1),
    "gun-medium": ((70, 150, 450), 1),
    "gun-heavy": ((100, 200, 600), 1),
}
BLAST = {"at-missile": (4, 6), "gun-light": (4, 8), "gun-medium": (5, 10), "gun-heavy": (8, 15)}
BLAST |= dict.fromkeys(("grenade", "grenade-launcher", "rifle-grenade", "law", "rpg"), (3, 6))
AREA_WEAPONS = {"assault-rifle", "saw", "lmg", "mg", "autocannon"}
ANTI_AIR = {
    "aa-mg": (0, 1),
    "aa-autocannon": (1, 2),
    "aa-missile-portable": (2, 3),
    "aa-missile-heavy": (3, 4),
}
ANTI_AIR |= {"law": (0, 1), "rpg": (0, 1)}


def is_told(question: Question, *facts: str) -> bool:
    return not set(facts).isdisjoint(question.get("situations", ()))


def weapon_of(question: Question) -> str:
    """Return the weapon it fires as: an LMG on foot that is not set up fires as an assault rifle."""
    shooter = question["shooter"]
    if shooter["weapon"] == "lmg" and is_told(question, "not-set-up") and "vehicle" not in shooter:
        return "assault-rifle"
    return str(shooter["weapon"])


def is_area(question: Question) -> bool:
    return question["shooter"].get("mode") == "area" and weapon_of(question) in AREA_WEAPONS


def half_up(value: int) -> int:
    return (value + 1) // 2


def quality(question: Question, class_: str) -> int:
    return QUALITY[class_] + is_told(question, "motivated") - is_told(question, "tired")


def number_to_hit(question: Question) -> int:
    """The highest d10 that hits; NO: there is no shot."""
    shooter, distance = question["shooter"], question["distance"]
    weapon = weapon_of(question)
    if "air" in question["target"]:
        return number_at_air(question)
    if weapon not in ROWS or is_told(question, "moved"):
        return NO
    heavy = {"mg", "auto-grenade-launcher", "gun-light", "gun-medium", "gun-heavy"}
    if is_told(question, "not-set-up") and "vehicle" not in shooter and weapon in heavy:
        return NO
    (short, normal, long), _shots = ROWS[weapon + (" area" if is_area(question) else "")]
    band = 1 if distance <= short else 0 if distance <= normal else -1 if distance <= long else NO * 9
    if band < -1 or distance > sight(question):
        return NO
    return min(10, max(0, halved(question, quality(question, shooter["class"]) + band + changes(question))))


def sight(question: Question) -> int:
    if not is_told(question, "night-moon", "night-dark"):
        return 10_000
    if is_told(question, "light-amplifier"):
        return 200
    return 100 if is_told(question, "night-vision") else 50 if is_told(question, "night-moon") else 20


def changes(question: Question) -> int:
    """Return the sum of all + and − in the table of direct fire except the distance."""
    weapon, distance = weapon_of(question), question["distance"]
    change = int(is_told(question, "aimed", "sniper"))
    change += is_told(question, "target-running") - is_told(question, "target-cautious", "prone")
    if is_told(question, "target-cautious") and is_told(question, "prone"):
        change -= 1
    change -= is_told(question, "light-cover") + 2 * is_told(question, "heavy-cover", "entrenched")
    change -= is_told(question, "bolt-action") and weapon == "rifle"
    change -= weapon == "saw" and is_area(question)
    change -= is_told(question, "moved-stabilised")
    if is_told(question, "night-dark"):
        change -= 2
    if is_told(question, "night-moon"):
        change -= 1 if distance <= 20 else 2
    if is_told(question, "night-moon", "night-dark"):
        change += is_told(question, "night-vision", "light-amplifier")
        change += is_told(question, "target-fired") + 2 * is_told(question, "target-fired-automatic")
    return change


def halved(question: Question, value: int) -> int:
    if is_told(question, "opportunity", "covering"):
        value = half_up(value)
    if is_told(question, "wounded"):
        value = half_up(value)
    if weapon_of(question) == "assault-rifle" and is_area(question):
        value = half_up(value)
    return value


def number_at_air(question: Question) -> int:
    shooter = question["shooter"]
    plane, helicopter = ANTI_AIR.get(shooter["weapon"], (0, 0))
    number = plane if question["target"]["air"] == "aircraft" else helicopter
    too_far = shooter["weapon"] in {"law", "rpg"} and question["distance"] > 80
    if is_told(question, "moved") or not number or too_far:
        return NO
    number += {"elite": 2, "veteran": 1, "recruit": -1, "rabble": -2}.get(shooter["class"], 0)
    return max(0, half_up(number) if is_told(question, "opportunity") else number)


def shots_of(question: Question) -> int:
    if "air" in question["target"]:
        return 1
    weapon = weapon_of(question)
    _bands, shots = ROWS.get(weapon + (" area" if is_area(question) else ""), ((), 1))
    if is_told(question, "one-crewman") and weapon in {"lmg", "mg"} and not is_area(question):
        return 1
    return shots


def passes_gates(question: Question, roll: Roll) -> bool:
    class_ = question["shooter"]["class"]
    if is_told(question, "isolated") and roll(10) > quality(question, class_):
        return False
    if "air" in question["target"] or not is_told(question, "hidden"):
        return True
    return roll(6) <= {"elite": 4, "veteran": 3}.get(class_, 2)


def fire(question: Question, roll: Roll, figure: int = 0) -> tuple[int, int, str]:
    """Play the fire: the number of shots that land, the hits on a figure (or the vehicle), its fate."""
    figures = question["target"].get("figures", 1)
    number = number_to_hit(question)
    landed = taken = 0
    outcome = Outcome(question)
    for firer in range(question["shooter"].get("count", 1)):
        if number == NO or not passes_gates(question, roll):
            continue
        shots = figures if is_area(question) else shots_of(question)
        for shot in range(shots):
            hits = roll(10) <= number
            landed += hits
            if weapon_of(question) in BLAST and "class" in question["target"]:
                reached = ring(question, hits, roll)
                taken += reached and roll(10) <= blast_chance(question, reached)
            elif (shot == figure) if is_area(question) else (firer % figures == figure):
                taken += hits
    for _ in range(taken):
        outcome.hit(roll)
    return landed, taken, outcome.said


def ring(question: Question, on: bool, roll: Roll) -> int:
    """Return the place of the figure in the blast: 1 the short ring, 2 the long one, 0 outside."""
    if on:
        return 1
    face = roll(10)
    if face <= 2:
        return 0
    off = question["distance"] * (20 if face % 2 else 50) / 100
    short, long = BLAST[weapon_of(question)]
    return 1 if off <= short else 2 if off <= long else 0


def blast_chance(question: Question, reached: int) -> int:
    row = (2, 1) if is_told(question, "entrenched") else (6, 3)
    if is_told(question, "light-cover", "heavy-cover"):
        row = (3, 2)
    return row[reached - 1] + (weapon_of(question) == "gun-heavy")


class Outcome:
    """Return the fate of a man, a vehicle or a flying target, hit by hit."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.said = "missed"
        self.wounds = int(is_told(question, "target-wounded"))

    def hit(self, roll: Roll) -> None:
        target = self.question["target"]
        if "class" in target:
            self._man(roll(10))
        elif "air" in target:
            self._flying(target["air"], roll)
        elif self._is_soft(target["vehicle"]):
            self._worst("missed near-miss slowed immobilised destroyed", self._soft(roll(10)))
        else:
            self._armour(roll)

    def _worst(self, order: str, outcome: str) -> None:
        names = order.split()
        self.said = max(self.said, outcome, key=names.index)

    def _man(self, face: int) -> None:
        vest = 2 if is_told(self.question, "bulletproof-vest") else 1 if is_told(self.question, "flak-jacket") else 0
        total = 10 if face == 10 else face - vest + is_told(self.question, "sniper")
        outcome = (
            "near-miss" if total <= 1 else "shocked" if total <= 5 else "wounded" if total <= 8 else "badly-wounded"
        )
        if total >= 10:
            outcome = "dead"
        if outcome in ("wounded", "badly-wounded"):
            self.wounds += 1
            outcome = "dead" if self.wounds > 1 else outcome
        self._worst("missed near-miss shocked wounded badly-wounded dead", outcome)

    def _is_soft(self, vehicle: str) -> bool:
        return vehicle == "civilian-vehicle" or (vehicle != "tank" and is_told(self.question, "unarmoured"))

    def _soft(self, face: int) -> str:
        weapon = self.question["shooter"]["weapon"]
        more = {"lmg": 1, "mg": 1, "autocannon": 4, "gun-light": 4, "gun-medium": 4, "gun-heavy": 4}.get(weapon, 0)
        more = 2 if weapon in {"grenade-launcher", "rifle-grenade", "grenade", "law", "rpg"} else more
        total = 1 if face == 1 else face + more
        return "near-miss" if total == 1 else "slowed" if total <= 4 else "immobilised" if total <= 7 else "destroyed"

    def _armour(self, roll: Roll) -> None:
        order = "missed not-pierced near-miss radio slowed immobilised turret weapon destroyed"
        piercing = self._piercing()
        if piercing <= 0 or roll(10) > piercing:
            self._worst(order, "not-pierced")
            return
        table = [
            "near-miss",
            "radio",
            "slowed",
            "slowed",
            "immobilised",
            "turret",
            "weapon",
            "weapon",
            "destroyed",
            "destroyed",
        ]
        outcome = table[roll(10) - 1]
        no_turret = outcome == "turret" and is_told(self.question, "no-turret")
        self._worst(order, "weapon" if no_turret else outcome)

    def _piercing(self) -> int:
        weapon, target = self.question["shooter"]["weapon"], self.question["target"]
        column = 0 if target["vehicle"] == "tank" else 1
        table = {"gun-light": (6, 8), "gun-medium": (6, 8), "gun-heavy": (8, 10), "at-missile": (8, 10)}
        table |= dict.fromkeys(("law", "rpg"), (6, 8))
        table |= dict.fromkeys(("grenade", "grenade-launcher", "rifle-grenade", "autocannon"), (3, 7))
        if is_told(self.question, "over-99mm"):
            table["gun-medium"] = (8, 10)
        if is_told(self.question, "over-116mm"):
            table["gun-heavy"] = (10, 12)
        if is_told(self.question, "recoilless"):
            over = is_told(self.question, "over-99mm")
            table |= {"gun-light": (3, 6), "gun-medium": (5, 7) if over else (3, 6), "gun-heavy": (5, 7)}
        if weapon not in table:
            return 0
        number = table[weapon][column] + 2 * (target.get("facing") == "side")
        return number - is_told(self.question, "advanced-armour") - 2 * is_told(self.question, "high-tech-armour")

    def _flying(self, kind: str, roll: Roll) -> None:
        if self.said != "missed":
            return
        if kind == "aircraft":
            self.said = "shot-down" if roll(10) <= 5 else "damaged"
            return
        total = roll(6) + roll(6)
        names = {2: "exploded", 11: "weapon", 12: "pilot"}
        names |= {3: "engine", 4: "engine", 5: "morale-worse", 6: "morale-worse"}
        names |= {7: "morale", 8: "morale", 9: "passengers", 10: "passengers"}
        self.said = names[total]
