"""The parameters of each check, in the loader and in the engine."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace

from rules.core.catalogue.catalogue import Catalogue, Check
from rules.core.judging.checks import CHECKS
from rules.loading.contradictions import contradictions
from rules.loading.references import PARAM_KINDS
from tests.core.documents import LIBRARY

ASKED = [(name, field.name) for name, check in CHECKS.items() for field in fields(check.params)]


def made(function: str) -> tuple[Catalogue, int]:
    """A shipped ruleset with a check by this function, and the position of the check."""
    return next(
        (book, place)
        for book in LIBRARY.catalogues.values()
        for place, check in enumerate(book.checks)
        if (check.check or check.code) == function
    )


def refused(function: str, name: str, *value: Any) -> tuple[list[str], bool]:
    """The loader's message, and whether the engine refuses, for a check with this `value`, or without `name`."""
    book, place = made(function)
    params = {key: told for key, told in book.checks[place].params.items() if key != name}
    check = replace(book.checks[place], params=params | dict.fromkeys([name] * len(value), *value))
    checks = (*book.checks[:place], check, *book.checks[place + 1 :])
    said = [reason.said() for _path, reason in contradictions(replace(book, checks=checks))]
    return [reason.removeprefix(f'check "{check.code}": ') for reason in said], _engine_refuses(check)


def _engine_refuses(check: Check) -> bool:
    try:
        CHECKS[check.check or check.code].bind(check)
    except msgspec.ValidationError:
        return True
    return False


@pytest.mark.parametrize(("function", "name"), ASKED)
def test_parameters_without_a_default_are_required(function: str, name: str) -> None:
    wanted = (function, name) != ("no-leader", "sole_squad")
    assert refused(function, name) == ([f'params: "{name}" is missing'] if wanted else [], wanted)


@pytest.mark.parametrize(("function", "name"), ASKED)
def test_parameters_have_the_declared_type(function: str, name: str) -> None:
    book, place = made(function)
    wrong, expected = {int: ("few", "0, 1, 2, …"), str: (1, "“…”"), tuple: ("elite", "[…]")}[
        type(book.checks[place].params[name])
    ]
    said, engine_refuses = refused(function, name, wrong)
    assert engine_refuses
    assert f"params.{name}: this must be {expected}" in said


def test_every_param_that_is_an_id_is_looked_up() -> None:
    kinds = {"role": "role", "classes": "class", "extra": "extra", "unless": "extra", "side": "side"}
    assert kinds == PARAM_KINDS
    unknown = {
        (name, tuple(refused(function, name, ("nobody",) if name == "classes" else "nobody")[0]))
        for function, name in ASKED
        if name in kinds
    }
    assert unknown == {
        (name, (f'params.{name}: {kind} "nobody" is unknown',)) for name, kind in kinds.items()
    }
