"""The checks of own rules as sentences with boxes."""

from typing import Any

import pytest

from rules.cells import CellError, read_cell
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.judging.report import sentence
from rules.loading.contradictions import contradictions
from rules.own.limits import (
    Box,
    Limit,
    act_on_limit,
    added,
    begin_with,
    column_at,
    columns_of_check,
    following,
    functions,
    limits_of,
    sentence_to_add,
)
from rules.own.patch import applied, place_of
from tests.rules.test_patch import BOOKS, GAME, MILITIA, RTH, row

ROWS = MILITIA | row("weapons", "rifle", points=3) | row("roles", "medic", points=2) | row("sides", "north")
ROWS |= row("vehicles", "lorry", points=9)
ROWS |= row("extras", "smoke", points__squad=2, points__list=5) | row("extras", "fog", points__list=5)


def said(limit: Limit) -> str:
    return "".join(part if isinstance(part, str) else f"[{shown(part)}]" for part in limit.parts)


def shown(box: Box) -> str:
    return ", ".join(map(str, box.value)) if isinstance(box.value, list | tuple) else str(box.value)


def limits(base: Catalogue, patch: dict[str, Any]) -> dict[str, Limit]:
    return {limit.code: limit for limit in limits_of(base, patch, applied(base, patch), "en")}


def test_the_limits_of_a_game_are_sentences_with_boxes() -> None:
    found = limits(RTH, {"checks/recommended-size/most": 12, "checks/mixed-classes/retired": True})
    assert said(found["recommended-size"]) == "A list with only one squad has [8] to [12] figures."
    assert found["mixed-classes"].is_retired
    assert "over-limit" not in found
    assert [check.code for check in following(RTH)][:2] == ["over-limit", "empty"]


WITHOUT_BOXES = [function for function in functions() if not columns_of_check(function, {})]


@pytest.mark.parametrize("function", WITHOUT_BOXES)
def test_a_check_without_boxes_is_added_once(function: str) -> None:
    patch: dict[str, Any] = dict(ROWS)
    for _ in range(2):
        patch |= dict(added(function, GAME, patch, applied(GAME, patch)))
    assert [code for code in limits(GAME, patch) if code.startswith(function)] == [function]


@pytest.mark.parametrize("function", sorted(set(functions()) - set(WITHOUT_BOXES)))
def test_each_check_can_be_added_twice_and_taken_away(function: str) -> None:
    patch: dict[str, Any] = dict(ROWS)
    for _ in range(2):
        patch |= dict(added(function, GAME, patch, applied(GAME, patch)))
    made = applied(GAME, patch)
    assert contradictions(made) == []
    found = limits(GAME, patch)
    assert {function, f"{function}-2"} <= found.keys()
    assert not any(limit.faults for limit in found.values())
    assert {check.code for check in made.checks} >= {function, f"{function}-2"}
    assert said(found[function]) == said(sentence_to_add(function, applied(GAME, ROWS), "en"))
    cells = dict(act_on_limit("remove", f"{function}-2", GAME, patch, made))
    assert limits(GAME, {place: value for place, value in patch.items() if place not in cells}).keys() == (
        found.keys() - {f"{function}-2"}
    )


def test_a_check_of_the_parent_is_retired() -> None:
    assert act_on_limit("remove", "mixed-classes", RTH, {}, RTH) == [("checks/mixed-classes/retired", True)]


def test_a_check_that_follows_from_the_tables_is_not_added() -> None:
    with pytest.raises(LookupError):
        added("over-limit", GAME, {}, GAME)


def test_the_boxes_take_what_their_check_takes() -> None:
    patch = ROWS | dict(added("most-of", GAME, ROWS, applied(GAME, ROWS)))
    book = applied(GAME, patch)

    def read(field: str, *typed: str) -> Any:
        return read_cell(column_at(GAME, patch, book, place_of(f"checks/most-of/{field}")), typed, book)

    assert read("ids", "rifle") == ["rifle"]
    assert read("where", "squad") == "squad"
    assert read("severity", "warning") == "warning"
    assert read("most", "0") == 0
    for field, typed in (("ids", "medic"), ("where", "moon"), ("severity", "fatal"), ("most", "-1")):
        with pytest.raises(CellError):
            read(field, typed)
    for place in ("checks/most-of/least", "checks/unknown/most"):
        with pytest.raises(LookupError):
            column_at(GAME, patch, book, place_of(place))


def test_a_limit_without_what_it_names_does_not_count() -> None:
    patch = MILITIA | dict(added("no-leader-role", GAME, MILITIA, applied(GAME, MILITIA)))
    (role, said), *_others = limits(GAME, patch)["no-leader-role"].faults
    assert (role.place, said) == ("checks/no-leader-role/role", "A questo limite manca una scelta.")
    reversed_ = MILITIA | {"checks/squad-size/least": 9, "checks/squad-size/most": 2}
    (_least, said), *_others = limits(GAME, reversed_)["squad-size"].faults
    assert said == "Il minimo supera il massimo."


@pytest.mark.parametrize("ruleset", sorted(BOOKS))
def test_all_limits_of_the_shipped_games_are_whole(ruleset: str) -> None:
    assert not any(limit.faults for limit in limits(BOOKS[ruleset], {}).values())


def test_a_sentence_names_a_few_of_many_things() -> None:
    weapons = [f"wea{number:03}" for number in range(300)]
    limit = {"check": "most-of", "of": "weapons", "most": 0, "ids": weapons}
    patch: dict[str, Any] = {f"checks/rare/{field}": value for field, value in limit.items()}
    for weapon in weapons:
        patch |= {f"weapons/{weapon}/position": 1, f"weapons/{weapon}/name": {"it": "A" * 80, "en": "B" * 80}}
    book = applied(RTH, patch, id="own-abcdefgh")
    squad = Squad(name="One", class_=book.classes[0].id, figures=(Figure(weapons=(weapons[0],)),))
    roster = Roster(format="armylist/1", ruleset=book.id, name="Few", squads=(squad,))
    [found] = [it for it in assess(roster, book).findings if it.code == "rare"]
    names = ", ".join(["B" * 80] * 8)
    assert sentence(found, "en") == f"The list has 1 of these: {names}, …. At most 0."


def test_a_sentence_begins_with_two_different_extras() -> None:
    given = begin_with("extra-needs-side", applied(GAME, ROWS))
    assert given == {"extra": "fog", "side": "north", "unless": "smoke"}
