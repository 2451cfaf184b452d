"""Secrets of second steps are encrypted in the database, and go on with another key of the site."""

from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.core.management import CommandError, call_command

from armybuilder.accounts.models import User
from armybuilder.accounts.passkeys import SEALED, is_sealed_by, seal, unseal
from tests.accounts.codes import code

SECRET = "JBSWY3DPEHPK3PXP"
FIRST, SECOND, THIRD = (letter * 40 for letter in "abc")


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = FIRST, []


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice")


def test_sealed_and_read_again(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    sealed = seal(SECRET)
    assert (SECRET in sealed, sealed == seal(SECRET), unseal(sealed), unseal(SECRET)) == (
        False,
        False,
        SECRET,
        SECRET,
    )
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = SECOND, [FIRST]
    assert (unseal(sealed), unseal(seal(SECRET)), caplog.messages) == (SECRET, SECRET, [])
    settings.SECRET_KEY_FALLBACKS = []
    unknown = unseal(sealed)
    assert (len(unknown), unknown == unseal(sealed)) == (32, False)  # nobody knows it
    assert caplog.messages == ["A second step was sealed by another SECRET_KEY: nobody can use it."] * 2


def test_a_damaged_or_forged_secret_is_refused() -> None:
    sealed = seal(SECRET)
    for stored in (sealed[:-1], sealed[:20] + "A" + sealed[20:], SEALED, SEALED + "è", SEALED + SECRET):
        assert unseal(stored) != SECRET
        assert not is_sealed_by(FIRST, stored)


def test_codes_are_right_by_what_is_sealed_and_by_what_was_not(alice: User) -> None:
    app, codes = TOTP.activate(alice, SECRET), RecoveryCodes.activate(alice)
    secrets = [app.instance.data["secret"], codes.instance.data["seed"]]
    assert [is_sealed_by(FIRST, secret) for secret in secrets] == [True, True]
    assert app.validate_code(code(SECRET))
    assert codes.validate_code(codes.get_unused_codes()[3])
    cache.clear()
    app.instance.data["secret"] = SECRET
    assert app.validate_code(code(SECRET))


def test_they_go_on_with_another_key(
    alice: User, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = RecoveryCodes.activate(alice).get_unused_codes()
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": SECRET})
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"})

    def found() -> list[Any]:
        return [
            step.wrap().get_unused_codes() if "seed" in step.data else unseal(step.data["secret"])
            for step in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
        ]

    call_command("seal_second_steps")  # the one that was open
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = SECOND, [FIRST]
    call_command("seal_second_steps")
    settings.SECRET_KEY_FALLBACKS = []
    assert found() == [codes, SECRET]
    former = tmp_path / "secret_key"
    former.write_text(f"{SECOND}\n")
    settings.SECRET_KEY = THIRD
    call_command("seal_second_steps")  # knows no key of theirs, and leaves them
    call_command("seal_second_steps", former=former)
    call_command("seal_second_steps")
    assert found() == [codes, SECRET]
    sealed = [f"Encrypted {count} second steps." for count in (1, 2, 0, 2, 0)]
    sealed.insert(3, "2 cannot be read: they are encrypted with an unknown key.")
    assert capsys.readouterr().out.splitlines() == sealed
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("seal_second_steps", former=tmp_path / "nothing")
