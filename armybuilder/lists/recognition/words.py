"""Words of lists in both languages with the same meaning in every ruleset, from `words.toml`."""

import tomllib
from pathlib import Path
from typing import Any

_DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a text, for tables of words."""
    return tuple(text.split())


def _set(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in words_in(_DATA[name]))


def _phrases(name: str) -> tuple[str, ...]:
    return tuple(_DATA[name])


def _numbers(name: str) -> dict[tuple[str, ...], int]:
    return {words_in(words): number for words, number in _DATA[name].items()}


TIMES, UNITS = words_in(_DATA["times"]), words_in(_DATA["units"])
CALIBRES, OF_CALIBRES = words_in(_DATA["calibres"]), words_in(_DATA["of-calibres"])
NUMBERS = {word: int(number) for number, words in _DATA["numbers"].items() for word in words_in(words)}
GROUPS, ABOUT = _numbers("groups"), _numbers("about")
BEGINNING = frozenset(words[0] for words in (*GROUPS, *ABOUT))
SHORT_FORMS: dict[str, str] = _DATA["short-forms"]
SHORTENED_WORDS: dict[str, str] = _DATA["shortened"]
COLUMNS = {word: column for column, words in _DATA["columns"].items() for word in words_in(words)}
LIKE_DIGITS = str.maketrans("oil", "011")  # letters typed or scanned instead of digits

WITH, AND, OR, OF_THEM = _set("with"), _set("and"), _set("or"), _set("of-them")
USED_AS = _set("used-as")
ADDING = WITH | AND
DENYING, IF, LIMIT, LEVEL = _set("denying"), _set("if"), _set("limit"), _set("level")
HOW_MANY, HOW_MUCH, EACH = _set("how-many"), _set("how-much"), _set("each")
OF_ONE = EACH | _set("of-one")
FOR, ON, LABELS, NOTES, SAYING = _set("for"), _set("on"), _set("labels"), _set("notes"), _set("saying")
GREETING = _set("greeting")
EDITION = _set("edition")
OF_WEAPONS, NUMBERING = _set("of-weapons"), _set("numbering")
MEN, IN_ALL, THE = _set("men"), _set("in-all"), _set("the")
SEVERAL, TEAM_WORDS, TEAM_NAMES = _set("several"), _set("team"), _set("team-names")
PIECES = _set("pieces")
JOINING = ADDING | OR | USED_AS | HOW_MANY | EACH | ON | PIECES | _set("mounted", "joining")
COMMON = DENYING | SAYING | (HOW_MUCH - {"at"}) | OF_THEM | _set("common")

SQUAD_WORDS, UNIT_WORDS, VEHICLES = _phrases("squad"), _phrases("unit"), _phrases("vehicles")
LEADERSHIP_WORDS, LEVEL_WORDS = _phrases("leadership"), _phrases("level-of-leadership")
COMBAT_WORDS, PASS_WORDS, RESERVE_WORDS = _phrases("combat"), _phrases("passes"), _phrases("reserve")
TOTAL_WORDS, UNARMED = _phrases("total"), _phrases("unarmed")
