"""Rulesets are read from YAML; errors have their file, line and reason."""

from pathlib import Path

import pytest

from rules.core.catalogue.catalogue import FireRow, Stat
from rules.core.text import Text
from rules.encoding import yaml_files
from rules.loading.reading import (
    LONGEST_YAML,
    MOST_DEPTH,
    FilesError,
    parse_ruleset,
    read_ruleset,
    read_rulesets,
    read_yaml,
)
from tests.rules.small import SMALL, edited, line, problems, small


def test_the_small_ruleset_is_read() -> None:
    catalogue = small()
    assert catalogue.name == Text("Piccolo", "Small")
    assert catalogue.leadership == {1: 5, 2: 10}
    assert catalogue.classes[0].stats == {"morale": Stat(value=3, note=Text("di giorno", "by day"))}
    assert catalogue.weapons[0].fire == (FireRow(dice=1, needs=(4, 6)),)


@pytest.mark.parametrize("path", yaml_files(), ids=lambda path: path.stem)
def test_each_shipped_file_holds_the_ruleset_of_its_name(path: Path) -> None:
    assert read_ruleset(path).id == path.stem


def test_five_rulesets_are_shipped() -> None:
    assert [path.stem for path in yaml_files()] == ["bi", "bn", "ludonet", "rth-en", "rth-it"]


# YAML


def test_yaml_that_is_none() -> None:
    found = problems("credit: Nobody", "credit: [Nobody")
    assert found == ["small.yaml:7: did not find expected ',' or ']'"]


def test_a_sign_that_yaml_does_not_allow() -> None:
    found = problems("credit: Nobody", "credit: Nob\x07dy")
    assert found == [f"small.yaml:{line('credit')}: a character that YAML does not allow (U+0007)"]


def test_an_empty_file() -> None:
    with pytest.raises(FilesError, match=r"^small\.yaml:1: the file is empty$"):
        parse_ruleset("# nothing\n", "small.yaml")


def test_a_key_twice() -> None:
    found = problems("credit: Nobody", "credit: Nobody\ndie: 6")
    assert found == ['small.yaml:10: "die" appears twice, first on line 7']


def test_two_keys_twice_are_two_problems() -> None:
    found = problems("credit: Nobody", "credit: Nobody\ndie: 6\nbands: []")
    assert found == [
        'small.yaml:11: "die" appears twice, first on line 7',
        'small.yaml:12: "bands" appears twice, first on line 8',
    ]


def test_an_alias() -> None:
    found = problems("mounts: [mortar]", "mounts: &mounts [mortar]\n    note: *mounts")
    assert found == [f"small.yaml:{line('mounts') + 1}: an alias (*) is not read: write the value out"]


def test_a_list_that_holds_itself() -> None:
    assert problems("bands: [20, 40]", "bands: &bands [*bands]") == [
        f"small.yaml:{line('bands')}: an alias (*) is not read: write the value out"
    ]


def test_one_word_for_many() -> None:
    assert problems("credit: Nobody", "credit: &who Nobody\nauthor: *who") == [
        "small.yaml:7: an alias (*) is not read: write the value out"
    ]


def test_a_key_that_is_a_list() -> None:
    found = problems("credit: Nobody", "credit: Nobody\n? [a, b]\n: c")
    assert found == ["small.yaml:7: a key is one word or one number"]


TAGGED = [
    "!!python/name:os.system ''", "!!bool x", "!!timestamp x", "!!int ''", "!!int '-'", "!!float ''", "!!null x",
    "!!binary '%'", "!!set {a}", "!!omap [a]", "!!map x", "!!merge x", "!mine x", "! x", "!<tag:yaml.org,2002:int> 1",
    "!!str Nobody",
]  # fmt: skip


@pytest.mark.parametrize("value", TAGGED)
def test_a_tag(value: str) -> None:
    told = ["small.yaml:6: a tag (!) is not read: write the value alone"]
    assert problems("credit: Nobody", f"credit: {value}") == told
    assert problems("credit: Nobody", f"credit: [{value}]") == told
    assert problems("credit: Nobody", f"? {value}\n: Nobody") == told


TEXTS = [
    "2009-02-30", "2009-02-28", "1" * 4_301, "-" + "1" * 19, "0x" + "f" * 5_000, "0b" + "1" * 50_000, "010", "1_000",
    "1:" * 4_000 + "1", "1:2.5", "1e999", "1." + "1" * 19, ".nan", "-.inf", ".", "+", "-", "0x_", "=", "<<",
]  # fmt: skip


@pytest.mark.parametrize("value", TEXTS, ids=lambda value: value[:12])
def test_anything_but_a_plain_number_is_text(value: str) -> None:
    assert read_yaml(f"[{value}]").data == [value]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("~", None), ("null", None), ("", None), ("yes", True), ("No", False), ("on", True), ("false", False),
        ("0", 0), ("-7", -7), ("+12", 12), ("1" * 18, int("1" * 18)), ("0.5", 0.5), ("-1.", -1.0),
        ("'1'", "1"), ('"yes"', "yes"), ("|\n  1", "1"), ("nobody", "nobody"),
    ],
)  # fmt: skip
def test_plain_values(written: str, meant: object) -> None:
    [value] = read_yaml(f"- {written}").data
    assert (type(value), value) == (type(meant), meant)


def test_deep_nesting_is_refused() -> None:
    assert read_yaml("[" * MOST_DEPTH + "]" * MOST_DEPTH).data
    for deep in (
        "[" * (MOST_DEPTH + 1),
        "[" * 100_000,
        "- " * 100_000,
        "\n".join(" " * n + "a:" for n in range(999)),
    ):
        with pytest.raises(FilesError, match="nested too deeply"):
            read_yaml(deep)


def test_a_text_that_is_too_long_is_not_parsed() -> None:
    with pytest.raises(FilesError, match="longer than 1000000 characters"):
        read_yaml("!" * (LONGEST_YAML + 1))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FilesError, match=r"^none\.yaml: cannot be read: No such file or directory$"):
        read_ruleset(tmp_path / "none.yaml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"id: \xe9lite\n")
    with pytest.raises(FilesError, match=r"^latin\.yaml: is not UTF-8 text$"):
        read_ruleset(path)


# Structure


def test_a_document_that_is_a_list() -> None:
    with pytest.raises(FilesError, match=r"^small\.yaml:1: the ruleset: this must be \{…\}$"):
        parse_ruleset("[1]", "small.yaml")


def test_a_section_that_is_missing() -> None:
    text = edited("", "")
    with pytest.raises(FilesError, match=r'^small\.yaml:1: the ruleset: "checks" is missing$'):
        parse_ruleset(text[: text.index("checks:")], "small.yaml")


def test_a_field_that_nobody_knows() -> None:
    found = problems("    rank: 1", "    ranks: 1")
    assert found == [f'small.yaml:{line("rank")}: class "line": unknown field "ranks"; did you mean "rank"?']


def test_a_number_that_is_none() -> None:
    found = problems("needs: [4, 6]", "needs: [4, –]")
    assert found == [
        f'small.yaml:{line("- {id: rifle,")}: weapon "rifle": fire[0].needs[1]: this must be 0, 1, 2, … / null'
    ]


def test_a_price_by_ruling_that_is_none() -> None:
    found = problems("{as-9: 9}", "{as-9: nine}")
    where = f'small.yaml:{line("points_under")}: weapon "mortar": points_under.unpriced.as-9'
    assert found == [f"{where}: this must be 0, 1, 2, …"]


@pytest.mark.parametrize(
    ("old", "new", "start", "reason"),
    [
        ("{squad: 5, list: 8}", "{squad: 5, platoon: 8}", "points: {squad",
         'extra "scouts": points: "platoon" is not allowed: squad, list'),
        ("{as-9: 9}", "{9: 9}", "points_under", 'weapon "mortar": points_under.unpriced: this must be “…”'),
    ],
)  # fmt: skip
def test_a_key_that_is_none(old: str, new: str, start: str, reason: str) -> None:
    assert problems(old, new) == [f"small.yaml:{line(start)}: {reason}"]


def test_a_level_that_is_no_number() -> None:
    found = problems("leadership: {1: 5, 2: 10}", "leadership: {1: 5, two: 10}")
    assert found == [f"small.yaml:{line('leadership:')}: leadership: this must be 0, 1, 2, …"]


def test_a_number_where_a_text_belongs() -> None:
    assert problems("credit: Nobody", "credit: 2009") == ["small.yaml:6: credit: this must be “…”"]


def test_an_id_that_is_no_id() -> None:
    found = problems("- {id: radio,", "- {id: Radio set,")
    reason = "an ID is lower-case letters and digits, with single hyphens between them"
    assert found == [f'small.yaml:{line("- {id: radio")}: kit "Radio set": id: {reason}']


def test_a_fire_row_without_dice() -> None:
    found = problems("- {dice: 1, reach", "- {reach")
    assert found == [f'small.yaml:{line("- {dice: 1, reach")}: weapon "mortar": fire[0]: "dice" is missing']


def test_a_fire_row_with_no_die() -> None:
    found = problems("- {dice: 1, reach", "- {dice: 0, reach")
    assert found == [f'small.yaml:{line("- {dice: 1, reach")}: weapon "mortar": fire[0].dice: the minimum is 1']


def test_a_ruling_with_one_option() -> None:
    found = problems("      - {id: as-9, name: {it: A 9, en: At 9}}\n", "")
    assert found == [f'small.yaml:{line("options")}: ruling "unpriced": options: at least 2']


def test_all_problems_of_all_entries_are_told() -> None:
    text = edited("    rank: 1", "    rank: first").replace("side: red", "side: [red]")
    text = text.replace("    points: 5\n", "    points: five\n").replace("die: 10\nbands", "die: ten\nbands")
    with pytest.raises(FilesError) as caught:
        parse_ruleset(text, "small.yaml")
    assert [str(problem) for problem in caught.value.problems] == [
        "small.yaml:9: die: this must be 0, 1, 2, …",
        f'small.yaml:{line("side: red")}: class "line": side: this must be “…”',
        f'small.yaml:{line("rank: 1")}: class "line": rank: this must be 0, 1, 2, … / null',
        f'small.yaml:{line("points: 5")}: vehicle "truck": points: this must be 0, 1, 2, … / null',
    ]


# Translations and citations, missing or empty


def test_a_missing_translation() -> None:
    found = problems("{it: Camion, en: Truck}", "{it: Camion}")
    assert found == [f'small.yaml:{line("name: {it: Camion")}: vehicle "truck": name has no English text']


def test_an_empty_translation() -> None:
    found = problems("{it: alto, en: high}", '{it: " ", en: high}')
    assert found == [f'small.yaml:{line("- {dice: 1, reach")}: weapon "mortar": fire[0].mode has no Italian text']


def test_an_empty_translation_of_the_rulesets_name() -> None:
    assert problems("en: Small}", 'en: ""}') == ["small.yaml:3: name has no English text"]


def test_a_missing_citation() -> None:
    found = problems("{it: Radio, en: Radio}, source: §5}", "{it: Radio, en: Radio}}")
    assert found == [f'small.yaml:{line("- {id: radio")}: kit "radio" has no citation']


@pytest.mark.parametrize("empty", ['""', '" "'])
def test_an_empty_citation(empty: str) -> None:
    found = problems("{it: Radio, en: Radio}, source: §5}", f"{{it: Radio, en: Radio}}, source: {empty}}}")
    assert found == [f'small.yaml:{line("- {id: radio")}: kit "radio" has no citation']


def test_a_check_without_citation() -> None:
    found = problems("- {code: empty, severity: error, source: house}", '- {code: empty, severity: error, source: ""}')
    assert found == [f'small.yaml:{line("- {code: empty")}: check "empty" has no citation']


def test_leadership_without_citation() -> None:
    found = problems("leadership_source: §1\n", "")
    assert found == [f"small.yaml:{line('leadership:')}: leadership_source has no citation"]


def test_no_citation_for_what_the_edition_does_not_have() -> None:
    assert problems("item_source: §9", 'item_source: ""') == ["small.yaml:8: item_source has no citation"]


# Several files


def test_the_problems_of_all_files_are_told(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(edited("mounts: [mortar]", "mounts: [mortars]"), encoding="utf-8")
    with pytest.raises(FilesError) as caught:
        read_rulesets([tmp_path / "a.yaml", SMALL, tmp_path / "b.yaml"])
    reason = 'vehicle "truck": mounts: weapon "mortars" is unknown'
    assert str(caught.value) == (f"a.yaml:{line('mounts')}: {reason}\nb.yaml:{line('mounts')}: {reason}")


def test_one_ruleset_in_two_files(tmp_path: Path) -> None:
    (tmp_path / "copy.yaml").write_text(edited("", ""), encoding="utf-8")
    with pytest.raises(FilesError, match=r'^copy\.yaml: ruleset "small" is in another file too$'):
        read_rulesets([SMALL, tmp_path / "copy.yaml"])
