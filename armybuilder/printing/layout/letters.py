"""Letters without a font: a question mark is printed instead of an empty box.

Our fonts are Latin. Greek, Cyrillic, Arabic, Hebrew, Chinese, Japanese, Korean and emoji come from the system's fonts
(scripts/system_packages.sh). A PDF embeds only the parts it uses.
"""

import unicodedata
from functools import cache
from pathlib import Path

from armybuilder.printing.layout.fit import advance_widths
from rules.core.document.roster import Roster, decode, encode

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"))
FONTS = {".ttf", ".otf", ".ttc", ".otc"}
# Categories that print no ink themselves: controls, combining marks, spaces.
UNSEEN = {"Cc", "Cf", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"}


def printable(roster: Roster) -> Roster:
    """Return a list with "?" for each letter that no font has."""
    text = encode(roster).decode()
    foreign = set(text) - advance_widths("barlow-400-normal").keys()
    missing = missing_letters({letter for letter in foreign if unicodedata.category(letter) not in UNSEEN})
    return decode(text.translate(dict.fromkeys(map(ord, missing), "?")).encode()) if missing else roster


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
