"""Why the admin refuses odds: each error has its line and field, in both languages."""

from typing import Any

import pytest
from django.db.models import Model
from django.test import Client

from rules.core.catalogue.catalogue import Catalogue
from rules.models import Extra, Ruleset, TroopClass, VehicleType, Weapon
from tests.rules.organiser import address, current, form_of, said, unrendered


def refused(organiser: Client, **changes: str) -> list[dict[str, list[str]]]:
    """The errors of the form for the small ruleset, in English and Italian."""
    row = Ruleset.objects.get(pk="small")
    sent, form = form_of(organiser, row) | changes, address(Ruleset, "change", row.pk)
    found = []
    for language in ("en", "it"):
        with unrendered():
            page: Any = organiser.post(form, sent, headers={"Accept-Language": language})
        errors = page.context_data["adminform"].form.errors
        found.append({name: list(each) for name, each in errors.items()})
    return found


@pytest.mark.parametrize(
    ("old", "new", "english", "italian"),
    [
        ("{id: luck, at_least: 5}", "{id: luck, at_least: five}",
         ["Line 6: odds.situations[0].effects[1].gate.at_least: this must be 0, 1, 2, … / null"],
         ["Riga 6: odds.situations[0].effects[1].gate.at_least: qui ci va 0, 1, 2, … / null"]),
        ("{id: luck, at_least: 5}", "{at_most: 3}",
         ['Line 6: odds.situations[0].effects[1].gate: "id" is missing'],
         ['Riga 6: odds.situations[0].effects[1].gate: manca "id"']),
        ("{id: class, source: §3, effects", "{id: class, sauce: §3, effects",
         ['Line 2: odds.standing[0] has no citation',
          'Line 2: odds.standing[0]: unknown field "sauce"; did you mean "source"?'],
         ['Riga 2: odds.standing[0]: campo sconosciuto "sauce"; forse "source"?',
          "Riga 2: odds.standing[0]: manca il paragrafo"]),
        ("name: {it: Trincerato, en: Dug in}", "name: {it: Trincerato}",
         ["Line 4: odds.situations[0].name has no English text"],
         ["Riga 4: odds.situations[0].name: manca il testo inglese"]),
        ("covering: {dice: 2", "covering: {dice: 2}}",
         ["Line 66: did not find expected key"],
         ["Riga 66: did not find expected key"]),
        ("covering: {dice: 2", "saves: {dice: 2",
         ['Line 66: "saves" appears twice, first on line 31'],
         ['Riga 66: "saves" appears twice, first on line 31']),
        # Names in the odds are looked up in the other tables of the ruleset.
        ("weapons: [mortar, rifle]", "weapons: [mortar, riffle]",
         ['Line 5: odds.situations[0].effects[0].weapons: weapon "riffle" is unknown'],
         ["Riga 5: odds.situations[0].effects[0].weapons: arma «riffle» non esiste"]),
        ("{line: 5}", "{line: 5, foot: 4}",
         ['Line 76: odds.rolls[0].class_numbers.foot: class "foot" is unknown'],
         ["Riga 76: odds.rolls[0].class_numbers.foot: classe «foot» non esiste"]),
        ("role: medic", "role: cook",
         ['Line 82: odds.profile.crew.role: role "cook" is unknown'],
         ["Riga 82: odds.profile.crew.role: ruolo di una figura «cook» non esiste"]),
        ("vehicles: [truck]", "vehicles: [lorry]",
         ['Line 8: odds.weapons[0].vehicles: vehicle "lorry" is unknown'],
         ["Riga 8: odds.weapons[0].vehicles: veicolo «lorry» non esiste"]),
        ("extras: [flares]", "extras: [flare]",
         ['Line 10: odds.borrowed[0].about.extras: extra "flare" is unknown'],
         ["Riga 10: odds.borrowed[0].about.extras: extra «flare» non esiste"]),
        ("{roll: hit, chance: 1}", "{roll: hot, chance: 1}",
         ['Line 30: odds.fire.short.roll: roll "hot" is unknown'],
         ["Riga 30: odds.fire.short.roll: tiro «hot» non esiste"]),
    ],
)  # fmt: skip
def test_wrong_odds_are_refused_beside_their_field(
    old: str, new: str, english: list[str], italian: list[str], organiser: Client, rules: Catalogue
) -> None:
    odds = Ruleset.objects.get(pk="small").odds
    assert odds.count(old) == 1
    assert refused(organiser, odds=odds.replace(old, new)) == [{"odds": english}, {"odds": italian}]
    assert Ruleset.objects.get(pk="small").odds == odds
    assert current() == rules


def test_errors_of_odds_and_of_other_fields_are_told_together(organiser: Client, rules: Catalogue) -> None:
    odds = Ruleset.objects.get(pk="small").odds.replace("cover: dug-in", "cover: dug-out")
    assert refused(organiser, odds=odds, leadership="1:5 5:10") == [
        {
            "__all__": ["leadership: list levels run from 1 to 4, not 5"],
            "odds": ['Line 79: odds.profile.cover: situation "dug-out" is unknown'],
        },
        {
            "__all__": ["leadership: in una lista i livelli vanno da 1 a 4, non c’è 5"],
            "odds": ["Riga 79: odds.profile.cover: situazione «dug-out» non esiste"],
        },
    ]


def test_missing_data_of_a_question_are_reported(organiser: Client, rules: Catalogue) -> None:
    asked = "questions: [storming]\n" + Ruleset.objects.get(pk="small").odds
    english, italian = refused(organiser, odds=asked)
    assert english == {"odds": ['Line 1: odds.questions: the question "storming" needs "procedures.storm_defending"']}
    assert italian == {"odds": ["Riga 1: odds.questions: la domanda «storming» vuole «procedures.storm_defending»"]}


@pytest.mark.parametrize(
    ("table", "slug", "english", "italian"),
    [
        (Weapon, "rifle",
         ['Line 5: odds.situations[0].effects[0].weapons: weapon "rifle" is unknown'],
         ["Riga 5: odds.situations[0].effects[0].weapons: arma «rifle» non esiste"]),
        (TroopClass, "line",
         ['Line 76: odds.rolls[0].class_numbers.line: class "line" is unknown'],
         ["Riga 76: odds.rolls[0].class_numbers.line: classe «line» non esiste"]),
        (VehicleType, "truck",
         ['Line 8: odds.weapons[0].vehicles: vehicle "truck" is unknown',
          'Line 37: odds.saves.plain[0].vehicle: vehicle "truck" is unknown'],
         ["Riga 8: odds.weapons[0].vehicles: veicolo «truck» non esiste",
          "Riga 37: odds.saves.plain[0].vehicle: veicolo «truck» non esiste"]),
        (Extra, "flares",
         ['Line 10: odds.borrowed[0].about.extras: extra "flares" is unknown'],
         ["Riga 10: odds.borrowed[0].about.extras: extra «flares» non esiste"]),
    ],
)  # fmt: skip
def test_entries_named_by_odds_are_not_removed(
    table: type[Model],
    slug: str,
    english: list[str],
    italian: list[str],
    organiser: Client,
    rules: Catalogue,
) -> None:
    gone = address(table, "delete", table._default_manager.get(slug=slug).pk)
    for language, sentences in (("en", english), ("it", italian)):
        response = organiser.post(gone, {"post": "yes"}, headers={"Accept-Language": language})
        assert [sentence for sentence in said(response) if ": odds." in sentence] == sentences
        organiser.get(response.headers["Location"])  # it shows the messages, which are then gone
    assert current() == rules
