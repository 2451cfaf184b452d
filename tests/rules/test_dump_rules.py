"""`manage.py dump_rules`: loaded rulesets are written again, the shipped files byte for byte."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.core.text import Text
from rules.encoding import YAML_FOLDER, yaml_files
from rules.loading.dumping import WIDTH, dump
from rules.loading.reading import parse_ruleset, read_ruleset
from rules.models import Weapon
from tests.rules.invented import MADE_UP
from tests.rules.small import SMALL, small

SHIPPED = yaml_files()
OTHERS = [SMALL, *sorted(MADE_UP.glob("*.yaml"))]


def name_of(path: Path) -> str:
    return path.stem


def load(*paths: Path) -> None:
    call_command("load_rules", *paths, stdout=StringIO())


def dump_rules(*ids: str, **options: Any) -> str:
    out = StringIO()
    call_command("dump_rules", *ids, stdout=out, **options)
    return out.getvalue()


# Through the database


@pytest.mark.django_db
def test_shipped_rulesets_come_out_of_their_rows_as_their_files(tmp_path: Path) -> None:
    """Each on its own, in a file of its own."""
    load(*SHIPPED)
    files = {path.name: path.read_bytes() for path in SHIPPED}
    assert {path.name: dump_rules(path.stem).encode() for path in SHIPPED} == files
    assert sorted(dump_rules(folder=tmp_path).split()) == [path.name for path in SHIPPED]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


@pytest.mark.django_db
def test_edited_rulesets_are_dumped_and_loaded_again() -> None:
    load(SMALL)
    Weapon.objects.filter(slug="rifle").update(name_en='Rifle: "long" & old\\new, {1}')
    text = dump_rules("small")
    assert parse_ruleset(text, "small.yaml").weapon_by_id["rifle"].name.en == 'Rifle: "long" & old\\new, {1}'


@pytest.mark.django_db
def test_write_errors_are_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^Unknown ruleset: chess\. Known: none\.$"):
        dump_rules("chess")
    load(SMALL, YAML_FOLDER / "ludonet.yaml")
    with pytest.raises(CommandError, match=r"^Unknown ruleset: chess, go\. Known: ludonet, small\.$"):
        dump_rules("chess", "small", "go")
    with pytest.raises(CommandError, match=r"^Name one ruleset, or a --folder\.$"):
        dump_rules()
    with pytest.raises(CommandError, match=r"^small\.yaml: cannot be written: No such file or directory$"):
        dump_rules("small", folder=tmp_path / "nowhere")


# The layout


@pytest.mark.parametrize("path", [*SHIPPED, *OTHERS], ids=name_of)
def test_a_dump_is_the_same_ruleset_with_short_lines(path: Path) -> None:
    catalogue = read_ruleset(path)
    text = dump(catalogue)
    again = parse_ruleset(text, path.name)
    assert again == catalogue
    assert dump(again) == text
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []


def test_every_reader_of_yaml_reads_the_same() -> None:
    text = (YAML_FOLDER / "ludonet.yaml").read_text(encoding="utf-8")
    plain = yaml.safe_load(text)  # PyYAML's own parser; we use the one in C
    assert yaml.load(text, Loader=yaml.CSafeLoader) == plain
    written = yaml.dump(plain, Dumper=yaml.CSafeDumper, allow_unicode=True)
    assert yaml.load(written, Loader=yaml.CSafeLoader) == plain


def test_things_stand_in_braces_and_what_is_long_on_a_line_of_its_own() -> None:
    lines = dump(small()).splitlines()
    start = lines.index("weapons:")
    assert lines[start + 1 : start + 6] == [
        "  - {id: rifle, name: {it: Fucile, en: Rifle}, source: §2, points: 0, covering: [1], "
        "fire: [{dice: 1, needs: [4, 6]}]}",
        "  - {id: mortar, name: {it: Mortaio, en: Mortar}, source: §2, points_under: {unpriced: {as-9: 9}},",
        "     carried_by: [figure, vehicle],",
        "     fire: [{mode: {it: alto, en: high}, dice: 1, needs: [4, 5], reach: [5, 15], least: 5}]}",
        "",
    ]  # fmt: skip


def test_a_long_text_is_folded_at_its_spaces() -> None:
    reading = Text(" ".join(["parola"] * 40), "short")
    catalogue = small()
    weapon = replace(catalogue.weapons[0], reading=reading)
    text = dump(replace(catalogue, weapons=(weapon, *catalogue.weapons[1:])))
    start = next(number for number, line in enumerate(text.splitlines()) if "reading: {it:" in line)
    words = " ".join(["parola"] * 14)
    assert text.splitlines()[start : start + 4] == [
        f'     reading: {{it: "{words}',
        f"                    {words}",
        f'                    {" ".join(["parola"] * 12)}",',
        "               en: short}}",
    ]
    assert parse_ruleset(text, "small.yaml").weapon_by_id["rifle"].reading == reading


TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=300).filter(lambda text: text.strip() != "")


@settings(max_examples=25)  # each writes and reads a whole ruleset
@given(italian=TEXTS, english=TEXTS)
def test_any_text_comes_back_as_it_went(italian: str, english: str) -> None:
    catalogue = small()
    weapon = replace(catalogue.weapons[0], note=Text(italian, english))
    changed = replace(catalogue, weapons=(weapon, *catalogue.weapons[1:]))
    assert parse_ruleset(dump(changed), "small.yaml") == changed


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "null",
        "~",
        "1",
        "1.5",
        "0x1F",
        "2010-02-08",
        "a: b",
        "#1",
        "- a",
        "{x}",
        "a, b",
        "=",
        "<<",
        "!",
        "è così?",
    ],
)
def test_words_that_yaml_takes_for_something_else_are_quoted(text: str) -> None:
    catalogue = replace(small(), credit=text)
    assert f'credit: "{text}"' in dump(catalogue).splitlines()
    assert parse_ruleset(dump(catalogue), "small.yaml").credit == text
