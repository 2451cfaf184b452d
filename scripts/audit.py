"""Look up the locked packages in the list of known vulnerabilities: `make audit`.

Exits with 1 if one is known, or if no list is available (with 0 in CI, which may have no access).
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PIP_AUDIT = ROOT / ".venv" / "audit" / "bin" / "pip-audit"
LOCKED = sorted(ROOT.glob("requirements/*.txt"))


def look_up(locked: Path) -> dict[str, Any] | None:
    """Return pip-audit's findings for the packages of a file, None if it reached no list."""
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    found = subprocess.run([PIP_AUDIT, *options, "--requirement", locked], capture_output=True, text=True, check=False)
    try:
        report: dict[str, Any] = json.loads(found.stdout)
    except ValueError:
        return None
    return report


def judge(reports: list[dict[str, Any] | None]) -> tuple[list[str], int]:
    """Return the lines to print about the reports, and the number of checked packages."""
    packages = {one["name"]: one for report in reports if report for one in report["dependencies"]}
    looked_up = {name: one for name, one in packages.items() if "skip_reason" not in one}
    if not looked_up:
        return ["No list of known faults can be had from here: nothing was looked up."], 0
    said = [
        f"{name} {one['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no release'}"
        for name, one in sorted(looked_up.items())
        for fault in one["vulns"]
    ]
    if missing := sorted(packages.keys() - looked_up.keys()):
        said.append(f"Not looked up: {', '.join(missing)}.")
    return said, len(looked_up)


def main() -> int:
    """Print the known ones, and return the exit code."""
    reports = [look_up(locked) for locked in LOCKED]
    said, looked_up = judge(reports)
    print("\n".join([*said, *([f"{looked_up} packages were looked up."] if looked_up else [])]))
    if not looked_up:
        return 0 if os.environ.get("CI") == "true" else 1
    faults = any(one.get("vulns") for report in reports if report for one in report["dependencies"])
    return 1 if faults or None in reports else 0


if __name__ == "__main__":
    sys.exit(main())
