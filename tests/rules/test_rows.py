"""A catalogue written to rows is the same when read back."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import encode, yaml_files
from rules.models import Nickname, Ruleset, Weapon
from rules.rows import build_catalogue, save_catalogue
from tests.rules.small import shipped, small

pytestmark = pytest.mark.django_db

NUMBER_OF_TABLES = 25  # the ruleset, its seventeen sections, and the seven that depend on them


@pytest.mark.postgres
@pytest.mark.parametrize("ruleset", [*(path.stem for path in yaml_files()), "small"])
def test_there_and_back(ruleset: str) -> None:
    catalogue = small() if ruleset == "small" else shipped(ruleset)
    built = build_catalogue(save_catalogue(catalogue))
    assert built == catalogue
    assert encode(built) == encode(catalogue)


def test_saving_again_replaces_what_was_there() -> None:
    save_catalogue(small())
    changed = small("{dice: 1, needs: [4, 6]}", "{dice: 2, needs: [5]}")
    assert build_catalogue(save_catalogue(changed)) == changed
    assert Weapon.objects.count() == 2


def test_saving_one_ruleset_leaves_the_others_alone() -> None:
    other = shipped("bi")
    save_catalogue(other)
    save_catalogue(small())
    assert build_catalogue(Ruleset.objects.get(pk=other.id)) == other


@pytest.mark.parametrize("made", [small, lambda: shipped("bn")])
def test_reading_takes_as_many_queries_whether_there_is_one_thing_of_a_kind_or_many(
    made: Callable[[], Catalogue], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ruleset = save_catalogue(made())
    with django_assert_num_queries(NUMBER_OF_TABLES):
        assert build_catalogue(ruleset) == made()


def test_columns_are_text_that_a_person_can_edit() -> None:
    save_catalogue(small("needs: [null, 4]", "needs: [null, -4]"))
    weapon = Weapon.objects.get(slug="mortar")
    assert (weapon.carried_by, weapon.fire.get().reach) == (("figure", "vehicle"), (5, 15))
    weapon.carried_by, fire = "vehicle figure", weapon.fire.get()
    fire.reach = "– 20"
    weapon.save()
    fire.save()
    built = build_catalogue(Ruleset.objects.get(pk="small"))
    assert built.weapons[1].carried_by == ("vehicle", "figure")
    assert built.weapons[1].fire[0].reach == (None, 20)
    assert built.vehicles[0].saves[0].needs == (None, -4)
    assert built.leadership == {1: 5, 2: 10}


def test_nicknames_are_text_with_commas() -> None:
    save_catalogue(small())
    nickname = Nickname.objects.get(slug="rifle")
    assert (nickname.both, nickname.it, nickname.en) == (("gun",), ("schioppo",), ("long gun", "musket"))
    nickname.en = " long   gun,, blunderbuss ,"
    nickname.save()
    built = build_catalogue(Ruleset.objects.get(pk="small"))
    assert built.nickname_by_thing["weapon", "rifle"].words == ("gun", "schioppo", "long gun", "blunderbuss")
