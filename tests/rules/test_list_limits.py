"""Limits of rulesets beyond what any list can express."""

import pytest
from django.utils.translation import override
from msgspec.structs import replace

from rules.loading.faults import beyond_a_list
from rules.loading.reading import FilesError, parse_ruleset
from tests.rules.small import edited, line, problems, small


@pytest.mark.parametrize(
    ("old", "new", "start", "reason"),
    [
        ("{id: open,", "{id: patrol,", "- {id: open",
         'format "patrol": a list can only be for one of attacker, defender, open'),
        ("leadership: {1: 5, 2: 10}", "leadership: {1: 5, 5: 10}", "leadership: {",
         "leadership: list levels run from 1 to 4, not 5"),
        ("levels: [1, 2]", "levels: [1, 10]", "levels: [", 'extra "flares": list levels run from 1 to 9, not 10'),
        ("level_points: {1: 0, 2: 5}", "level_points: {0: 0, 2: 5}", "levels: [",
         'extra "flares": list levels run from 1 to 9, not 0'),
    ],
)  # fmt: skip
def test_limits_that_a_document_cannot_express(old: str, new: str, start: str, reason: str) -> None:
    assert problems(old, new) == [f"small.yaml:{line(start)}: {reason}"]


TWO_WAYS = (
    'movement: [{kind: wheeled, name: {it: Ruote, en: Wheels}, distance: "30"}]',
    'movement: [{kind: wheeled, name: {it: Ruote, en: Wheels}, distance: "30"}, '
    '{kind: sails, name: {it: Vele, en: Sails}, distance: "9"}]',
)


def test_ways_to_move_that_a_list_cannot_choose() -> None:
    assert problems(*TWO_WAYS) == []  # the choice is not offered: the ruleset does not use the field
    reads = ("reads: [list_class]", "reads: [list_class, movement]")
    assert problems(*reads) == []
    text = edited(*TWO_WAYS).replace(*reads)
    with pytest.raises(FilesError) as caught:
        parse_ruleset(text, "small.yaml")
    assert str(caught.value) == (
        f'small.yaml:{line("movement:")}: vehicle "truck" moves sails: a list can only choose wheeled, tracked'
    )


@pytest.mark.parametrize(("section", "kind"), [("formats", "format"), ("classes", "class"), ("presets", "preset")])
def test_sections_without_which_no_list_can_be_begun(section: str, kind: str) -> None:
    ruleset = replace(small(), **{section: ()})
    with override("en"):
        found = list(beyond_a_list(ruleset))
    assert found == [((section,), f"a ruleset needs at least one {kind}")]
