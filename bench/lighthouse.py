"""`make lighthouse`: what Lighthouse says of the public pages, as a phone on a slow line and as a desktop see them.

Lighthouse is Google's, of npm, in `.venv/lighthouse`: it loads each page in Chromium, and gives it four marks of 100.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import ROOT, performance, site
from bench.server import served
from bench.table import Measured, printed
from scripts.chromium import EXECUTABLE, SWITCHES

LIGHTHOUSE = ROOT / ".venv" / "lighthouse" / "node_modules" / ".bin" / "lighthouse"
MARKS = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "practice",
    "seo": "search engines",
}
FORMS: dict[str, list[str]] = {"phone": [], "desktop": ["--preset=desktop"]}
BAR = 95
PAGES = {
    "front page": "/",
    "examples": "/samples/",
    "public lists": "/public/",
    "rules of a game": "/rules/bn/",
    "odds": "/odds/bn/",
    "join a game": "/games/join/",
    "about": "/about/",
    "privacy": "/privacy/",
    "terms": "/terms/",
    "sign in": "/accounts/login/",
}


@dataclass(frozen=True)
class Told:
    """What was said of a page: its marks by their names, and what cost some."""

    page: str
    form: str
    marks: dict[str, int]
    faults: list[str]


def main(arguments: list[str]) -> int:
    """Look at each page, print its marks and what is wrong with it; return 0 if none has less than 95."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.lighthouse", description="Let Lighthouse look at the public pages."
    )
    parser.add_argument("--write", action="store_true", help="write the marks into docs/performance.md")
    said = parser.parse_args(arguments)
    if EXECUTABLE is None:
        sys.exit("Chromium is not installed")
    conditions = performance.conditions()
    site.set_up()
    from bench.visitors import make_visitors  # the models want the site

    pages = {"a public list": make_visitors(1)[0]["pages"]["a public list"], **PAGES}
    with served() as address:
        told = [_look(name, address + path, form) for name, path in pages.items() for form in FORMS]
    figures = list(least(told))
    print(printed(figures), marks(told), *faults(told), sep="\n")
    if said.write:
        performance.put(
            "lighthouse", performance.table("The lowest mark of all public pages.", conditions, figures)
        )
    return 0 if all(figure.clears for figure in figures) else 1


def _look(name: str, address: str, form: str) -> Told:
    """Let Lighthouse load a page. Raises CalledProcessError if it cannot."""
    with tempfile.TemporaryDirectory(prefix="squadra-lighthouse-") as folder:
        report = Path(folder) / "report.json"
        command = [
            str(LIGHTHOUSE),
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            *FORMS[form],
        ]
        command += [f"--chrome-flags=--headless {' '.join(SWITCHES)}"]
        subprocess.run(command, check=True, env=os.environ | {"CHROME_PATH": str(EXECUTABLE)})
        return read(name, form, json.loads(report.read_bytes()))


def read(page: str, form: str, report: dict[str, Any]) -> Told:
    """Return what a report of Lighthouse says of a page; the slightest faults of its speed are left out."""
    categories = report["categories"]
    found = {}
    for category in categories.values():
        for asked in category["auditRefs"]:
            audit = report["audits"][asked["id"]]
            if asked["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                found[audit["title"]] = audit.get("displayValue", "")
    return Told(
        page,
        form,
        {name: round(100 * categories[key]["score"]) for key, name in MARKS.items()},
        [f"{title} {value}".strip() for title, value in found.items()],
    )


def least(told: list[Told]) -> Iterator[Measured]:
    """Yield the least mark that any page has."""
    for form in FORMS:
        for mark in MARKS.values():
            value = min(one.marks[mark] for one in told if one.form == form)
            yield Measured(f"{mark}, {form}", value, "of 100", BAR, "higher")


def marks(told: list[Told]) -> str:
    """Return the marks of each page as a table of Markdown."""
    heads = [f"{mark}, {form}" for form in FORMS for mark in MARKS.values()]
    lines = [f"| page | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    for page in dict.fromkeys(one.page for one in told):
        given = [
            one.marks[mark]
            for form in FORMS
            for one in told
            if (one.page, one.form) == (page, form)
            for mark in MARKS.values()
        ]
        lines.append(f"| {page} | {' | '.join(map(str, given))} |")
    return "\n".join(lines)


def faults(told: list[Told]) -> Iterator[str]:
    """Yield what cost a page marks, a line each."""
    for one in told:
        if one.faults:
            yield f"{one.page}, {one.form}: {'; '.join(one.faults)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
