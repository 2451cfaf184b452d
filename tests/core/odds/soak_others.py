"""Games of all questions but fire, played out and compared with the odds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from tests.core.odds.every_roll import Roll
from tests.core.odds.tabletop_d6 import SAVES
from tests.core.odds.test_odds_fire_d6 import CLASSES, fraction, fractions
from tests.core.odds.test_odds_rest_d6 import COVERING, INITIATIVE, MELEE, passes_morale, storm

Question = dict[str, Any]
Answer = dict[str, Any]
Play = Callable[[Roll], str]
Read = Callable[[Answer], dict[str, Fraction]]


def others(random: Random) -> Iterator[tuple[Question, Play, Read]]:
    """Yield a question of each kind, the game that it is about, and what an answer says of the game's outcomes."""
    for kind in KINDS:
        question, play, read = kind(random)
        yield {"format": "odds/1", "ruleset": "bn"} | question, play, read


def target(answer: Answer) -> dict[str, Fraction]:
    return fractions(answer["target"]["outcomes"])


def passed(answer: Answer) -> dict[str, Fraction]:
    return {"yes": fraction(answer["chance"]), "no": 1 - fraction(answer["chance"])}


def opposed(answer: Answer) -> dict[str, Fraction]:
    return {name: fraction(answer[name]) for name in ("wins", "ties", "loses")}


def yes(succeeds: bool) -> str:
    return "yes" if succeeds else "no"


def saved(roll: Roll, class_: str, hits: int, bonus: int) -> str:
    faces = [roll(6) for _ in range(hits)]
    if not faces:
        return "missed"
    return "killed" if any(face == 1 or face + bonus < SAVES[class_] for face in faces) else "suppressed"


def winner(mine: int, yours: int) -> str:
    return "wins" if mine > yours else "loses" if mine < yours else "ties"


def save(random: Random) -> tuple[Question, Play, Read]:
    class_, hits, facts = random.choice(CLASSES["bn"]), random.randint(1, 5), random.choice([[], ["cover"]])
    question = {"question": "save", "target": {"class": class_}, "hits": hits, "situations": facts}
    return question, lambda roll: saved(roll, class_, hits, len(facts)), target


def covering(random: Random) -> tuple[Question, Play, Read]:
    weapon, count = random.choice(["rifle", "assault-rifle", "lmg"]), random.randint(1, 3)
    value = min(COVERING["bn"][weapon][1] * count + 3, 9)  # of elites, up to 50 cm
    group = [{"weapon": weapon, "count": count}]
    question = {"question": "covering-fire", "class": "elite", "group": group, "distance": 50}

    def play(roll: Roll) -> str:
        return saved(roll, "recruit", int(roll(6) + roll(6) <= value), 0)

    return question | {"target": {"class": "recruit"}}, play, target


def suppression(random: Random) -> tuple[Question, Play, Read]:
    class_, leadership = random.choice(["elite", "recruit", "fanatic"]), random.randint(0, 2)
    most = min({"elite": 4, "recruit": 2, "fanatic": 3}[class_] + leadership, 5)
    question = {"question": "suppression", "class": class_, "leadership": leadership}
    return question, lambda roll: yes(roll(6) <= most), passed


def morale(random: Random) -> tuple[Question, Play, Read]:
    class_, men = random.choice(CLASSES["bn"]), random.randint(4, 12)
    lost = random.randint(1, men)
    question = {"question": "morale", "class": class_, "men": men, "lost": lost}
    half = 2 * (men - lost) >= men
    return question, lambda roll: yes(passes_morale(roll, INITIATIVE[class_], lost, half)), passed


def spotting(random: Random) -> tuple[Question, Play, Read]:
    count, (distance, number) = random.randint(1, 4), random.choice([(20, 3), (50, 5), (100, 6)])
    fields = {"class": "elite", "distance": distance, "count": count, "target": {"class": "elite"}}

    def read(answer: Answer) -> dict[str, Fraction]:
        return passed({"chance": answer["any"]})

    def play(roll: Roll) -> str:
        return yes(any([roll(6) >= number for _ in range(count)]))  # noqa: C419  each of them rolls

    return {"question": "spotting"} | fields, play, read


def melee(random: Random) -> tuple[Question, Play, Read]:
    ours, theirs = random.choices(CLASSES["bn"], k=random.randint(1, 3)), random.choice(CLASSES["bn"])
    question = {"question": "melee", "side": [{"class": one} for one in ours], "enemy": [{"class": theirs}]}
    bonus = sum(MELEE[one] for one in ours)
    return question, lambda roll: winner(roll(6) + bonus, roll(6) + MELEE[theirs]), opposed


def storming(random: Random) -> tuple[Question, Play, Read]:
    class_, count, inside = random.choice(CLASSES["bn"]), random.randint(1, 4), random.randint(1, 4)
    attackers, defenders = [{"class": class_, "count": count}], [{"class": "recruit", "count": inside}]
    saves = [(SAVES["recruit"], 0)] * inside

    def read(answer: Answer) -> dict[str, Fraction]:
        return {str(lost): one for lost, one in fractions(answer["defenders"]["casualties"]).items()}

    def play(roll: Roll) -> str:
        return str(storm(roll, MELEE[class_] * count, 6, saves)[1])

    return {"question": "storming", "attackers": attackers, "defenders": defenders}, play, read


def initiative(random: Random) -> tuple[Question, Play, Read]:
    (ours, theirs), turns = random.choices(CLASSES["bn"], k=2), random.randint(0, 3)
    side = {"class": ours, "leadership": 2, "active_turns": turns}

    def play(roll: Roll) -> str:
        mine = roll(6) + roll(6) + INITIATIVE[ours] + 2 - turns
        return winner(mine, roll(6) + roll(6) + INITIATIVE[theirs])

    return {"question": "initiative", "side": side, "enemy": {"class": theirs}}, play, opposed


def bombardment(random: Random) -> tuple[Question, Play, Read]:
    class_ = random.choice(CLASSES["bn"])

    def play(roll: Roll) -> str:
        called = roll(6) >= 4
        is_near = sum(roll(6) for _ in range(4)) <= 15
        return saved(roll, class_, int(called and is_near), 2)

    return {"question": "bombardment", "by": "support-fire", "target": {"class": class_}}, play, target


def roll_of_its_own(random: Random) -> tuple[Question, Play, Read]:
    level, against = random.randint(2, 4), random.randint(0, 1)
    question = {"question": "roll", "roll": "intelligence", "level": level, "against": against}
    return question, lambda roll: yes(roll(6) <= level - against), passed


KINDS = (
    save,
    covering,
    suppression,
    morale,
    spotting,
    melee,
    storming,
    initiative,
    bombardment,
    roll_of_its_own,
)
