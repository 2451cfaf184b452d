"""The parameters of each check, in the loader and in the engine."""

from typing import Any

import msgspec
import pytest
from django.utils.translation import override
from msgspec.structs import fields, replace

from rules.core.catalogue.catalogue import Catalogue, Check
from rules.core.judging.checks import CHECKS
from rules.loading.contradictions import contradictions
from tests.core.documents import LIBRARY
from tests.rules.invented import CATALOGUES

ASKED = [(name, field.name) for name, check in CHECKS.items() for field in fields(check.params)]


OPTIONAL = {("no-leader", "sole_squad"), ("most-of", "where"), ("one-in", "where")}


WRONG: dict[type, tuple[Any, str]] = {
    int: ("few", "0, 1, 2, …"),
    str: (1, "“…”"),
    tuple: ("elite", "[…]"),
}
ONE_OF = {
    "of": '"1" is not allowed: classes, roles, vehicles, weapons',
    "where": '"1" is not allowed: list, squad',
}


def made(function: str) -> tuple[Catalogue, int]:
    """A ruleset with a check by this function, shipped or made up, and the position of the check."""
    return next(
        (book, place)
        for book in (*LIBRARY.catalogues.values(), *CATALOGUES.values())
        for place, check in enumerate(book.checks)
        if (check.check or check.code) == function
    )


def refused(function: str, name: str, *value: Any) -> tuple[list[str], bool]:
    """The loader's message, and whether the engine refuses, for a check with this `value`, or without `name`."""
    book, place = made(function)
    params = {key: told for key, told in book.checks[place].params.items() if key != name}
    check = replace(book.checks[place], params=params | dict.fromkeys([name] * len(value), *value))
    checks = (*book.checks[:place], check, *book.checks[place + 1 :])
    with override("en"):
        said = [reason for _path, reason in contradictions(replace(book, checks=checks))]
    return [reason.removeprefix(f'check "{check.code}": ') for reason in said], _engine_refuses(check)


def _engine_refuses(check: Check) -> bool:
    try:
        CHECKS[check.check or check.code].bind(check)
    except msgspec.ValidationError:
        return True
    return False


@pytest.mark.parametrize(("function", "name"), ASKED)
def test_parameters_without_a_default_are_required(function: str, name: str) -> None:
    wanted = (function, name) not in OPTIONAL
    assert refused(function, name) == ([f'params: "{name}" is missing'] if wanted else [], wanted)


@pytest.mark.parametrize(("function", "name"), ASKED)
def test_parameters_have_the_declared_type(function: str, name: str) -> None:
    book, place = made(function)
    wrong, expected = WRONG[type(book.checks[place].params.get(name, ""))]
    said, engine_refuses = refused(function, name, wrong)
    assert engine_refuses
    assert f"params.{name}: {ONE_OF.get(name, f'this must be {expected}')}" in said


@pytest.mark.parametrize(
    ("function", "name", "kind"),
    [
        ("crew-per-squad", "role", "role"),
        ("scout", "classes", "class"),
        ("scope-overlap", "extra", "extra"),
        ("extra-needs-side", "unless", "extra"),
        ("extra-needs-side", "side", "side"),
        ("most-of", "ids", "weapon"),
        ("one-in", "ids", "role"),
        ("only-for", "weapons", "weapon"),
        ("only-for", "classes", "class"),
    ],
)
def test_every_param_that_is_an_id_is_looked_up(function: str, name: str, kind: str) -> None:
    book, place = made(function)
    several = isinstance(book.checks[place].params[name], tuple)
    said, _ = refused(function, name, ("nobody",) if several else "nobody")
    assert said == [f'params.{name}: {kind} "nobody" is unknown']


def test_a_limit_for_every_no_figures_is_refused() -> None:
    said, engine_refuses = refused("one-in", "figures", 0)
    assert engine_refuses
    assert said == ["params.figures: the minimum is 1"]
