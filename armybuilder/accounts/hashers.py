"""Hash passwords, few at a time: each takes 100 MB."""

import threading
from typing import Any

from django.contrib.auth import hashers

AT_ONCE = 2  # in a process; more would be no quicker
_free = threading.BoundedSemaphore(AT_ONCE)


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Django's hasher, with few at a time: sixty simultaneous sign-ins would take 100 MB each."""

    def encode(self, password: str, salt: str) -> Any:
        """Return the hash of a password, when it is its turn."""
        with _free:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a password has a hash, when it is its turn."""
        with _free:
            return super().verify(password, encoded)
