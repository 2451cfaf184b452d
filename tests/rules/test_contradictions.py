"""Contradictions in a ruleset, one per test: the small ruleset with one error, and its line."""

import pytest

from rules.loading.reading import FilesError, parse_ruleset
from tests.rules.small import edited, line, problems


def test_nothing_is_wrong_with_the_small_ruleset() -> None:
    assert problems("", "") == []


# Duplicate ids


@pytest.mark.parametrize(
    ("old", "new", "start", "reason"),
    [
        ("{id: guns,", "{id: rifles,", "- {id: guns,", 'save column "rifles" appears twice'),
        ("id: mortar\n", "id: rifle\n", "- id: mortar", 'weapon "rifle" appears twice'),
        ("{code: squad-size,", "{code: empty,", "- {code: squad-size", 'check "empty" appears twice'),
        ("{id: tough, carrier: vehicle", "{id: tough, carrier: squad", "- {id: tough, carrier: vehicle",
         'trait "tough" appears twice'),
        ("{kind: leadership, id: \"1\",", "{kind: weapon, id: rifle,", "- {kind: leadership",
         'nickname "rifle" appears twice'),
        ("{id: as-9,", "{id: forbidden,", "- {id: as-9", 'option "unpriced/forbidden" appears twice'),
    ],
)  # fmt: skip
def test_an_id_twice(old: str, new: str, start: str, reason: str) -> None:
    assert f"small.yaml:{line(start)}: {reason}" in problems(old, new)


def test_a_squad_and_a_vehicle_may_have_a_trait_of_one_name() -> None:
    assert problems("id: tough, carrier: squad", "id: hard, carrier: squad") == []


# Nicknames


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "has no words"),
        (", it: [–]", '"–" is not allowed: letters or digits, no comma, single spaces'),
        (', it: ["a, b"]', '"a, b" is not allowed: letters or digits, no comma, single spaces'),
        (", it: [a  b]", '"a  b" is not allowed: letters or digits, no comma, single spaces'),
        (", it: [mg 42], both: [MG-42]", '"mg 42" appears twice'),
    ],
)
def test_invalid_nicknames(words: str, reason: str) -> None:
    sergeant = ", it: [sergente], en: [sergeant]"
    where = f'small.yaml:{line("- {kind: leadership")}: nickname "1"'
    said = f"{where} {reason}" if reason.startswith("has") else f"{where}: {reason}"
    assert problems(sergeant, words) == [said]


def test_a_word_may_stand_for_several_things() -> None:
    assert problems("it: [sergente]", "it: [gun]") == []


def test_a_kind_of_weapons_has_two_that_figures_carry() -> None:
    rifle = ("- {id: rifle,", "- {id: rifle, kind: long,")
    reason = 'weapon "rifle": a type needs two weapons that figures carry, and "long" has no other'
    assert problems(*rifle) == [f"small.yaml:{line(rifle[0])}: {reason}"]
    with_another = edited(*rifle).replace("  - id: mortar\n", "  - id: mortar\n    kind: long\n")
    parse_ruleset(with_another, "small.yaml")


# Missing ids


@pytest.mark.parametrize(
    ("old", "new", "start", "reason"),
    [
        ("side: red", "side: blue", "side: red", 'class "line": side: side "blue" is unknown'),
        ("{morale: {value", "{nerve: {value", "stats",
         'class "line": stats.nerve: characteristic "nerve" is unknown'),
        ("points_under: {unpriced:", "points_under: {priced:", "points_under",
         'weapon "mortar": points_under.priced: ruling "priced" is unknown'),
        ("{as-9: 9}", "{as-8: 9}", "points_under",
         'weapon "mortar": points_under.unpriced.as-8: option "unpriced/as-8" is unknown'),
        ("mounts: [mortar]", "mounts: [mortars]", "mounts",
         'vehicle "truck": mounts: weapon "mortars" is unknown'),
        ("includes: [rifle]", "includes: [mortar, rifles]", "includes",
         'vehicle "truck": includes: weapon "rifles" is unknown'),
        ("excludes: [flares]", "excludes: [flare]", "excludes",
         'extra "scouts": excludes: extra "flare" is unknown'),
        ("also: [scouts]", "also: [scout]", "shared_limit",
         'extra "flares": shared_limit.also: extra "scout" is unknown'),
        ("once_under: [unpriced, as-9]", "once_under: [priced, as-9]", "once_under",
         'extra "flares": once_under: ruling "priced" is unknown'),
        ("once_under: [unpriced, as-9]", "once_under: [unpriced, as-8]", "once_under",
         'extra "flares": once_under: option "unpriced/as-8" is unknown'),
        ("flat_under: [unpriced, as-9]", "flat_under: [unpriced, as-8]", "- {id: medic",
         'role "medic": flat_under: option "unpriced/as-8" is unknown'),
        ("any_of: [red]", "any_of: [blue]", "conditions",
         'extra "scouts": conditions[0].any_of: side "blue" is unknown'),
        ("need: list-has-side, any_of: [red]", "need: list-has-class, any_of: [line, foot]", "conditions",
         'extra "scouts": conditions[0].any_of: class "foot" is unknown'),
        ("need: list-has-side, any_of: [red]", "need: squad-all-of-class, any_of: [foot]", "conditions",
         'extra "scouts": conditions[0].any_of: class "foot" is unknown'),
        ("need: list-has-side, any_of: [red]", "need: list-has-trait, any_of: [tougher]", "conditions",
         'extra "scouts": conditions[0].any_of: trait "tougher" is unknown'),
        ("weapons: [rifle]", "weapons: [rifles]", "- {id: doc",
         'preset "doc": weapons: weapon "rifles" is unknown'),
        ("roles: [medic]", "roles: [medics]", "- {id: doc",
         'preset "doc": roles: role "medics" is unknown'),
        ("leadership: 1}", "leadership: 3}", "- {id: doc",
         'preset "doc": leadership: leadership level "3" is unknown'),
        ("troops: line", "troops: foot", "- {id: patrol",
         'ready-made squad "patrol": troops: class "foot" is unknown'),
        ("vehicles: [truck], figures", "vehicles: [trucks], figures", "- {id: patrol",
         'ready-made squad "patrol": vehicles: vehicle "trucks" is unknown'),
        ("{preset: doc, name", "{preset: docs, name", "- {id: patrol",
         'ready-made squad "patrol": figures[1].preset: preset "docs" is unknown'),
        ("{kind: weapon, id: rifle,", "{kind: preset, id: rifle,", "- {kind: weapon",
         'nickname "rifle": id: preset "rifle" is unknown'),
        ('{kind: leadership, id: "1"', '{kind: leadership, id: "3"', "- {kind: leadership",
         'nickname "3": id: leadership level "3" is unknown'),
        ("params: {role: medic}", "params: {role: crew}", "- {code: crew",
         'check "crew": params.role: role "crew" is unknown'),
        ("classes: [line]", "classes: [line, foot]", "- {code: scout",
         'check "scout": params.classes: class "foot" is unknown'),
        ("params: {extra: scouts}", "params: {extra: scout}", "- {code: cheaper",
         'check "cheaper": params.extra: extra "scout" is unknown'),
        ("check: crew-per-squad", "check: crew-per-man", "- {code: crew",
         'check "crew": check: check "crew-per-man" is unknown'),
        ("{code: empty,", "{code: emptiness,", "- {code: empty",
         'check "emptiness": code: check "emptiness" is unknown'),
    ],
)  # fmt: skip
def test_an_unknown_id(old: str, new: str, start: str, reason: str) -> None:
    assert f"small.yaml:{line(start)}: {reason}" in problems(old, new)


def test_a_vehicles_trait_is_no_trait_of_squads() -> None:
    condition = ("need: list-has-side, any_of: [red]", "need: list-has-trait, any_of: [tough]")
    assert problems(*condition) == []
    text = edited(*condition).replace("{id: tough, carrier: squad", "{id: hard, carrier: squad")
    with pytest.raises(FilesError) as caught:
        parse_ruleset(text, "small.yaml")
    assert (
        str(caught.value)
        == f'small.yaml:{line("conditions")}: extra "scouts": conditions[0].any_of: trait "tough" is unknown'
    )


def test_all_unknown_ids_are_told_and_in_the_order_of_the_lines() -> None:
    found = problems("mounts: [mortar]\n    includes: [rifle]", "mounts: [a, b]\n    includes: [c]")
    assert found == [
        f'small.yaml:{line("mounts")}: vehicle "truck": mounts: weapon "a" is unknown',
        f'small.yaml:{line("mounts")}: vehicle "truck": mounts: weapon "b" is unknown',
        f'small.yaml:{line("includes")}: vehicle "truck": includes: weapon "c" is unknown',
    ]


# Prices of things that have none


def test_a_price_on_an_unpriced_weapon() -> None:
    found = problems("points_under: {unpriced: {as-9: 9}}", "points: 3\n    points_under: {unpriced: {as-9: 9}}")
    assert found == [
        f'small.yaml:{line("points_under")}: weapon "mortar" has both a price and a ruling for unpriced weapons'
    ]


def test_prices_in_a_ruleset_without_points() -> None:
    found = problems("order: 9", "order: 9\nhas_points: false")
    reason = "has a price in a ruleset without points"
    assert found == [
        f"small.yaml:{line('leadership:') + 1}: leadership {reason}",
        f'small.yaml:{line("points: 10") + 1}: class "line" {reason}',
        f'small.yaml:{line("- {id: rifle,") + 1}: weapon "rifle" {reason}',
        f'small.yaml:{line("points_under") + 1}: weapon "mortar" {reason}',
        f'small.yaml:{line("points: 5") + 1}: vehicle "truck" {reason}',
        f'small.yaml:{line("points: {squad") + 1}: extra "scouts" {reason}',
        f'small.yaml:{line("level_points") + 1}: extra "flares" {reason}',
        f'small.yaml:{line("- {id: medic") + 1}: role "medic" {reason}',
    ]


# Tables


def test_a_fire_row_with_more_numbers_than_bands() -> None:
    assert problems("needs: [4, 6]", "needs: [4, 6, 6]") == [
        f'small.yaml:{line("- {id: rifle,")}: weapon "rifle": fire[0] has too many numbers (3) for its range bands (2)'
    ]


def test_a_fire_row_with_more_numbers_than_distances_of_its_own() -> None:
    reason = "has too many numbers (2) for its range bands (1)"
    assert problems("reach: [5, 15]", "reach: [5]") == [
        f'small.yaml:{line("- {dice: 1, reach")}: weapon "mortar": fire[0] {reason}'
    ]


def test_a_fire_row_with_more_distances_than_bands() -> None:
    reason = "has too many numbers (3) for its range bands (2)"
    assert problems("reach: [5, 15]", "reach: [5, 15, 20]") == [
        f'small.yaml:{line("- {dice: 1, reach")}: weapon "mortar": fire[0].reach {reason}'
    ]


def test_a_covering_row_with_more_numbers_than_bands() -> None:
    assert problems("covering: [1]", "covering: [1, 1]") == [
        f'small.yaml:{line("- {id: rifle,")}: weapon "rifle": covering has too many numbers (2) for its range bands (1)'
    ]


@pytest.mark.parametrize(("needs", "count"), [("[4]", 1), ("[null, 4, 5]", 3)])
def test_a_save_row_that_is_not_as_long_as_its_table(needs: str, count: int) -> None:
    reason = f"needs as many numbers ({count}) as there are save columns (2)"
    assert problems("needs: [null, 4]", f"needs: {needs}") == [
        f'small.yaml:{line("- {name: {it: Fronte")}: vehicle "truck": saves[0] {reason}'
    ]


# The handbook


@pytest.mark.parametrize(
    ("old", "new", "start", "reason"),
    [
        ("about: {everyone: true}", "about: {}", "- {name: {it: All’aperto",
         'rows[0] has no subjects: "everyone", or some IDs'),
        ("about: {everyone: true}", "about: {everyone: false, weapons: []}", "- {name: {it: All’aperto",
         'rows[0] has no subjects: "everyone", or some IDs'),
        ("about: {vehicles:", "about: {everyone: true, vehicles:", "about: {vehicles",
         "rows[1] applies to everyone, and also names some"),
        ("about: {vehicles: [truck], kit: [radio], traits: [tough]}", "", "- name: {it: Dal camion",
         'rows[1] has no subjects: "everyone", or some IDs'),
        ("cells: [2+, null]", "cells: [2+, null, 4+]", "- {name: {it: All’aperto",
         "rows[0] has too many cells (3) for the columns (2)"),
        (", cells: [2+, null]", "", "- {name: {it: All’aperto", "rows[0] has neither cells nor text"),
        ("cells: [2+, null]", "cells: [2+, null], changes: [{counts: harm}]", "- {name: {it: All’aperto",
         "rows[0] has no number to replace that of other defeat points"),
        ("cells: [2+, null]", "cells: [2+, null], morale: leader-killed", "- {name: {it: All’aperto",
         "rows[0] is added to morale, but its first cell is not a number"),
        (", cells: [2+, null]", ", text: {it: Due., en: Two.}, morale: wounded", "- {name: {it: All’aperto",
         "rows[0] is added to morale, but its first cell is not a number"),
        ("it: Dal camion, en: From the truck", "it: Dal camion", "- name: {it: Dal camion",
         "rows[1].name has no English text"),
        ("it: Se va la radio., en: If the radio works.", 'it: "", en: If the radio works.', "text: {it: Se va",
         "rows[1].text has no Italian text"),
        ("it: sempre, en: always", 'it: sempre, en: " "', "cells: [{it: sempre",
         "rows[1].cells[0] has no English text"),
        ("{it: Lontano, en: Far}", '{it: Lontano, en: ""}', "columns", "columns[1] has no English text"),
        ("{it: Avvistare, en: Spotting}", '{it: "", en: Spotting}', "name: {it: Avvistare", "name has no Italian text"),
    ],
)  # fmt: skip
def test_a_table_of_the_handbook(old: str, new: str, start: str, reason: str) -> None:
    assert problems(old, new) == [f'small.yaml:{line(start)}: table "spotting": {reason}']


@pytest.mark.parametrize(
    ("subjects", "reason"),
    [
        ("classes: [foot]", 'class "foot" is unknown'),
        ("weapons: [rifle, rifles]", 'weapon "rifles" is unknown'),
        ("vehicles: [trucks]", 'vehicle "trucks" is unknown'),
        ("extras: [flare]", 'extra "flare" is unknown'),
        ("roles: [crew]", 'role "crew" is unknown'),
        ("kit: [tent]", 'kit "tent" is unknown'),
        ("traits: [robust]", 'trait of squads or vehicles "robust" is unknown'),
    ],
)
def test_a_row_of_the_handbook_about_something_unknown(subjects: str, reason: str) -> None:
    found = problems("about: {vehicles: [truck], kit: [radio], traits: [tough]}", f"about: {{{subjects}}}")
    where = f'table "spotting": rows[1].about.{subjects.partition(":")[0]}'
    assert found == [f"small.yaml:{line('about: {vehicles')}: {where}: {reason}"]


def test_a_table_without_citation() -> None:
    found = problems("en: Spotting}\n    source: §6\n", 'en: Spotting}\n    source: " "\n')
    assert found == [f'small.yaml:{line("- id: spotting")}: table "spotting" has no citation']


def test_a_row_without_a_paragraph_of_its_own_has_its_tables() -> None:
    assert problems("        source: §6.1\n", "") == []


def test_a_table_without_rows() -> None:
    text = edited("", "")
    rows = text[text.index("    rows:\n") : text.index("checks:\n")]
    assert problems(rows, "    rows: []\n") == [f'small.yaml:{line("rows:")}: table "spotting": rows: at least 1']


# Checks


@pytest.mark.parametrize(
    ("check", "wants"),
    [
        ("  - {code: extra-scope, severity: error, source: §4}\n",
         [("- id: scouts", "scouts", "extra-scope"), ("- id: flares", "flares", "extra-scope")]),
        ("  - {code: extra-limit, severity: error, source: §4}\n",
         [("- id: scouts", "scouts", "extra-limit"), ("- id: flares", "flares", "extra-limit")]),
        ("  - {code: extra-excludes, severity: error, source: §4}\n", [("excludes", "scouts", "extra-excludes")]),
        ("  - {code: extra-requires-reds, severity: error, source: §4, check: extra-condition}\n",
         [("conditions", "scouts", "extra-requires-reds")]),
    ],
)  # fmt: skip
def test_demands_of_extras_without_a_check(check: str, wants: list[tuple[str, str, str]]) -> None:
    assert problems(check, "") == [
        f'small.yaml:{line(start)}: extra "{extra}" needs the check "{code}", which is not among the checks'
        for start, extra, code in wants
    ]


def test_a_check_that_is_not_told_what_it_asks_for() -> None:
    found = problems("params: {least: 2, most: 9}", "params: {}")
    assert found == [
        f'small.yaml:{line("- {code: squad-size")}: check "squad-size": params: "least" is missing',
        f'small.yaml:{line("- {code: squad-size")}: check "squad-size": params: "most" is missing',
    ]


def test_a_check_that_is_told_what_it_does_not_ask_for() -> None:
    found = problems("{least: 2, most: 9}", "{least: 2, most: 9, mots: 9}")
    assert found == [f'small.yaml:{line("- {code: squad-size")}: check "squad-size": params: unknown field "mots"']


@pytest.mark.parametrize(
    ("old", "new", "start", "reason"),
    [
        ("{least: 2, most: 9}", "{least: 2, most: few}", "- {code: squad-size",
         'check "squad-size": params.most: this must be 0, 1, 2, …'),
        ("classes: [line]", "classes: line", "- {code: scout", 'check "scout": params.classes: this must be […]'),
        ("params: {role: medic}", "params: {role: [medic]}", "- {code: crew",
         'check "crew": params.role: this must be “…”'),
    ],
)  # fmt: skip
def test_a_check_that_is_told_something_of_the_wrong_kind(old: str, new: str, start: str, reason: str) -> None:
    assert problems(old, new) == [f"small.yaml:{line(start)}: {reason}"]


def test_two_scopes_are_compared_only_where_there_are_two_prices() -> None:
    assert problems("points: {squad: 5, list: 8}", "points: {squad: 5}") == [
        f'small.yaml:{line("- {code: cheaper")}: extra "scouts" has no squad price and list price to compare'
    ]
