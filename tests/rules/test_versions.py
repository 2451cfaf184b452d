"""Each content of a ruleset has its own version, made once; one of them is current."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoAssertNumQueries

from rules.actions import Publication, load_catalogues, publish
from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import decode, digest, encode
from rules.models import Ruleset, RulesetVersion, Weapon
from tests.rules.small import small

pytestmark = pytest.mark.django_db


def load(old: str = "", new: str = "") -> Publication:
    (publication,) = load_catalogues([small(old, new)])
    return publication


def dearer() -> Publication:
    return load("points: 10", "points: 12")


@pytest.mark.postgres
def test_the_first_load_makes_version_1() -> None:
    version, outcome, replaced = load()
    assert (version.number, outcome, replaced) == (1, "new", None)
    assert Ruleset.objects.get(pk="small").current == version


def test_a_version_holds_its_catalogue_and_its_digest() -> None:
    version = RulesetVersion.objects.get(pk=load().version.pk)
    assert decode(version.catalogue) == small()
    assert version.digest == digest(version.catalogue)


def test_loading_the_same_again_changes_nothing() -> None:
    first = load().version
    assert load() == (first, "unchanged", None)
    assert RulesetVersion.objects.count() == 1


def test_loading_the_same_again_reads_and_writes_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    load()
    with django_assert_num_queries(3):
        load()


def test_a_written_default_is_not_a_change() -> None:
    first = load().version
    assert load("name: {it: Fucile, en: Rifle}", "carried_by: [figure], name: {it: Fucile, en: Rifle}") == (
        first,
        "unchanged",
        None,
    )


def test_a_change_makes_the_next_version_and_leaves_the_former_as_it_was() -> None:
    first = load().version
    second = dearer()
    assert (second.version.number, second.outcome) == (2, "new")
    assert Ruleset.objects.get(pk="small").current == second.version
    assert decode(RulesetVersion.objects.get(pk=first.pk).catalogue) == small()


@pytest.mark.postgres
def test_a_former_content_makes_its_version_current_again() -> None:
    first = load().version
    dearer()
    assert load() == (first, "former", 2)
    assert RulesetVersion.objects.count() == 2
    assert Ruleset.objects.get(pk="small").current == first


def test_a_change_after_a_return_has_a_number_never_used() -> None:
    load()
    dearer()
    load()
    assert load("points: 10", "points: 13").version.number == 3


def test_a_row_that_was_edited_is_published_as_a_new_version() -> None:
    ruleset = load().version.ruleset
    Weapon.objects.filter(slug="rifle").update(points=1)
    version, outcome, replaced = publish(ruleset)
    assert (version.number, outcome, replaced) == (2, "new", 1)
    assert decode(version.catalogue).weapon_by_id["rifle"].points == 1


def test_rows_that_say_what_they_said_make_no_version() -> None:
    first = load().version
    assert publish(first.ruleset) == (first, "unchanged", None)


def test_the_file_wins_over_rows_that_were_edited_and_published() -> None:
    first = load().version
    Weapon.objects.filter(slug="rifle").update(points=1)
    publish(first.ruleset)
    assert load() == (first, "former", 2)
    assert Weapon.objects.get(slug="rifle").points == 0


@pytest.mark.postgres
def test_all_catalogues_are_loaded_or_none() -> None:
    def one_and_then_trouble() -> Iterator[Catalogue]:
        yield small("id: small", "id: other")
        raise OSError("the disk is gone")

    load()
    with pytest.raises(OSError, match="the disk is gone"):
        load_catalogues(one_and_then_trouble())
    assert [ruleset.pk for ruleset in Ruleset.objects.all()] == ["small"]


def test_the_same_rules_have_the_same_bytes_whatever_the_order_of_their_keys() -> None:
    points = ("points: {squad: 5, list: 8}", "points: {list: 8, squad: 5}")
    assert encode(small()) == encode(small(*points))
    assert small().extras[0].points == small(*points).extras[0].points
