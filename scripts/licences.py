"""Write docs/licences.md, the licences of the packages that the site needs: `make licences`."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs" / "licences.md"
LOCKED = ROOT / "requirements" / "site.txt"
HEAD = """# Licences of what the site runs with

Written by `make licences`, from what the installed packages of `requirements/site.txt` say of themselves.
Vendored files have theirs in `static/vendor/licences`; `make sbom` writes the bill of materials.

"""


def locked() -> list[str]:
    """Return the names of the packages of requirements/site.txt."""
    return re.findall(r"^([A-Za-z0-9._-]+)==", LOCKED.read_text("utf-8"), re.MULTILINE)


def main() -> None:
    licences = ROOT / ".venv" / "audit" / "bin" / "pip-licenses"
    of_ours = ["--python", sys.executable, "--packages", *locked()]
    form = ["--format", "markdown", "--with-urls", "--no-version", "--order", "name"]
    table = subprocess.run([licences, *of_ours, *form], capture_output=True, text=True, check=True).stdout
    TABLE.write_text(HEAD + re.sub(r" {2,}", " ", re.sub(r"-{3,}", "---", table)), "utf-8")


if __name__ == "__main__":
    main()
