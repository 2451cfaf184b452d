"""Files for running the site: systemd units, a container, compose. Everything they name exists."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.browser.deployed import FILES, FOLDERS

ROOT = Path(__file__).resolve().parents[1]
UNITS = ROOT / "deploy" / "systemd"
EXPOSED = 20  # in tenths: "OK" of `systemd-analyze security` ends above 4.0
ANALYZE = shutil.which("systemd-analyze")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
CONTAINER = (ROOT / "Containerfile").read_text().splitlines()


def variables(text: str) -> set[str]:
    """Return the variables set in an environment file, including commented ones."""
    lines = [line.removeprefix("#") for line in text.splitlines()]
    return {line.partition("=")[0] for line in lines if line.split("=")[0].isupper()}


def commands() -> Iterator[str]:
    """Return the commands of all units, the container and compose."""
    for unit in UNITS.glob("*.service"):
        lines = unit.read_text().splitlines()
        yield from (line.partition("=")[2] for line in lines if line.startswith("Exec"))
    for line in CONTAINER:
        if "CMD [" in line:
            yield " ".join(json.loads(line.partition("CMD ")[2]))
    for service in COMPOSE["services"].values():
        yield " ".join(service.get("command", []))
        yield " ".join(service.get("healthcheck", {}).get("test", []))


def test_each_command_is_one_of_ours_that_is_there() -> None:
    words = " ".join(commands()).replace(";", " ").split()
    scripts = {word for word in words if word.endswith(".py")}
    named = {after for word, after in pairwise(words) if word == "manage.py"}
    assert scripts == {"manage.py", "scripts/prepare.py", "scripts/healthy.py"}
    assert [script for script in scripts if not (ROOT / script).is_file()] == []
    assert named == {"collectstatic", "nightly", "work"}
    assert named - set(get_commands()) == set()


def explained() -> set[str]:
    """Return the variables in the table of settings in docs/running.md."""
    settings = (ROOT / "docs" / "running.md").read_text().partition("\n## Settings\n")[2].partition("\n## ")[0]
    return {
        name
        for line in settings.splitlines()
        if line.startswith("| `")
        for name in line.split("|")[1].replace("`", "").replace(",", " ").split()
    }


def test_each_variable_that_the_site_reads_is_explained() -> None:
    """Each is read by a function in `armybuilder.env`, or from `os.environ`."""
    sources = [
        *(ROOT / "armybuilder").rglob("*.py"),
        ROOT / "gunicorn.conf.py",
        ROOT / "scripts" / "serve.py",
    ]
    read = re.compile(r'\b(?:env\.\w+|environ(?:\.get)?|text|number|flag|words)[(\[]"([A-Z][A-Z0-9_]+)"')
    named = {name for file in sources for name in read.findall(file.read_text())}
    assert named - {"CONTENT_TYPE", "DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR"} == explained()


def test_each_variable_that_is_set_is_explained() -> None:
    table = explained()
    unit = variables((ROOT / "deploy" / "squadra.env").read_text())
    container = {word.split("=")[0] for line in CONTAINER if line.startswith("ENV ") for word in line.split()[1:]}
    assert unit | set(COMPOSE["x-squadra"]["environment"]) | container - {"PATH", "PIP_NO_CACHE_DIR"} <= table


def test_compose_takes_what_its_env_file_offers_and_names_only_what_it_has() -> None:
    taken = {part.split("}")[0].split(":")[0] for part in (ROOT / "compose.yaml").read_text().split("${")[1:]}
    assert taken == variables((ROOT / "deploy" / "compose.env").read_text())
    services = COMPOSE["services"]
    mounts = [mount.split(":")[0] for service in services.values() for mount in service.get("volumes", [])]
    assert {mount for mount in mounts if not mount.startswith("./")} == set(COMPOSE["volumes"])
    assert [mount for mount in mounts if mount.startswith("./") and not (ROOT / mount).is_file()] == []
    waited_for = {name for service in services.values() for name in service.get("depends_on", [])}
    assert [name for name in waited_for if "healthcheck" not in services[name]] == []


def test_the_container_holds_what_the_site_needs() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    taken = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert taken == {*FOLDERS, *FILES, "requirements/site.txt"}


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    """They are in a copy that expects the site in this folder."""
    shutil.copytree(UNITS, tmp_path / "units")
    for file in tmp_path.glob("units/**/*.*"):
        if file.is_file():
            file.write_text(file.read_text().replace("/opt/squadra", str(ROOT)))
    names = [str(unit) for unit in (tmp_path / "units").iterdir() if unit.is_file()]
    assert (len(names), analyze("verify", *names)) == (4, (0, ""))
    for unit in names:
        if unit.endswith(".service"):
            assert analyze("security", "--offline=yes", f"--threshold={EXPOSED}", unit)[0] == 0


def analyze(*arguments: str) -> tuple[int, str]:
    """Return the exit code of systemd-analyze and its complaints."""
    done = subprocess.run([str(ANALYZE), "--no-pager", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr
