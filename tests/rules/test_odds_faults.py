"""Faults in the odds of a ruleset: a made-up one with one error, and its message."""

import re

import pytest

from rules.loading.reading import FilesError, parse_ruleset
from tests.rules.invented import MADE_UP

HARBOUR = (MADE_UP / "harbour.yaml").read_text(encoding="utf-8")
BI = (MADE_UP.parents[2] / "fixtures" / "rules" / "bi.yaml").read_text(encoding="utf-8")


def told(text: str, old: str, new: str) -> list[str]:
    """The reasons, without lines, why the ruleset is refused when `old` is replaced by `new`."""
    assert text.count(old) == 1
    try:
        parse_ruleset(text.replace(old, new), "book.yaml")
    except FilesError as error:
        return [re.sub(r"^book.yaml:\d+: ", "", str(problem)) for problem in error.problems]
    return []


def test_nothing_is_wrong_with_them() -> None:
    assert told(HARBOUR, "id: harbour", "id: harbour") == told(BI, "id: bi\n", "id: bi\n") == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "weapons: [musket, blunderbuss]}",
            "weapons: [muskett]}",
            'odds.saves.columns[0].weapons: weapon "muskett" is unknown',
        ),
        (
            "classes: [watchman], pool",
            "classes: [watchmen], pool",
            'odds.standing[0].effects[0].classes: class "watchmen" is unknown',
        ),
        (
            "{column: cannon,",
            "{column: canon,",
            'odds.saves.columns[1].column: save column "canon" is unknown',
        ),
        (
            "moved: rowing, cover: rail",
            "moved: rowing, cover: rail, crew: {weapons: [swivel], role: gunner, alone: solo}",
            'odds.profile.crew.alone: situation "solo" is unknown',
        ),
        (
            "{roll: spotting, row: rail}",
            "{roll: spotting, row: mast}",
            'odds.situations[2]: there is no row "mast"',
        ),
        ("{id: sober,", "{id: drunk,", 'situation "drunk" appears twice'),
        (
            "by_spotting: true",
            "rolled_as: bribing",
            'odds.situations[5].effects[0].gate.rolled_as: roll of its own "bribing" is unknown',
        ),
        (
            "{roll: melee, die: -3}",
            "{roll: mêlée, die: -3}",
            'odds.situations[0].effects[1].roll: roll "mêlée" is unknown',
        ),
        (
            "moved: rowing, cover: rail}",
            "moved: towing, cover: rail}",
            'odds.profile.moved: situation "towing" is unknown',
        ),
        (
            "characteristic: swagger, most: 2",
            "characteristic: bravado, most: 2",
            'odds.melee.characteristic: characteristic "bravado" is unknown',
        ),
        (
            "cells: [[modifier, drunk, hit]]",
            "cells: [[modifier, drunk, save]]",
            'table "fire-modifiers": rows[0].cells[0]: the odds have no number "modifier drunk save"',
        ),
        (
            "[fire, save, morale, spotting, melee,",
            "[fire, save, morale, spotting, storming, melee,",
            'odds.questions: the question "storming" needs "procedures.storm_attacking"',
        ),
        (
            "  melee: {source: Capo 9, characteristic: swagger, most: 2}\n",
            "",
            'odds.questions: the question "melee" needs "melee"',
        ),
        (
            "  method: table",
            "  method: quality",
            'odds.questions: the question "fire" needs "characteristics.quality"',
        ),
        (
            "  method: table",
            "  method: range",
            'odds.questions: the question "fire" needs "fire.full, fire.near"',
        ),
        ("  method: table", "  method: dice", 'odds.method: "dice" is not allowed: quality, range, table'),
        (
            "astray: [{weapons: [rocket], step: 4,",
            "astray: [{weapons: [rocket],",
            'odds.fire.astray[0]: "step" is missing',
        ),
        (
            "{id: rail, name: {it: Dietro la murata, en: Behind the rail}",
            '{id: rail, name: {it: Dietro la murata, en: ""}',
            "odds.situations[2].name has no English text",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, reason: str) -> None:
    assert reason in told(HARBOUR, old, new)


def test_explosions_have_rings() -> None:
    assert told(BI, "{weapons: [at-missile], short: 4,", "{weapons: [law], short: 4,") == [
        'odds.explosions: "at-missile" has no blast rings',
        'table "blast": rows[1].cells[0]: the odds have no number "blast at-missile short"',
        'table "blast": rows[1].cells[1]: the odds have no number "blast at-missile long"',
    ]
