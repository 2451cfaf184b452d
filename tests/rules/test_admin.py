"""The rules in the admin: an organiser views and edits them."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.accounts.models import User
from rules import models
from rules.actions import load_catalogues
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Subjects
from rules.core.catalogue.odds.data import Odds
from rules.core.catalogue.odds.effects import Effect
from rules.core.catalogue.odds.tables import Covering
from rules.core.odds import printed_handbook
from rules.encoding import decode, shipped_ids, yaml_files
from rules.models import HandbookTable, Ruleset, RulesetVersion, Side, TroopClass, Weapon
from tests.rules.organiser import TABLES, address, current, form_of, said, save
from tests.rules.small import shipped

# Permissions


def test_strangers_and_players_are_sent_to_sign_in(client: Client, rules: Catalogue) -> None:
    gates = [f"{reverse('admin:login')}?next={address(table)}" for table in TABLES]
    assert [client.get(address(table)).headers["Location"] for table in TABLES] == gates
    client.force_login(User.objects.create_user("player"))
    assert [client.get(address(table)).headers["Location"] for table in TABLES] == gates


def test_a_player_changes_nothing(client: Client, rules: Catalogue) -> None:
    client.force_login(User.objects.create_user("player"))
    weapon = Weapon.objects.get(slug="rifle")
    assert client.post(address(Weapon, "change", weapon.pk), {"points": 9}).status_code == 302
    assert client.post(address(Weapon, "delete", weapon.pk), {"post": "yes"}).status_code == 302
    assert current() == rules


def test_staff_without_the_permission_is_refused(client: Client, rules: Catalogue) -> None:
    client.force_login(User.objects.create_user("helper", is_staff=True))
    weapon = Weapon.objects.get(slug="rifle")
    assert client.get(address(Weapon)).status_code == 403
    assert client.post(address(Weapon, "change", weapon.pk), {"points": 9}).status_code == 403


# Search and filters


def test_a_list_takes_as_many_queries_for_many_rows_as_for_one(organiser: Client, rules: Catalogue) -> None:
    load_catalogues([shipped("ludonet")])  # one ruleset needs no filter
    few = {table: queries_of(organiser, table) for table in TABLES}
    load_catalogues([shipped("bn")])
    assert {table: queries_of(organiser, table) for table in TABLES} == few


def queries_of(organiser: Client, table: type[Model]) -> int:
    """Return how many queries the list of a table makes."""
    with CaptureQueriesContext(connection) as queries:
        assert organiser.get(address(table)).status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "rifle"}, ["small rifle"]),
        ({"q": "Fucile"}, ["small rifle"]),
        ({"q": "mortar"}, ["ludonet mortar", "small mortar"]),
        ({"q": "§2"}, ["small rifle", "small mortar"]),
        ({"q": "bazooka"}, []),
        ({"ruleset__id__exact": "small"}, ["small rifle", "small mortar"]),
    ],
)
def test_weapons_are_found_by_name_paragraph_and_ruleset(
    query: dict[str, str], found: list[str], organiser: Client, rules: Catalogue
) -> None:
    load_catalogues([shipped("ludonet")])
    page = organiser.get(address(Weapon), query)
    assert [f"{row.ruleset} {row.slug}" for row in page.context["cl"].result_list] == found


def test_a_list_shows_both_languages(organiser: Client, rules: Catalogue) -> None:
    page = organiser.get(address(Weapon)).text
    assert "Fucile" in page
    assert "Rifle" in page
    assert "Name, in Italian" in page


def test_every_form_opens_and_saved_as_it_stands_changes_nothing(organiser: Client, rules: Catalogue) -> None:
    for table in TABLES:
        row = table._default_manager.first()
        assert row is not None, table
        response = save(organiser, row)
        assert response.status_code == 302, (table, response.context["errors"])
        assert current() == rules, table
    assert RulesetVersion.objects.count() == 1


# Edits


def test_a_change_makes_a_version_and_the_former_stays(organiser: Client, rules: Catalogue) -> None:
    first = Ruleset.objects.get(pk="small").current
    response = save(organiser, TroopClass.objects.get(slug="line"), points="12", name_en="Infantry")
    assert response.status_code == 302
    assert said(response)[0] == "small: version 2 now applies to new lists. Existing lists keep theirs."
    assert (current().class_by_id["line"].points, current().class_by_id["line"].name.en) == (12, "Infantry")
    assert first is not None
    assert decode(RulesetVersion.objects.get(pk=first.pk).catalogue) == rules


def test_rows_under_a_weapon_are_changed_added_and_removed_with_it(organiser: Client, rules: Catalogue) -> None:
    weapon = Weapon.objects.get(slug="mortar")
    fire = {
        "fire-0-needs": "– 5",
        "fire-TOTAL_FORMS": "2",
        "fire-1-dice": "2",
        "fire-1-needs": "6",
        "fire-1-reach": "",
        "fire-1-mode_it": "basso",
        "fire-1-mode_en": "low",
        "fire-1-position": "",
    }
    assert save(organiser, weapon, **fire).status_code == 302
    high, low = current().weapon_by_id["mortar"].fire
    assert (high.needs, high.reach, high.least) == ((None, 5), (5, 15), 5)
    assert (low.dice, low.needs, low.mode and low.mode.it) == (2, (6,), "basso")
    assert save(organiser, weapon, **{"fire-0-DELETE": "on"}).status_code == 302
    assert current().weapon_by_id["mortar"].fire == (low,)


def test_odds_are_edited_as_yaml(organiser: Client, rules: Catalogue) -> None:
    odds = Ruleset.objects.get(pk="small").odds
    changed = odds.replace("{roll: hit, need: 1, weapons: [mortar, rifle]}", "{roll: hit, need: -2}")
    assert save(organiser, Ruleset.objects.get(pk="small"), odds=changed).status_code == 302
    dug_in = current().odds.situation_by_id["dug-in"]
    assert dug_in.effects[0] == Effect(roll="hit", need=-2)
    assert replace(current(), odds=rules.odds) == rules


def test_odds_stay_as_they_were_written(organiser: Client, rules: Catalogue) -> None:
    """With comments and browser line endings, in any layout."""
    typed = "# Fire, as at home.\r\ncovering:\r\n  dice: 3\r\n  source: §7\r\n"
    row = Ruleset.objects.get(pk="small")
    assert save(organiser, row, odds=typed).status_code == 302
    row.refresh_from_db()
    assert row.odds == typed.replace("\r\n", "\n")
    assert form_of(organiser, row)["odds"] == row.odds
    assert current().odds == Odds(covering=Covering(dice=3, source="§7"))


def test_odds_that_are_emptied_are_gone(organiser: Client, rules: Catalogue) -> None:
    assert save(organiser, Ruleset.objects.get(pk="small"), odds=" \n").status_code == 302
    assert current().odds == Odds()


def test_a_row_of_the_handbook_is_about_whom_its_number_concerns(organiser: Client, rules: Catalogue) -> None:
    number = {"rows-0-about": "", "rows-0-cells": '[["modifier", "dug-in", "hit"]]'}
    assert save(organiser, HandbookTable.objects.get(), **number).status_code == 302
    row = current().handbook[0].rows[0]
    assert (row.about, row.cells) == (None, (("modifier", "dug-in", "hit"),))
    (printed, _), *_ = (table.rows for table in printed_handbook(current()))
    assert (printed.cells, printed.about) == (("+1",), Subjects(weapons=("mortar", "rifle")))


def test_a_new_row_takes_the_last_place(organiser: Client, rules: Catalogue) -> None:
    sent = {
        "ruleset": "small",
        "position": "",
        "slug": "blue",
        "name_it": "Blu",
        "name_en": "Blues",
        "source": "§1",
        "reading_it": "",
        "reading_en": "",
    }
    assert organiser.post(address(Side, "add"), sent).status_code == 302
    assert [(side.id, side.name.en) for side in current().sides] == [("red", "Reds"), ("blue", "Blues")]


def test_ids_stay_as_they_were_made(organiser: Client, rules: Catalogue) -> None:
    assert save(organiser, Weapon.objects.get(slug="rifle"), slug="musket", ruleset="other").status_code == 302
    assert current() == rules


# What nobody may change


def test_rulesets_are_made_by_the_loader(organiser: Client, rules: Catalogue) -> None:
    assert organiser.get(address(Ruleset, "add")).status_code == 403
    assert organiser.post(address(Ruleset, "delete", "small"), {"post": "yes"}).status_code == 403


def test_versions_are_only_looked_at(organiser: Client, rules: Catalogue) -> None:
    version = RulesetVersion.objects.get()
    assert organiser.get(address(RulesetVersion)).status_code == 200
    assert organiser.get(address(RulesetVersion, "change", version.pk)).status_code == 200
    assert organiser.post(address(RulesetVersion, "change", version.pk), {"number": 9}).status_code == 403
    assert organiser.post(address(RulesetVersion, "delete", version.pk), {"post": "yes"}).status_code == 403
    assert organiser.get(address(RulesetVersion, "add")).status_code == 403


# Shipped rulesets

NOTICE = "The load_rules command rewrites them from their files; anything changed here is then lost."


def notices(response: Any) -> list[str]:
    text = " ".join(unescape(response.text).split())
    return re.findall(r'(?<=<li class="warning">) ?(These rulesets come with Squadra: .*?) ?(?=</li>)', text)


def test_shipped_rulesets_say_whose_they_are(organiser: Client, rules: Catalogue) -> None:
    load_catalogues([shipped("ludonet")])
    theirs = Weapon.objects.get(ruleset="ludonet", slug="mortar")
    one = [f"These rulesets come with Squadra: ludonet. {NOTICE}"]
    all_ = [f"These rulesets come with Squadra: {', '.join(sorted(shipped_ids()))}. {NOTICE}"]
    assert notices(organiser.get(address(Weapon, "change", theirs.pk))) == one
    assert notices(organiser.get(address(Weapon, "delete", theirs.pk))) == one
    assert notices(organiser.get(address(Ruleset, "change", "ludonet"))) == one
    assert notices(organiser.get(address(Weapon))) == all_
    assert notices(organiser.get(address(Weapon, "add"))) == all_
    own = Weapon.objects.get(ruleset="small", slug="mortar")
    assert notices(organiser.get(address(Weapon, "change", own.pk))) == []


def test_the_next_load_restores_a_shipped_ruleset(organiser: Client, rules: Catalogue) -> None:
    book = shipped("ludonet")
    (loaded,) = load_catalogues([book])
    save(organiser, Weapon.objects.get(ruleset="ludonet", slug="mortar"), name_it="Bombarda")
    (restored,) = load_catalogues([book])
    assert (restored.version, restored.outcome, restored.replaced) == (loaded.version, "former", 2)
    assert Weapon.objects.get(ruleset="ludonet", slug="mortar").name_it == "Mortaio"


def test_shipped_rulesets_are_named_after_their_files() -> None:
    assert {shipped(path.stem).id for path in yaml_files()} == shipped_ids()


def test_every_column_that_is_edited_has_a_name() -> None:
    from rules.admin.fields import label

    tables = [table for table in vars(models).values() if isinstance(table, type) and issubclass(table, Model)]
    edited = [
        (table._meta.model_name or "", field.name)
        for table in tables
        if not table._meta.abstract and table is not RulesetVersion
        for field in table._meta.fields
        if not field.remote_field and field.name != "id"
    ]
    assert [(table, name) for table, name in edited if not label(table, name)] == []
