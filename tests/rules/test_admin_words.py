"""Reasons for refusals in the admin, with the names of the fields in the file of a ruleset."""

from functools import cache
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from django.db.models import Model
from django.test import Client
from django.utils.translation import override
from msgspec.structs import replace

from rules import actions as versions
from rules.core.catalogue.catalogue import Catalogue
from rules.loading.contradictions import contradictions
from rules.loading.reasons import ShapeError, convert
from rules.models import (
    Check,
    Extra,
    Format,
    HandbookTable,
    Preset,
    Ruleset,
    Ruling,
    Side,
    TroopClass,
    VehicleType,
    Weapon,
)
from rules.rows import build_catalogue
from tests.rules.organiser import address, current, form_of, reasons, said, unrendered
from tests.rules.small import small


def row_of(table: type[Model], name: str) -> Model:
    key = {Check: "code", Ruleset: "pk"}.get(table, "slug")
    return table._default_manager.get(**{key: name})


def refused(organiser: Client, row: Model, changes: dict[str, str], *languages: str) -> list[Any]:
    """The answers to a form in each language: the rules are only read for the first."""
    sent, form = form_of(organiser, row) | changes, address(type(row), "change", row.pk)
    with unrendered(), patch.object(versions, "build_catalogue", cache(build_catalogue)):
        return [organiser.post(form, sent, headers={"Accept-Language": language}) for language in languages]


@pytest.mark.parametrize(
    ("table", "name", "changes", "sentences"),
    [
        (Weapon, "rifle", {"reading_en": "Once."},
         ['weapon "rifle": reading has no Italian text']),
        (Weapon, "mortar", {"fire-0-mode_en": ""},
         ['weapon "mortar": fire[0].mode has no English text']),
        (HandbookTable, "spotting", {"rows-1-cells": '[{"it": "sempre", "en": " "}, 3]'},
         ['table "spotting": rows[1].cells[0] has no English text']),
        (Ruleset, "small", {"leadership_source": ""},
         ["leadership_source has no citation"]),
        (TroopClass, "line", {"side": "blue"},
         ['class "line": side: side "blue" is unknown']),
        (TroopClass, "line", {"stats": '{"morale": {"value": 3, "note": {"it": "", "en": "by day"}}}'},
         ['class "line": stats.morale.note has no Italian text']),
        (VehicleType, "truck", {"mounts": "mortar cannon"},
         ['vehicle "truck": mounts: weapon "cannon" is unknown']),
        (Extra, "scouts", {"conditions-0-any_of": "blue"},
         ['extra "scouts": conditions[0].any_of: side "blue" is unknown']),
        (Extra, "flares", {"once_under_option": "as-8"},
         ['extra "flares": once_under: option "unpriced/as-8" is unknown']),
        (Preset, "doc", {"leadership": "3"},
         ['preset "doc": leadership: leadership level "3" is unknown']),
        (HandbookTable, "spotting", {"rows-1-about": '{"traits": ["robust"], "kit": ["tent"]}'},
         ['table "spotting": rows[1].about.kit: kit "tent" is unknown',
          'table "spotting": rows[1].about.traits: trait of squads or vehicles "robust" is unknown']),
        (Weapon, "mortar", {"points_under": '{"priced": {"as-9": 9}}'},
         ['weapon "mortar": points_under.priced: ruling "priced" is unknown']),
        (Weapon, "mortar", {"points": "3"},
         ['weapon "mortar" has both a price and a ruling for unpriced weapons']),
        (Weapon, "rifle", {"fire-0-needs": "4 5 6"},
         ['weapon "rifle": fire[0] has too many numbers (3) for its range bands (2)']),
        (Weapon, "rifle", {"covering": "1 1"},
         ['weapon "rifle": covering has too many numbers (2) for its range bands (1)']),
        (VehicleType, "truck", {"saves-0-needs": "4"},
         ['vehicle "truck": saves[0] needs as many numbers (1) as there are save columns (2)']),
        (HandbookTable, "spotting", {"rows-0-about": "{}"},
         ['table "spotting": rows[0] has no subjects: "everyone", or some IDs']),
        (HandbookTable, "spotting", {"rows-0-about": "", "rows-1-cells": '[["modifier", "dug-out", "hit"]]'},
         ['table "spotting": rows[0] has no subjects: "everyone", or some IDs',
          'table "spotting": rows[1].cells[0]: the odds have no number "modifier dug-out hit"']),
        (HandbookTable, "spotting", {"rows-1-about": '{"everyone": true, "kit": ["radio"]}'},
         ['table "spotting": rows[1] applies to everyone, and also names some']),
        (HandbookTable, "spotting", {"rows-0-cells": '["2+", null, "4+"]'},
         ['table "spotting": rows[0] has too many cells (3) for the columns (2)']),
        (HandbookTable, "spotting", {"rows-0-cells": ""},
         ['table "spotting": rows[0] has neither cells nor text']),
        (Extra, "scouts", {"conditions-0-code": "extra-limit"},
         ['extra "scouts" needs the check "extra-limit", which is not among the checks']),
        (Check, "squad-size", {"params": '{"least": "few", "mots": 9}'},
         ['check "squad-size": params.least: this must be 0, 1, 2, …',
          'check "squad-size": params: "most" is missing',
          'check "squad-size": params: unknown field "mots"']),
        (Extra, "scouts", {"list_points": ""},
         ['extra "scouts" has no squad price and list price to compare']),
        (Ruleset, "small", {"leadership": "1:5 5:10"},
         ["leadership: list levels run from 1 to 4, not 5"]),
        (Extra, "flares", {"levels": "1 99"},
         ['extra "flares": list levels run from 1 to 9, not 99']),
        (Weapon, "rifle", {"fire-0-dice": "0"},
         ['weapon "rifle": fire[0].dice: the minimum is 1']),
        (Ruling, "unpriced", {"options-1-DELETE": "on"},
         ['ruling "unpriced": options: at least 2']),
        (HandbookTable, "spotting", {"rows-0-DELETE": "on", "rows-1-DELETE": "on"},
         ['table "spotting": rows: at least 1']),
    ],
)  # fmt: skip
def test_rules_that_contradict_themselves(
    table: type[Model],
    name: str,
    changes: dict[str, str],
    sentences: list[str],
    organiser: Client,
    rules: Catalogue,
) -> None:
    [page] = refused(organiser, row_of(table, name), changes, "en")
    assert sorted(reasons(page)) == sorted(sentences)  # PostgreSQL keeps the keys of JSON in its own order
    assert list(page.context_data["adminform"].form.errors) == ["__all__"]
    assert current() == rules


@pytest.mark.parametrize(
    ("table", "name", "changes", "english", "italian"),
    [
        (TroopClass, "line", {"stats": '{"morale": "high"}'},
         "stats.morale: this must be 0, 1, 2, … / {…}",
         "stats.morale: qui ci va 0, 1, 2, … / {…}"),
        (TroopClass, "line", {"stats": "[]"},
         "stats: this must be {…}",
         "stats: qui ci va {…}"),
        (TroopClass, "line", {"stats": '{"morale": {"value": 3}}'},
         'stats.morale: "note" is missing',
         'stats.morale: manca "note"'),
        (TroopClass, "line", {"stats": '{"morale": {"value": 3, "note": {"it": "di giorno"}}}'},
         "stats.morale.note has no English text",
         "stats.morale.note: manca il testo inglese"),
        (Weapon, "mortar", {"points_under": '{"unpriced": {"as-9": "nine"}}'},
         "points_under.unpriced.as-9: this must be 0, 1, 2, …",
         "points_under.unpriced.as-9: qui ci va 0, 1, 2, …"),
        (HandbookTable, "spotting", {"rows-0-about": '{"everybody": true}'},
         'about: unknown field "everybody"; did you mean "everyone"?',
         'about: campo sconosciuto "everybody"; forse "everyone"?'),
        (HandbookTable, "spotting", {"rows-0-about": '{"classes": "line"}'},
         "about.classes: this must be […]",
         "about.classes: qui ci va […]"),
        (HandbookTable, "spotting", {"rows-0-cells": '["2+", true]'},
         "cells[1]: this must be 0, 1, 2, … / “…” / […] / {…} / null",
         "cells[1]: qui ci va 0, 1, 2, … / “…” / […] / {…} / null"),
    ],
)  # fmt: skip
def test_json_of_another_shape(
    table: type[Model],
    name: str,
    changes: dict[str, str],
    english: str,
    italian: str,
    organiser: Client,
    rules: Catalogue,
) -> None:
    """The error appears next to its field."""
    pages = refused(organiser, row_of(table, name), changes, "en", "it")
    for page, sentence in zip(pages, (english, italian), strict=True):
        forms = [page.context_data["adminform"].form]
        forms += [form for inline in page.context_data["inline_admin_formsets"] for form in inline.formset.forms]
        assert [list(errors) for form in forms for errors in form.errors.values()] == [[sentence]]
    assert current() == rules


@pytest.mark.parametrize(
    ("table", "sentences"),
    [
        (Format, ["a ruleset needs at least one format"]),
        (Preset,
         ['ready-made squad "patrol": figures[0].preset: preset "doc" is unknown',
          'ready-made squad "patrol": figures[1].preset: preset "doc" is unknown',
          "a ruleset needs at least one preset"]),
        (Side,
         ['class "line": side: side "red" is unknown', 'extra "scouts": conditions[0].any_of: side "red" is unknown']),
    ],
)  # fmt: skip
def test_entries_in_use_are_not_removed(
    table: type[Model], sentences: list[str], organiser: Client, rules: Catalogue
) -> None:
    gone = address(table, "delete", table._default_manager.get().pk)
    response = organiser.post(gone, {"post": "yes"}, headers={"Accept-Language": "en"})
    assert said(response) == sentences
    assert current() == rules


# What no form accepts


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("roles", 0, "flat_under"), ["medic"],
         'role "medic": flat_under: exactly 2'),
        (("roles", 0, "flat_under"), ["medic", "flat", "on-top"],
         'role "medic": flat_under: exactly 2'),
        (("sides", 0, "id"), "r" * 61,
         f'side "{"r" * 61}": id: at most 60 characters'),
        (("kit", 0, "id"), "Radio",
         'kit "Radio": id: an ID is lower-case letters and digits, with single hyphens between them'),
        (("checks", 0, "severity"), "awful",
         'check "empty": severity: "awful" is not allowed: error, info, warning'),
        (("checks", 0, "severity"), 3,
         'check "empty": severity: "3" is not allowed: error, info, warning'),
        (("weapons", 1, "fire", 0, "mode"), 3,
         'weapon "mortar": fire[0].mode: this must be {…} / null'),
        (("procedures",), {"covering_most": "few"},
         "procedures.covering_most: this must be 0, 1, 2, … / null"),
        (("order",), None, "order: this must be 0, 1, 2, …"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form(path: tuple[Any, ...], value: Any, sentence: str) -> None:
    ruleset = holder = msgspec.json.decode(msgspec.json.encode(small()))
    for key in ("leadership", "level_points"):  # JSON keys cannot be numbers
        for holding in (ruleset, *ruleset["extras"]):
            holding.pop(key, None)
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    assert told(ruleset, Catalogue) == [sentence]


def test_a_value_that_msgspec_refuses_for_what_a_schema_cannot_say() -> None:
    """`bytes` are text in JSON, and the schema does not say that it is base64."""
    assert told("not base64", bytes) == ["the ruleset is in the wrong format"]


def told(value: Any, expected: type[Any]) -> list[str]:
    with override("en"), pytest.raises(ShapeError) as refusal:
        convert(value, expected, ruleset=value)
    return [reason for _path, reason in refusal.value.found]


def test_an_id_twice() -> None:
    ruleset = small()
    with override("en"):
        found = contradictions(replace(ruleset, kit=ruleset.kit * 2))
    assert found == [(("kit", 1), 'kit "radio" appears twice')]
