"""A catalogue is read from the database once; the current version is looked up each time."""

from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from rules.actions import load_catalogues
from rules.catalogue import catalogue_for, current_version, current_versions, library
from rules.models import RulesetVersion
from tests.rules.small import small

pytestmark = pytest.mark.django_db


def test_a_version_gives_its_catalogue() -> None:
    (publication,) = load_catalogues([small()])
    assert catalogue_for(publication.version.pk) == small()


def test_a_version_is_read_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    (publication,) = load_catalogues([small()])
    with django_assert_num_queries(1):
        first = catalogue_for(publication.version.pk)
        assert catalogue_for(publication.version.pk) is first


def test_an_older_version_keeps_its_catalogue() -> None:
    (first,) = load_catalogues([small()])
    load_catalogues([small("points: 10", "points: 12")])
    assert catalogue_for(first.version.pk).class_by_id["line"].points == 10
    assert catalogue_for(current_version("small").pk).class_by_id["line"].points == 12


def test_a_version_that_is_not_there() -> None:
    with pytest.raises(RulesetVersion.DoesNotExist):
        catalogue_for(uuid4())


def test_the_current_versions_in_the_order_of_the_rulesets(
    loaded_rules: dict[str, UUID], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        versions = current_versions()
        assert [version.ruleset.name.en for version in versions] == [
            "Road to Hell",
            "Road to Hell",
            "Breaking News",
            "Bassa Intensità",
            "Ludonet skirmish",
        ]
    assert {version.ruleset_id: version.pk for version in versions} == loaded_rules


def test_a_ruleset_that_is_not_there_has_no_current_version() -> None:
    with pytest.raises(RulesetVersion.DoesNotExist):
        current_version("chess")


def test_the_library_knows_the_ids_of_all_rulesets(loaded_rules: dict[str, UUID]) -> None:
    books = library()
    assert set(books.catalogues) == set(loaded_rules)
    assert {"commandos", "special-forces", "rabble"} <= books.known["class"]


def test_the_library_follows_what_is_current(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    load_catalogues([small()])
    first = library()
    assert first.catalogues == {"small": small()}
    with django_assert_num_queries(1):
        assert library() is first
    changed = small("points: 10", "points: 12")
    load_catalogues([changed])
    assert library().catalogues == {"small": changed}
