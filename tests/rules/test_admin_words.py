"""Reasons for refusals in the admin, in both languages and with the labels of its forms."""

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
from rules.admin.words import ADMIN
from rules.core.catalogue.catalogue import Catalogue
from rules.loading.contradictions import contradictions
from rules.loading.reasons import Reason, ShapeError, convert
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


def refused(organiser: Client, row: Model, changes: dict[str, str]) -> list[Any]:
    """The answers to a form in English and Italian: the rules are only read for the first."""
    sent, form = form_of(organiser, row) | changes, address(type(row), "change", row.pk)
    with unrendered(), patch.object(versions, "build_catalogue", cache(build_catalogue)):
        return [
            organiser.post(form, sent, headers={"Accept-Language": language}) for language in ("en", "it")
        ]


@pytest.mark.parametrize(
    ("table", "name", "changes", "english", "italian"),
    [
        (Weapon, "rifle", {"reading_en": "Once."},
         ['weapon "rifle", "Our reading" has no Italian text'],
         ["arma «rifle», «La nostra lettura»: manca il testo italiano"]),
        (Weapon, "mortar", {"fire-0-mode_en": ""},
         ['weapon "mortar", fire mode 1, "Fire mode" has no English text'],
         ["arma «mortar», modo di fuoco 1, «Modo di fuoco»: manca il testo inglese"]),
        (HandbookTable, "spotting", {"rows-1-cells": '[{"it": "sempre", "en": " "}, 3]'},
         ['handbook table "spotting", row 2, "Cells", value 1 has no English text'],
         ["tabella del manuale «spotting», riga 2, «Celle», valore 1: manca il testo inglese"]),
        (Ruleset, "small", {"leadership_source": ""},
         ['"Leadership paragraph" has no citation'],
         ["«Paragrafo della leadership»: manca il paragrafo"]),
        (TroopClass, "line", {"side": "blue"},
         ['troop class "line", "Side": side "blue" is unknown'],
         ["classe «line», «Fazione»: fazione «blue» non esiste"]),
        (TroopClass, "line", {"stats": '{"morale": {"value": 3, "note": {"it": "", "en": "by day"}}}'},
         ['troop class "line", "Characteristics", "morale", "note" has no Italian text'],
         ["classe «line», «Caratteristiche», «morale», «note»: manca il testo italiano"]),
        (VehicleType, "truck", {"mounts": "mortar cannon"},
         ['vehicle "truck", "May buy": weapon "cannon" is unknown'],
         ["veicolo «truck», «Può comprare»: arma «cannon» non esiste"]),
        (Extra, "scouts", {"conditions-0-any_of": "blue"},
         ['extra "scouts", condition 1, "One of": side "blue" is unknown'],
         ["extra «scouts», condizione 1, «Uno di questi»: fazione «blue» non esiste"]),
        (Extra, "flares", {"once_under_option": "as-8"},
         ['extra "flares", "Paid once under this ruling": answer "unpriced/as-8" is unknown'],
         ["extra «flares», «Si paga una volta sola con questa interpretazione»: risposta «unpriced/as-8» non esiste"]),
        (Preset, "doc", {"leadership": "3"},
         ['quick-add figure "doc", "Leadership": leadership level "3" is unknown'],
         ["figura pronta «doc», «Leadership»: livello di leadership «3» non esiste"]),
        (HandbookTable, "spotting", {"rows-1-about": '{"traits": ["robust"], "kit": ["tent"]}'},
         ['handbook table "spotting", row 2, "Applies to", "kit": piece of kit "tent" is unknown',
          'handbook table "spotting", row 2, "Applies to", "traits": trait "robust" is unknown'],
         ["tabella del manuale «spotting», riga 2, «Riguarda», «kit»: pezzo di equipaggiamento «tent» non esiste",
          "tabella del manuale «spotting», riga 2, «Riguarda», «traits»: tratto «robust» non esiste"]),
        (Weapon, "mortar", {"points_under": '{"priced": {"as-9": 9}}'},
         ['weapon "mortar", "Points under rulings", "priced": ruling "priced" is unknown'],
         ["arma «mortar», «Punti secondo le interpretazioni», «priced»: interpretazione «priced» non esiste"]),
        (Weapon, "mortar", {"points": "3"},
         ['weapon "mortar" has both a price and a ruling for unpriced weapons'],
         ["arma «mortar»: ha un prezzo, e anche un’interpretazione per le armi senza prezzo"]),
        (Weapon, "rifle", {"fire-0-needs": "4 5 6"},
         ['weapon "rifle", fire mode 1 has too many numbers (3) for its range bands (2)'],
         ["arma «rifle», modo di fuoco 1: troppi numeri (3) per le fasce di distanza (2)"]),
        (Weapon, "rifle", {"covering": "1 1"},
         ['weapon "rifle", "Covering fire, by band" has too many numbers (2) for its range bands (1)'],
         ["arma «rifle», «Fuoco di copertura, per fascia»: troppi numeri (2) per le fasce di distanza (1)"]),
        (VehicleType, "truck", {"saves-0-needs": "4"},
         ['vehicle "truck", save row 1 needs as many numbers (1) as there are save columns (2)'],
         ["veicolo «truck», riga di tiri salvezza 1: servono tanti numeri (1) quante colonne dei tiri salvezza (2)"]),
        (HandbookTable, "spotting", {"rows-0-about": "{}"},
         ['handbook table "spotting", row 1 has no subjects: "everyone", or some IDs'],
         ["tabella del manuale «spotting», riga 1: non dice chi riguarda, «everyone» oppure degli identificativi"]),
        (HandbookTable, "spotting", {"rows-0-about": "", "rows-1-cells": '[["modifier", "dug-out", "hit"]]'},
         ['handbook table "spotting", row 1 has no subjects: "everyone", or some IDs',
          'handbook table "spotting", row 2, "Cells", value 1: the odds have no number "modifier dug-out hit"'],
         ["tabella del manuale «spotting», riga 1: non dice chi riguarda, «everyone» oppure degli identificativi",
          "tabella del manuale «spotting», riga 2, «Celle», valore 1: le probabilità non hanno il numero "
          "«modifier dug-out hit»"]),
        (HandbookTable, "spotting", {"rows-1-about": '{"everyone": true, "kit": ["radio"]}'},
         ['handbook table "spotting", row 2 applies to everyone, and also names some'],
         ["tabella del manuale «spotting», riga 2: riguarda tutti, «everyone», e in più nomina qualcuno"]),
        (HandbookTable, "spotting", {"rows-0-cells": '["2+", null, "4+"]'},
         ['handbook table "spotting", row 1 has too many cells (3) for the columns (2)'],
         ["tabella del manuale «spotting», riga 1: troppe celle (3) per le colonne (2)"]),
        (HandbookTable, "spotting", {"rows-0-cells": ""},
         ['handbook table "spotting", row 1 has neither cells nor text'],
         ["tabella del manuale «spotting», riga 1: non ha né celle né testo"]),
        (Extra, "scouts", {"conditions-0-code": "extra-limit"},
         ['extra "scouts" needs the check "extra-limit", which is not among the checks'],
         ["extra «scouts»: richiede il controllo «extra-limit», che tra i controlli non c’è"]),
        (Check, "squad-size", {"params": '{"least": "few", "mots": 9}'},
         ['check "squad-size", "What is passed to the check": "most" is missing',
          'check "squad-size", "What is passed to the check", "least": this must be 0, 1, 2, …',
          'check "squad-size", "What is passed to the check": unknown field "mots"'],
         ['controllo «squad-size», «Che cosa si dice al controllo»: manca "most"',
          "controllo «squad-size», «Che cosa si dice al controllo», «least»: qui ci va 0, 1, 2, …",
          'controllo «squad-size», «Che cosa si dice al controllo»: campo sconosciuto "mots"']),
        (Extra, "scouts", {"list_points": ""},
         ['extra "scouts" has no squad price and list price to compare'],
         ["extra «scouts»: non ha due prezzi, per la squadra e per la lista, da confrontare"]),
        (Ruleset, "small", {"leadership": "1:5 5:10"},
         ['"Leadership": list levels run from 1 to 4, not 5'],
         ["«Leadership»: in una lista i livelli vanno da 1 a 4, non c’è 5"]),
        (Extra, "flares", {"levels": "1 99"},
         ['extra "flares": list levels run from 1 to 9, not 99'],
         ["extra «flares»: in una lista i livelli vanno da 1 a 9, non c’è 99"]),
        (Weapon, "rifle", {"fire-0-dice": "0"},
         ['weapon "rifle", fire mode 1, "Dice": the minimum is 1'],
         ["arma «rifle», modo di fuoco 1, «Dadi»: il minimo è 1"]),
        (Ruling, "unpriced", {"options-1-DELETE": "on"},
         ['ruling "unpriced", "answers": at least 2'],
         ["interpretazione «unpriced», «risposte»: almeno 2"]),
        (HandbookTable, "spotting", {"rows-0-DELETE": "on", "rows-1-DELETE": "on"},
         ['handbook table "spotting", "rows": at least 1'],
         ["tabella del manuale «spotting», «righe»: almeno 1"]),
    ],
)  # fmt: skip
def test_rules_that_contradict_themselves(
    table: type[Model],
    name: str,
    changes: dict[str, str],
    english: list[str],
    italian: list[str],
    organiser: Client,
    rules: Catalogue,
) -> None:
    pages = refused(organiser, row_of(table, name), changes)
    for page, sentences in zip(pages, (english, italian), strict=True):
        assert sorted(reasons(page)) == sorted(
            sentences
        )  # PostgreSQL keeps the keys of JSON in its own order
        assert list(page.context_data["adminform"].form.errors) == ["__all__"]
    assert current() == rules


@pytest.mark.parametrize(
    ("table", "name", "changes", "english", "italian"),
    [
        (TroopClass, "line", {"stats": '{"morale": "high"}'},
         '"Characteristics", "morale": this must be 0, 1, 2, … / {…}',
         "«Caratteristiche», «morale»: qui ci va 0, 1, 2, … / {…}"),
        (TroopClass, "line", {"stats": "[]"},
         '"Characteristics": this must be {…}',
         "«Caratteristiche»: qui ci va {…}"),
        (TroopClass, "line", {"stats": '{"morale": {"value": 3}}'},
         '"Characteristics", "morale": "note" is missing',
         '«Caratteristiche», «morale»: manca "note"'),
        (TroopClass, "line", {"stats": '{"morale": {"value": 3, "note": {"it": "di giorno"}}}'},
         '"Characteristics", "morale", "note" has no English text',
         "«Caratteristiche», «morale», «note»: manca il testo inglese"),
        (Weapon, "mortar", {"points_under": '{"unpriced": {"as-9": "nine"}}'},
         '"Points under rulings", "unpriced", "as-9": this must be 0, 1, 2, …',
         "«Punti secondo le interpretazioni», «unpriced», «as-9»: qui ci va 0, 1, 2, …"),
        (HandbookTable, "spotting", {"rows-0-about": '{"everybody": true}'},
         '"Applies to": unknown field "everybody"; did you mean "everyone"?',
         '«Riguarda»: campo sconosciuto "everybody"; forse "everyone"?'),
        (HandbookTable, "spotting", {"rows-0-about": '{"classes": "line"}'},
         '"Applies to", "classes": this must be […]',
         "«Riguarda», «classes»: qui ci va […]"),
        (HandbookTable, "spotting", {"rows-0-cells": '["2+", true]'},
         '"Cells", value 2: this must be 0, 1, 2, … / “…” / […] / {…} / null',
         "«Celle», valore 2: qui ci va 0, 1, 2, … / “…” / […] / {…} / null"),
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
    pages = refused(organiser, row_of(table, name), changes)
    for page, sentence in zip(pages, (english, italian), strict=True):
        forms = [page.context_data["adminform"].form]
        forms += [
            form for inline in page.context_data["inline_admin_formsets"] for form in inline.formset.forms
        ]
        assert [list(errors) for form in forms for errors in form.errors.values()] == [[sentence]]
    assert current() == rules


@pytest.mark.parametrize(
    ("table", "english", "italian"),
    [
        (Format, ["a ruleset needs at least one role of a list"],
         ["ruolo di una lista: un regolamento ne ha almeno 1"]),
        (Preset,
         ['ready-made squad "patrol", figures 1, "Quick-add figure": quick-add figure "doc" is unknown',
          'ready-made squad "patrol", figures 2, "Quick-add figure": quick-add figure "doc" is unknown',
          "a ruleset needs at least one quick-add figure"],
         ["squadra pronta «patrol», figure 1, «Figura pronta»: figura pronta «doc» non esiste",
          "squadra pronta «patrol», figure 2, «Figura pronta»: figura pronta «doc» non esiste",
          "figura pronta: un regolamento ne ha almeno 1"]),
        (Side,
         ['troop class "line", "Side": side "red" is unknown',
          'extra "scouts", condition 1, "One of": side "red" is unknown'],
         ["classe «line», «Fazione»: fazione «red» non esiste",
          "extra «scouts», condizione 1, «Uno di questi»: fazione «red» non esiste"]),
    ],
)  # fmt: skip
def test_entries_in_use_are_not_removed(
    table: type[Model], english: list[str], italian: list[str], organiser: Client, rules: Catalogue
) -> None:
    gone = address(table, "delete", table._default_manager.get().pk)
    for language, sentences in (("en", english), ("it", italian)):
        response = organiser.post(gone, {"post": "yes"}, headers={"Accept-Language": language})
        assert said(response) == sentences
        organiser.get(response.headers["Location"])  # it shows the messages, which are then gone
    assert current() == rules


# What no form accepts


def both(reason: Reason) -> tuple[str, str]:
    with override("en"):
        english = reason.said(ADMIN)
    with override("it"):
        return english, reason.said(ADMIN)


@pytest.mark.parametrize(
    ("path", "value", "english", "italian"),
    [
        (("roles", 0, "flat_under"), ["medic"],
         'role of a figure "medic", "Full price of the man under this ruling": exactly 2',
         "ruolo di una figura «medic», «Prezzo intero dell’uomo con questa interpretazione»: esattamente 2"),
        (("roles", 0, "flat_under"), ["medic", "flat", "on-top"],
         'role of a figure "medic", "Full price of the man under this ruling": exactly 2',
         "ruolo di una figura «medic», «Prezzo intero dell’uomo con questa interpretazione»: esattamente 2"),
        (("sides", 0, "id"), "r" * 61,
         f'side "{"r" * 61}", "Id": at most 60 characters',
         f"fazione «{'r' * 61}», «Identificativo»: al massimo 60 caratteri"),
        (("kit", 0, "id"), "Radio",
         'piece of kit "Radio", "Id": an ID is lower-case letters and digits, with single hyphens between them',
         "pezzo di equipaggiamento «Radio», «Identificativo»: un identificativo ha solo lettere minuscole e cifre, "
         "con al massimo un trattino fra l’una e l’altra"),
        (("sides", 0, "source"), "", 'side "red" has no citation', "fazione «red»: manca il paragrafo"),
        (("checks", 0, "severity"), "awful",
         'check "empty", "Severity": "awful" is not allowed: error, info, warning',
         'controllo «empty», «Gravità»: "awful" non va: error, info, warning'),
        (("checks", 0, "severity"), 3,
         'check "empty", "Severity": "3" is not allowed: error, info, warning',
         'controllo «empty», «Gravità»: "3" non va: error, info, warning'),
        (("weapons", 1, "fire", 0, "mode"), 3,
         'weapon "mortar", fire mode 1, "Fire mode": this must be {…} / null',
         "arma «mortar», modo di fuoco 1, «Modo di fuoco»: qui ci va {…} / null"),
        (("procedures",), {"covering_most": "few"},
         '"procedures", "covering_most": this must be 0, 1, 2, … / null',
         "«procedures», «covering_most»: qui ci va 0, 1, 2, … / null"),
        (("order",), None, '"Place": this must be 0, 1, 2, …', "«Posto»: qui ci va 0, 1, 2, …"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form(path: tuple[Any, ...], value: Any, english: str, italian: str) -> None:
    ruleset = holder = msgspec.json.decode(msgspec.json.encode(small()))
    for key in ("leadership", "level_points"):  # JSON keys cannot be numbers
        for holding in (ruleset, *ruleset["extras"]):
            holding.pop(key, None)
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    assert told(ruleset, Catalogue) == [(english, italian)]


def test_a_value_that_msgspec_refuses_for_what_a_schema_cannot_say() -> None:
    """`bytes` are text in JSON, and the schema does not say that it is base64."""
    assert told("not base64", bytes) == [
        ("the ruleset is in the wrong format", "il regolamento: non è nella forma giusta")
    ]


def told(value: Any, expected: type[Any]) -> list[tuple[str, str]]:
    with pytest.raises(ShapeError) as refusal:
        convert(value, expected, ruleset=value)
    return [both(reason) for _path, reason in refusal.value.found]


def test_an_id_twice() -> None:
    ruleset = small()
    ((_path, reason),) = contradictions(replace(ruleset, kit=ruleset.kit * 2))
    assert both(reason) == (
        'piece of kit "radio" appears twice',
        "pezzo di equipaggiamento «radio»: c’è due volte",
    )
