"""Letters without a font: names in brackets are printed instead of boxes.

Our fonts are Latin. Greek, Cyrillic, Arabic, Hebrew, Chinese, Japanese, Korean and emoji come from the system's fonts
(scripts/system_packages.sh). A PDF embeds only the parts it uses.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from armybuilder.printing.layout.fit import advance_widths
from rules.core.document.roster import Roster

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"))
FONTS = {".ttf", ".otf", ".ttc", ".otc"}
# Categories that print no ink themselves: controls, combining marks, spaces.
UNSEEN = {"Cc", "Cf", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"}


def with_names(roster: Roster) -> Roster:
    """Return a list with unprintable letters replaced by their names: "[nazar amulet]"."""
    foreign = set(msgspec.json.encode(roster).decode()) - advance_widths("barlow-400-normal").keys()
    missing = missing_letters({letter for letter in foreign if unicodedata.category(letter) not in UNSEEN})
    if not missing:
        return roster
    named: Roster = _translated(roster, {ord(letter): f"[{name_of(letter)}]" for letter in missing})
    return named


def name_of(letter: str) -> str:
    """Return the name of a letter: "nazar amulet", or its number."""
    return unicodedata.name(letter, "").lower() or f"U+{ord(letter):04X}"


def missing_letters(letters: set[str], folders: tuple[Path, ...] = FOLDERS) -> set[str]:
    """Return the letters without a system font; none if no fonts can be checked."""
    missing, fonts = set(letters), _fonts(folders) if letters else ()
    for font in fonts:
        missing -= _letters_of(font)
        if not missing:
            break
    return missing if fonts else set()


@cache
def _fonts(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the system's fonts, sans-serif first: they have most letters."""
    found = (path for folder in folders for path in folder.rglob("*") if path.suffix in FONTS)
    return tuple(sorted(found, key=lambda path: ("Sans" not in path.name, path.name)))


@cache
def _letters_of(font: Path) -> frozenset[str]:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with font.open("rb") as file, TTFont(file, lazy=True, fontNumber=0) as face:
            return frozenset(map(chr, face.getBestCmap() or ()))
    except (OSError, TTLibError):
        return frozenset()


def _translated(value: Any, names: dict[int, str]) -> Any:
    """Return a value of a list, unvalidated, with the letters replaced in all its texts."""
    if isinstance(value, str):
        return value.translate(names)
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **dict(_translated_fields(value, names)))
    if isinstance(value, tuple):
        return tuple(_translated(item, names) for item in value)
    return value


def _translated_fields(value: msgspec.Struct, names: dict[int, str]) -> Iterator[tuple[str, Any]]:
    for field in value.__struct_fields__:
        yield field, _translated(getattr(value, field), names)
