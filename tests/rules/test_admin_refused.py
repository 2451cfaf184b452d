"""The rules in the admin: refused edits."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client

from rules.core.catalogue.catalogue import Catalogue
from rules.models import (
    Check,
    Extra,
    FireRow,
    Nickname,
    RulesetVersion,
    Side,
    TroopClass,
    VehicleType,
    Weapon,
)
from tests.rules.organiser import address, current, reasons, said, save


def test_a_contradiction_is_shown_with_its_reason_and_nothing_is_stored(organiser: Client, rules: Catalogue) -> None:
    weapon = Weapon.objects.get(slug="rifle")
    response = save(organiser, weapon, name_en="Long rifle", **{"fire-0-needs": "4 5 6"})
    assert reasons(response) == ['weapon "rifle": fire[0] has too many numbers (3) for its range bands (2)']
    form = response.context["adminform"].form
    assert form["name_en"].value() == "Long rifle"  # the input is kept for correction
    assert form["slug"].field.disabled  # and what may not be changed is still fixed
    assert Weapon.objects.get(slug="rifle").name_en == "Rifle"
    assert FireRow.objects.get(weapon=weapon).needs == (4, 6)
    assert current() == rules
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(
    ("table", "slug", "changes", "expected"),
    [
        (TroopClass, "line", {"side": "blue"}, ['class "line": side: side "blue" is unknown']),
        (Weapon, "mortar", {"points": "3"}, ['weapon "mortar" has both a price and a ruling for unpriced weapons']),
        (VehicleType, "truck", {"mounts": "mortar cannon"}, ['vehicle "truck": mounts: weapon "cannon" is unknown']),
        (VehicleType, "truck", {"saves-0-needs": "4"},
         ['vehicle "truck": saves[0] needs as many numbers (1) as there are save columns (2)']),
        (Extra, "scouts", {"conditions-0-any_of": "blue"},
         ['extra "scouts": conditions[0].any_of: side "blue" is unknown']),
        (Extra, "scouts", {"conditions-0-code": "extra-limit"},
         ['extra "scouts" needs the check "extra-limit", which is not among the checks']),
        (Extra, "flares", {"levels": "1 99"}, ['extra "flares": list levels run from 1 to 9, not 99']),
        (Weapon, "rifle", {"name_it": " . ", "source": "§2", "note_en": "Only here."},
         ['weapon "rifle": note has no Italian text']),
    ],
)  # fmt: skip
def test_the_admin_refuses_what_the_loader_refuses(
    table: type[Model],
    slug: str,
    changes: dict[str, str],
    expected: list[str],
    organiser: Client,
    rules: Catalogue,
) -> None:
    response = save(organiser, table._default_manager.get(slug=slug), **changes)
    assert reasons(response) == expected
    assert current() == rules


def test_an_id_that_no_list_could_hold_is_refused(organiser: Client, rules: Catalogue) -> None:
    sent = {"ruleset": "small", "slug": "Blue_ones", "name_it": "Blu", "name_en": "Blues", "source": "§1"}
    assert reasons(organiser.post(address(Side, "add"), sent)) == [
        'side "Blue_ones": id: an ID is lower-case letters and digits, with single hyphens between them'
    ]
    assert not Side.objects.filter(slug="Blue_ones").exists()


@pytest.mark.parametrize(
    ("table", "slug", "changes", "field", "error"),
    [
        (Weapon, "rifle", {"covering": "one"}, "covering",
         "Whole numbers separated by spaces, – where there is none: 4 5 – 6."),
        (Weapon, "rifle", {"tags": ["heavy"]}, "tags",
         "Select a valid choice. heavy is not one of the available choices."),
        (Extra, "flares", {"level_points": "1=5"}, "level_points", "level:points pairs separated by spaces: 1:5 2:10."),
        (Extra, "flares", {"excludes": "x" * 501}, "excludes", "At most 500 characters."),
        (TroopClass, "line", {"stats": '{"morale": "high"}'}, "stats",
         'stats.morale: this must be 0, 1, 2, … / {…}'),
        (TroopClass, "line", {"stats": "{"}, "stats", "Enter a valid JSON."),
        (TroopClass, "line", {"stats": "1" * 4_301}, "stats", "Enter a valid JSON."),
        (TroopClass, "line", {"stats": "[" * 100_000}, "stats", "Enter a valid JSON."),
    ],
)  # fmt: skip
def test_malformed_values_are_refused_beside_their_column(
    table: type[Model],
    slug: str,
    changes: dict[str, Any],
    field: str,
    error: str,
    organiser: Client,
    rules: Catalogue,
) -> None:
    response = save(organiser, table._default_manager.get(slug=slug), **changes)
    assert response.context["adminform"].form.errors == {field: [error]}
    assert current() == rules


NEEDED = [
    'class "line": side: side "red" is unknown',
    'extra "scouts": conditions[0].any_of: side "red" is unknown',
]


def test_a_row_that_others_need_is_not_removed(organiser: Client, rules: Catalogue) -> None:
    side = Side.objects.get(slug="red")
    response = organiser.post(address(Side, "delete", side.pk), {"post": "yes"})
    assert response.headers["Location"] == address(Side, "change", side.pk)
    assert said(response) == NEEDED
    assert current() == rules
    assert Side.objects.filter(pk=side.pk).exists()


def test_rows_that_others_need_are_not_removed_together(organiser: Client, rules: Catalogue) -> None:
    ticked = {"action": "delete_selected", "_selected_action": [Side.objects.get().pk], "post": "yes"}
    response = organiser.post(address(Side), ticked)
    assert said(response) == NEEDED
    assert Side.objects.count() == 1
    assert not LogEntry.objects.exists()


def test_a_row_that_nobody_needs_is_removed(organiser: Client, rules: Catalogue) -> None:
    check = Check.objects.get(code="cheaper")
    response = organiser.post(address(Check, "delete", check.pk), {"post": "yes"})
    assert response.status_code == 302
    assert "cheaper" not in {check.code for check in current().checks}
    ticked = {
        "action": "delete_selected",
        "_selected_action": [Check.objects.get(code="scout").pk],
        "post": "yes",
    }
    organiser.post(address(Check), ticked)
    assert "scout" not in {check.code for check in current().checks}
    assert RulesetVersion.objects.count() == 3


def test_a_nickname_without_a_word_is_refused(organiser: Client, rules: Catalogue) -> None:
    nickname = Nickname.objects.get(slug="rifle")
    response = save(organiser, nickname, both="", it=" , ", en="")
    assert response.context["adminform"].form.errors == {"both": ["Enter at least one word."]}
    assert current() == rules
    save(organiser, nickname, both="", it="", en="boomstick")
    assert current().nickname_by_thing["weapon", "rifle"].words == ("boomstick",)
