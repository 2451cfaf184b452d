"""Every pair of colours on a page has enough contrast by day and by night: from the tokens, without a browser.

Each text colour is tested on each surface, and colours laid on a non-surface are named next to it. The browser
checks with axe, which is slow at colours, on a few pages that texts inside others keep to this.
"""

import re
from itertools import product
from pathlib import Path

import pytest
import tinycss2
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"
NOT_PAGES = {"fonts", "tokens"}  # only declare
TOKEN = re.compile(r"--([\w-]+):\s*light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\);")

TEXTS = ("ink", "ink-2", "ink-3", "olive", "red", "amber")
SURFACES = ("paper", "sheet", "sunk", "olive-wash", "red-wash", "amber-wash")
FILLED = {  # text on something that is no surface
    ("paper", "ink"),
    ("on-olive", "olive"),
    ("on-red", "red"),
    ("on-red", "amber"),
    ("paper", "amber"),  # a changed line of a force, for a moment
    ("sheet", "ink"),  # a ticked box in a game
    ("sheet", "amber"),
    ("sheet", "olive"),
    ("sheet", "red"),
}
OUTLINES = ("edge", "focus")
BARE = {
    "veil",
    "white",
}  # nothing is written on it: what lies below a sheet; a code or a page of a PDF, which are white
SINGLE = [  # what a rule with only one half assumes
    ('.s-suppressed[aria-pressed="true"] i', "", "amber"),  # a ticked box writes in --sheet
    ('.s-wounded[aria-pressed="true"] i', "", "red"),
    ('.s-used[aria-pressed="true"] i', "", "olive"),
    (".running > ::before", "edge", ""),  # a line between words
    (".count-dot.worst-warning, .count-dot.worst-info", "", "amber"),  # .count-dot writes in --on-red
    (".gear > .plain:not(:last-child)::after", "edge", ""),  # a dot between words
    (".stepper button[disabled]", "edge", ""),  # disabled controls are exempt
    (".progress::-webkit-progress-value", "", "olive"),  # a bar
    (".progress::-moz-progress-bar", "", "olive"),
    (".anatomy .p1, .sw.s1", "", "olive"),  # parts of a bar, and the swatches in its legend
    (".anatomy .p2, .sw.s2", "", "color-mix(in srgb, var(--olive) 75%, var(--paper))"),
    (".anatomy .p3, .sw.s3", "", "color-mix(in srgb, var(--olive) 52%, var(--paper))"),
    (".anatomy .p4, .sw.s4", "", "color-mix(in srgb, var(--olive) 33%, var(--paper))"),
    (".anatomy .p5, .sw.s5", "", "color-mix(in srgb, var(--olive) 18%, var(--paper))"),
    (".reach-input::-webkit-slider-thumb", "", "ink"),  # drawn along the ruler
    (".reach-input::-moz-range-thumb", "", "ink"),
]
SHINING_THROUGH = {
    ".tick-box:disabled": ".35",  # disabled controls are exempt
    ".htmx-request .btn": ".6",  # while an answer is awaited; it cannot be pressed
    ".preview.htmx-request, .htmx-request + .preview": ".6",  # a picture
    ".ruler .ticks-on": ".55",  # lines
    ".ask-answers[aria-busy]": ".5",  # pending: what was shown before fades
    ".start .btn small": ".85",  # tested below
}

TEXT = 4.5  # WCAG 2.2, 1.4.3
OUTLINE = 3.0  # WCAG 2.2, 1.4.11


@pytest.fixture(scope="module")
def tokens() -> dict[str, tuple[str, str]]:
    """Return each colour by day and by night."""
    found = TOKEN.findall((CSS / "site" / "tokens.css").read_text())
    return {name: (day, night) for name, day, night in found}


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, as defined by WCAG."""
    lower, higher = sorted(map(_luminance, (one, other)))
    return (higher + 0.05) / (lower + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def too_weak(tokens: dict[str, tuple[str, str]], pairs: set[tuple[str, str]], least: float) -> list[object]:
    by_theme = [
        (upper, lower, theme, round(contrast(tokens[upper][number], tokens[lower][number]), 2))
        for upper, lower in sorted(pairs)
        for number, theme in enumerate(("day", "night"))
    ]
    return [pair for pair in by_theme if pair[-1] < least]


def test_texts_are_read_on_every_surface(tokens: dict[str, tuple[str, str]]) -> None:
    assert too_weak(tokens, FILLED.union(product(TEXTS, SURFACES)), TEXT) == []


def test_outlines_are_seen_on_every_surface(tokens: dict[str, tuple[str, str]]) -> None:
    assert too_weak(tokens, set(product(OUTLINES, SURFACES)), OUTLINE) == []


def test_the_ratio_is_that_of_the_standard() -> None:
    assert [round(contrast(*pair), 2) for pair in (("#000000", "#FFFFFF"), ("#767676", "#FFFFFF"))] == [
        21,
        4.54,
    ]


def mixed(upper: str, lower: str, opacity: float) -> str:
    """Return the visible colour when one is laid transparently over the other."""
    channels = ((int(upper[at : at + 2], 16), int(lower[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one * opacity + other * (1 - opacity)):02X}" for one, other in channels)


def test_the_small_words_of_a_button_are_read(tokens: dict[str, tuple[str, str]]) -> None:
    for text, under in (("ink", "sheet"), ("ink", "paper"), ("on-olive", "olive"), ("paper", "ink")):
        for upper, lower in zip(tokens[text], tokens[under], strict=True):
            assert contrast(mixed(upper, lower, 0.85), lower) >= TEXT


# ── Used by the styles ─────────────────────────────────────────────────────────────────────────────────────────────


def rules(source: str) -> list[tuple[str, dict[str, str]]]:
    """Return the selector and declarations of each rule in a style sheet, including those in @media."""
    found: list[tuple[str, dict[str, str]]] = []
    for node in tinycss2.parse_stylesheet(source, skip_comments=True, skip_whitespace=True):
        if node.type == "at-rule" and node.content is not None:
            found += rules(tinycss2.serialize(node.content))
        elif node.type == "qualified-rule":
            inside = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            declared = {it.name: tinycss2.serialize(it.value).strip() for it in inside if it.type == "declaration"}
            found.append((" ".join(tinycss2.serialize(node.prelude).split()), declared))
    return found


@pytest.fixture(scope="module")
def written() -> list[tuple[str, dict[str, str]]]:
    """Return each rule in the pages' style sheets."""
    sheets = sorted(path for path in CSS.rglob("*.css") if path.stem not in NOT_PAGES)
    return [rule for path in sheets for rule in rules(path.read_text())]


def colour_of(declared: dict[str, str], *names: str) -> str:
    """Return the token, or plain colour, of the first of the properties; "" if none is set."""
    value = next((declared[name] for name in names if name in declared), "")
    found = re.search(r"var\(--([\w-]+)\)|(#\w+|(?:rgb|hsl|color-mix)\w*\(.*)", value)
    return (found[1] or found[2]) if found else ""


def test_styles_use_no_other_pair(written: list[tuple[str, dict[str, str]]]) -> None:
    """A rule uses a text colour for surfaces, a surface for texts, or a pair from above."""
    known = {(text, under) for text in ("", *TEXTS) for under in ("", *SURFACES, *BARE)} | FILLED
    pairs = [
        (selector, colour_of(declared, "color"), colour_of(declared, "background", "background-color"))
        for selector, declared in written
    ]
    assert sorted(pair for pair in pairs if pair[1:] not in known) == sorted(SINGLE)


def test_nothing_else_shines_through(written: list[tuple[str, dict[str, str]]]) -> None:
    opacities = {selector: declared["opacity"] for selector, declared in written if "opacity" in declared}
    assert {it: value for it, value in opacities.items() if value not in ("0", "1")} == SHINING_THROUGH
