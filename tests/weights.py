"""The compressed size of each public page for a browser without an account, in one table."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from django.contrib.staticfiles import finders

# The most of the page itself, and of all that a first visit takes with it, in bytes, in either language.
MOST = {
    "/": (4_700, 150_000),
    "/samples/": (2_000, 104_000),
    "/forces/": (2_000, 102_000),
    "/public/": (2_500, 102_000),
    "/games/join/": (2_000, 102_000),
    "/rules/": (2_650, 106_000),
    "/about/": (2_600, 102_000),
    "/sources/": (2_700, 109_000),
    "/privacy/": (4_000, 104_000),
    "/terms/": (2_750, 103_000),
    "/accounts/login/": (2_300, 107_000),
    "/accounts/signup/": (2_400, 103_000),
    "/rules/rth-it/": (16_500, 120_000),
    "/rules/rth-en/": (16_700, 120_000),
    "/rules/rth-it/ranges/": (3_300, 106_000),
    "/rules/rth-en/ranges/": (3_400, 106_000),
    "/odds/": (2_400, 108_000),
    "/odds/rth-it/": (5_400, 110_000),
    "/odds/rth-en/": (5_400, 110_000),
    "/rules/bn/": (23_000, 126_000),
    "/rules/bi/": (24_500, 128_000),
    "/rules/ludonet/": (7_200, 110_000),
    "/odds/rth-it/morale/": (3_600, 108_000),
    "/odds/rth-en/morale/": (3_600, 108_000),
    "/odds/bn/weapon/?s=veteran&w=assault-rifle": (2_600, 104_000),
    "/rules/compare/rth-it/rth-en/": (13_000, 116_000),
    "/s/…/": (3_700, 104_000),
}
LEAST = 0.85  # share of the limit: savings must not be lost again unnoticed
LOADED = re.compile(r'(?:href|src)="/static/([^"#]+)')


def sent(page: str) -> tuple[int, int]:
    """Return the size of a page in bytes, and the size with its style sheets, scripts, fonts, icons and pictures."""
    itself = len(gzip.compress(page.encode()))
    files = {name for name in LOADED.findall(page) if not name.endswith(".png")}  # those are for home screens
    return itself, itself + sum(wire(Path(str(finders.find(name)))) for name in files)


def wire(file: Path) -> int:
    """Return the size of a file when sent: pictures and fonts are already compressed."""
    content = file.read_bytes()
    return len(content) if file.suffix in (".webp", ".woff2") else len(gzip.compress(content))


def unlike(pages: dict[str, str]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each page heavier than its recorded size, or much lighter, and its size when sent. Raises KeyError."""
    for address, page in pages.items():
        name = "/s/…/" if address.startswith("/s/") else address
        sizes = sent(page)
        if not all(LEAST * most <= size <= most for size, most in zip(sizes, MOST[name], strict=True)):
            yield name, sizes
