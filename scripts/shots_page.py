"""Shared parts of all pictures: a page in a language, by day or by night, and saving it."""

import shutil
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / "var" / "shots"
SHOWN = ROOT / "docs" / "shots"  # the few in the documents
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
COLOURS = 128  # of a picture: the pages have few, which makes the file a third of the size


def a_page(browser: Browser, address: str, language: str, *, night: bool) -> tuple[Page, str]:
    """Return a page in a language, by day or by night, and the name of its pictures."""
    scheme: Literal["dark", "light"] = "dark" if night else "light"
    context = browser.new_context(viewport=DESK, color_scheme=scheme, reduced_motion="reduce")
    context.add_cookies([{"name": "django_language", "value": language, "url": address}])
    page = context.new_page()
    page.goto(address, wait_until="networkidle")  # caches the fonts, which a first page shows only if they are quick
    return page, f"{language}-night" if night else f"{language}-day"


def save(screenshot: bytes, name: str) -> None:
    picture = (
        Image.open(BytesIO(screenshot))
        .convert("RGB")
        .quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    )
    picture.save(SHOTS / f"{name}.png", optimize=True)


def both(page: Page, name: str, *, whole: bool = False) -> None:
    """Take a page at both widths, `whole` or its first screen."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_load_state("networkidle")  # the icons are loaded
        page.evaluate("document.fonts.ready")
        save(page.screenshot(full_page=whole), f"{name}-{size['width']}")
    page.set_viewport_size(DESK)


def renew_shown() -> None:
    """Copy the new pictures over those in the documents."""
    for shown in SHOWN.rglob("*.png"):
        if (taken := SHOTS / shown.relative_to(SHOWN)).exists():
            shutil.copy(taken, shown)
