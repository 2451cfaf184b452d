"""The certificate of a database on another machine, if it is not checked."""

from types import SimpleNamespace

import pytest

from armybuilder.operations import doctor
from armybuilder.operations.doctor import Finding, note, ok

UNKNOWN = note(
    "db.internal need not prove its identity: an attacker on the network could read and change everything.",
    "Add `?sslmode=verify-full&sslrootcert=FILE` to DATABASE_URL, unless the network is private.",
)
ON_THIS_MACHINE = ok("not needed: the database is on this machine.")


@pytest.mark.parametrize(
    ("host", "options", "found"),
    [
        ("db.internal", {}, UNKNOWN),
        ("db.internal", {"sslmode": "require"}, UNKNOWN),
        (
            "db.internal",
            {"sslmode": "verify-full"},
            ok("db.internal must prove its identity."),
        ),
        ("127.0.0.1", {}, ON_THIS_MACHINE),
        ("/run/postgresql", {}, ON_THIS_MACHINE),
        ("", {}, ON_THIS_MACHINE),
    ],
)
def test_a_database_elsewhere_that_need_not_show_a_certificate_is_told(
    monkeypatch: pytest.MonkeyPatch, host: str, options: dict[str, str], found: Finding
) -> None:
    own = {"HOST": host, "OPTIONS": options}
    monkeypatch.setattr(doctor, "connection", SimpleNamespace(settings_dict=own))
    assert doctor.certificate() == found
