"""Helpers to check refused actions."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.utils.translation import override

from armybuilder.refusals import RefusedError


@contextmanager
def refused(sentence: str) -> Iterator[None]:
    """Expect the enclosed action to be refused with this sentence."""
    with pytest.raises(RefusedError) as raised:
        yield
    with override("en"):
        assert str(raised.value) == sentence
