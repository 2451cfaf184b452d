"""The examples of the README, run unchanged: one against the site, one with `rules.core` alone."""

import re
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.api.programs import a_token, sent
from tests.lists.factories import a_roster

README = (Path(settings.BASE_DIR) / "README.md").read_text()


def example(chapter: str) -> str:
    """Return the Python of a chapter."""
    found = re.search(rf"^## {chapter}\n.*?^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def test_neither_is_longer_than_ten_lines() -> None:
    assert [len(example(chapter).splitlines()) for chapter in ("From Python", "From a program")] == [9, 10]


def test_the_core_checks_a_list_without_django() -> None:
    program = example("From Python") + "import sys; print('django' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == "Rangers at Surobi 150 150 True\n[]\nFalse\n"


def test_it_judges_a_list_and_keeps_it(
    live_server: LiveServer, loaded_rules: object, alice: Visitor, tmp_path: Path
) -> None:
    (tmp_path / "my-list.json").write_bytes(sent(a_roster()))
    program = (
        example("From a program").replace("http://127.0.0.1:8000", live_server.url).replace("squadra_…", a_token(alice))
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)
    made = ArmyList.objects.get()
    assert done.stdout == f"125 True\n/api/v1/lists/{made.pk}\n"
    assert made.owner == alice.user
