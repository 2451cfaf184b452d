"""`manage.py load_rules` and `manage.py write_catalogues`."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.core.catalogue.library import read_library
from rules.encoding import CATALOGUES_FILE, YAML_FOLDER, decode, encode, yaml_files
from rules.loading.reading import read_rulesets
from rules.models import Ruleset, RulesetVersion, Weapon
from tests.rules.small import SMALL, edited, line


def load_rules(*paths: Path, check: bool = False) -> list[str]:
    out = StringIO()
    call_command("load_rules", *paths, check=check, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """The small ruleset with more expensive troops."""
    path = tmp_path / "small.yaml"
    path.write_text(edited("points: 10", "points: 12"), encoding="utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A ruleset with two contradictions."""
    path = tmp_path / "broken.yaml"
    text = edited("mounts: [mortar]", "mounts: [mortars]").replace("id: small", "id: broken")
    path.write_text(text.replace("side: red", "side: blue"), encoding="utf-8")
    return path


@pytest.mark.postgres
@pytest.mark.django_db
def test_without_names_it_loads_what_is_shipped_and_the_second_time_says_that_nothing_is_new() -> None:
    assert load_rules() == [f"{path.stem}: version 1 is new and current" for path in yaml_files()]
    assert [ruleset.pk for ruleset in Ruleset.objects.all()] == ["rth-it", "rth-en", "bn", "bi", "ludonet"]
    versions = list(RulesetVersion.objects.values_list("pk", "created"))
    weapons = list(Weapon.objects.values_list("pk", flat=True))
    assert load_rules() == ["Rules: no changes."]
    assert list(RulesetVersion.objects.values_list("pk", "created")) == versions
    assert list(Weapon.objects.values_list("pk", flat=True)) == weapons


@pytest.mark.django_db
def test_a_changed_file_makes_a_version_and_a_former_one_is_found_again(changed: Path) -> None:
    assert load_rules(SMALL) == ["small: version 1 is new and current"]
    assert load_rules(changed) == ["small: version 2 is new and current"]
    assert load_rules(SMALL) == ["small: version 1 is current again, in place of version 2"]


@pytest.mark.django_db
def test_a_ruleset_without_a_file_stays_and_beside_what_is_new_nothing_is_said_of_the_rest(
    changed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = YAML_FOLDER / "ludonet.yaml"
    monkeypatch.setattr("rules.management.commands.load_rules.yaml_files", lambda: [shipped])
    load_rules(SMALL)
    load_rules()
    assert Ruleset.objects.filter(pk="small", current__isnull=False).exists()
    assert load_rules(shipped, changed) == ["small: version 2 is new and current"]


@pytest.mark.postgres
@pytest.mark.django_db
def test_one_broken_file_and_nothing_is_loaded(broken: Path) -> None:
    with pytest.raises(CommandError) as caught:
        load_rules(SMALL, broken)
    assert str(caught.value) == (
        "Nothing was loaded.\n"
        f'broken.yaml:{line("side: red")}: class "line": side: side "blue" is unknown\n'
        f'broken.yaml:{line("mounts")}: vehicle "truck": mounts: weapon "mortars" is unknown'
    )
    assert caught.value.returncode == 1
    assert not Ruleset.objects.exists()


def test_check_needs_no_database() -> None:
    assert load_rules(SMALL, check=True) == ["No problem found. Files: 1."]


def test_check_finds_what_loading_would(broken: Path) -> None:
    with pytest.raises(CommandError, match="Nothing was loaded"):
        load_rules(broken, check=True)


def test_the_file_of_catalogues_says_what_the_yaml_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fresh = tmp_path / "catalogues.json"
    monkeypatch.setattr("rules.management.commands.write_catalogues.CATALOGUES_FILE", fresh)
    call_command("write_catalogues", stdout=StringIO())
    assert fresh.read_bytes() == CATALOGUES_FILE.read_bytes(), "run `make rules` and commit the file"


def test_the_file_of_catalogues_is_a_library_of_the_shipped_rulesets() -> None:
    library = read_library(CATALOGUES_FILE.read_bytes())
    books = read_rulesets(yaml_files())
    assert library.catalogues == {book.id: decode(encode(book)) for book in books}


def test_no_file_is_written_from_broken_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: Path) -> None:
    fresh = tmp_path / "catalogues.json"
    command = "rules.management.commands.write_catalogues"
    monkeypatch.setattr(f"{command}.CATALOGUES_FILE", fresh)
    monkeypatch.setattr(f"{command}.yaml_files", lambda: [broken])
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("write_catalogues")
    assert not fresh.exists()
