"""The temporary PostgreSQL when the server is missing; where it exists, `make test` itself is the proof."""

import sys

import pytest

from scripts import with_postgres


@pytest.fixture(autouse=True)
def _server_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(with_postgres, "binaries", lambda: None)
    monkeypatch.delenv("CI", raising=False)


def test_the_command_is_left_out_and_a_line_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    assert with_postgres.main([sys.executable, "-c", "print('ran')"]) == 0
    line = f"PostgreSQL's server is not installed: left out {sys.executable} -c print('ran')\n"
    assert capfd.readouterr() == ("", line)


def test_in_ci_nothing_may_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert with_postgres.main([sys.executable, "-c", "print('ran')"]) == 1
