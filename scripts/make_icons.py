"""Make `static/icons.svg`: the icons of the interface and the unit signs, one cached sprite.

Usage: python scripts/make_icons.py LUCIDE_ICONS_DIR static/icons.svg

An icon is a lucide icon (`i-<its name>`); add a name to `ICONS` and run `scripts/vendor.sh`. A unit sign
An icon is a lucide icon (`i-<its name>`); add a name to `ICONS` and run `scripts/vendor.sh`. A unit sign (`u-…`) is a
military map sign: dots over the box give its size, the cross is infantry, the oval means vehicles.
"""

import re
import sys
from pathlib import Path

ICONS = (
    "archive", "arrow-down", "arrow-left", "arrow-right", "arrow-right-left", "arrow-up", "bell", "book-open",
    "calendar-plus", "check", "chevron-left", "chevron-right", "circle-check", "circle-dashed", "clipboard",
    "columns-2", "copy", "download", "ellipsis", "eye", "eye-off", "flag", "globe", "grip-vertical", "history",
    "hourglass", "info", "layers", "lightbulb", "link", "list", "lock", "log-out", "menu", "minus", "moon",
    "octagon-alert", "pencil", "plus", "printer", "redo-2", "search", "send", "settings-2", "share-2",
    "shield-half", "shuffle", "split", "sun", "swords", "trash-2", "triangle-alert", "undo-2", "upload", "user",
    "users", "x",
)  # fmt: skip

#: The centres of the dots over the box: one is a squad, two a section, three a platoon.
DOTS = {"squad": (24,), "section": (19, 29), "platoon": (14, 24, 34)}
TEAM = '<circle cx="24" cy="7" r="3.2"/><path d="m21.4 9.6 5.2-5.2"/>'
BOX = '<path d="M3 14h42v25H3z"/>'
INFANTRY = '<path d="M3 14 45 39M45 14 3 39"/>'
VEHICLE = '<ellipse cx="24" cy="26.5" rx="14" ry="7.5"/>'


def main(lucide: Path, out: Path) -> None:
    symbols = [icon(lucide, name) for name in ICONS] + units()
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>"]
    out.write_text("\n".join(lines) + "\n")


def icon(lucide: Path, name: str) -> str:
    """Return the shapes of a lucide file as a symbol; stroke and fill come from the style sheet's `.i`."""
    source = (lucide / f"{name}.svg").read_text()
    shapes = re.findall(r"<(?:path|circle|rect|line|polyline|ellipse)\b[^>]*>", source)
    return symbol(f"i-{name}", "0 0 24 24", "".join(re.sub(r"\s*/>", "/>", shape) for shape in shapes))


def units() -> list[str]:
    """Return the symbols of each unit size on foot and with vehicles, and the box of an empty unit."""
    sizes = {size: "".join(map(dot, centres)) for size, centres in DOTS.items()} | {"team": TEAM}
    signs = {size: above + BOX + INFANTRY for size, above in sizes.items()}
    signs |= {f"{size}-vehicle": sign + VEHICLE for size, sign in signs.items()}
    signs["empty"] = sizes["squad"] + BOX
    return [symbol(f"u-{name}", "0 0 48 42", shapes) for name, shapes in signs.items()]


def dot(centre: int) -> str:
    return f'<circle cx="{centre}" cy="7" r="3" fill="currentColor" stroke="none"/>'


def symbol(name: str, view: str, shapes: str) -> str:
    return f'<symbol id="{name}" viewBox="{view}">{shapes}</symbol>'


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
