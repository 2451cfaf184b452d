"""`make lighthouse`: the Lighthouse scores of the public pages, on a phone with a slow line and on a desktop.

Lighthouse is Google's, from npm, in `.venv/lighthouse`. It loads each page in Chromium and gives it four scores of
100.
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
    """The results of a page: its scores by name, and the reasons for lost points."""

    page: str
    form: str
    marks: dict[str, int]
    faults: list[str]


def main(arguments: list[str]) -> int:
    """Test each page, print its scores and faults; return 0 if no score is under 95."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.lighthouse", description="Let Lighthouse look at the public pages."
    )
    parser.add_argument("--write", action="store_true", help="write the marks into docs/performance.md")
    said = parser.parse_args(arguments)
    if EXECUTABLE is None:
        sys.exit("Chromium is not installed")
    conditions = performance.conditions()
    site.set_up()
    from bench.visitors import make_visitors  # the models need the site

    pages = {"a public list": make_visitors(1)[0]["pages"]["a public list"], **PAGES}
    with served() as address:
        told = [_look(name, address + path, form) for name, path in pages.items() for form in FORMS]
    figures = list(least(told))
    print(printed(figures), marks(told), *faults(told), sep="\n")
    if said.write:
        performance.put("lighthouse", performance.table("The lowest mark of all public pages.", conditions, figures))
    return 0 if all(figure.clears for figure in figures) else 1


def _look(name: str, address: str, form: str) -> Told:
    """Let Lighthouse load a page. Raises CalledProcessError if it fails."""
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
    """Return the results of a Lighthouse report for a page, without the smallest speed faults."""
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
    """Yield the lowest mark of all pages for performance, and the lowest of the others."""
    first, *others = MARKS.values()
    for form in FORMS:
        for name, of in ((first, [first]), ("the other marks", others)):
            value = min(one.marks[mark] for one in told if one.form == form for mark in of)
            yield Measured(f"{name}, {form}", value, "of 100", BAR, "higher")


def marks(told: list[Told]) -> str:
    """Return the scores of each page as a Markdown table."""
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
    """Yield the reasons for lost points, one line each."""
    for one in told:
        if one.faults:
            yield f"{one.page}, {one.form}: {'; '.join(one.faults)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
