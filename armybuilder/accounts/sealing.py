"""Secrets of second steps are encrypted where they lie: who reads the database or a backup, and not the key, has none.

The keys are made of SECRET_KEY and its fallbacks; the first of them seals. Rows of before are read as they are.
"""

import base64
import logging
import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

logger = logging.getLogger(__name__)

SEALED = "sealed:"  # no secret of before has a colon


def seal(secret: str) -> str:
    """Return a secret as it is stored."""
    return SEALED + _box(settings.SECRET_KEY).encrypt(secret.encode()).decode()


def unseal(stored: str) -> str:
    """Return the secret that is stored.

    Where no key of ours fits, return one that nobody knows: then no code is the right one.
    """
    secret = read(stored, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])
    if secret is None:
        logger.warning("A second step was sealed by another SECRET_KEY: nobody can use it.")
        return base64.b32encode(secrets.token_bytes(20)).decode()
    return secret


def read(stored: str, keys: list[str]) -> str | None:
    """Return the secret that is stored, as it is or sealed by one of these keys; None if it is by none of them."""
    if not stored.startswith(SEALED):
        return stored
    try:
        return MultiFernet(map(_box, keys)).decrypt(stored.removeprefix(SEALED).encode()).decode()
    except InvalidToken:
        return None


def is_sealed_by(key: str, stored: str) -> bool:
    """Whether a secret is sealed, and by this key."""
    return stored.startswith(SEALED) and read(stored, [key]) is not None


@lru_cache(maxsize=8)
def _box(key: str) -> Fernet:
    derived = HKDF(SHA256(), length=32, salt=None, info=b"second steps").derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
