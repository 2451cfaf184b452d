"""Abbreviations on a sheet explain themselves: characteristics, teams, weapons, codes of classes."""

import itertools
from collections.abc import Iterator

import pytest
from django.urls import reverse
from lxml import html

from armybuilder.lists.builder.context import abbreviations
from armybuilder.lists.templatetags.builder import explained, explained_of
from rules.core.catalogue.building import Preset, ReadySquad
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import abbreviations_in
from rules.core.document.roster import Figure, Squad
from rules.core.text import Language
from tests.core.documents import LIBRARY
from tests.lists.builder import Builder
from tests.lists.sheets import a_roster, sheet_of

SQUAD = Squad(name="", class_="veteran", figures=(Figure(weapons=("lmg", "pistol"), team="B"),))


@pytest.mark.parametrize(
    ("ruleset", "language", "meant"),
    [
        ("bn", "it", {
            "I/M": "Iniziativa e morale", "Avv": "Avvistamento", "Fuo": "Fuoco", "Cop": "Fuoco di copertura",
            "CaC": "Corpo a corpo", "Sal": "Tiro salvezza", "Sop": "Soppressione", "A, B…": "Team",
            "SMG": "pistola mitragliatrice", "RPG": "lanciarazzi anticarro portatile",
            "LMG": "mitragliatrice leggera", "MMG": "mitragliatrice media", "HMG": "mitragliatrice pesante",
            "AFV": "veicolo corazzato da combattimento", "AT": "anticarro", "IED": "ordigno esplosivo improvvisato",
            "MSU": "unità specializzata multinazionale (carabinieri)",
            "R1": "Forze speciali", "R2": "Reparti d’Elite", "R3": "Veterani", "R4": "Addestrati", "R5": "Reclute",
            "Irr1": "Mercenari, commando terrorista, milizie veterane", "Irr2": "Fanatici", "Irr3": "Miliziani",
        }),
        ("rth-en", "en", {
            "I/M": "Initiative and morale", "Cov": "Covering fire", "Mel": "Melee", "Sav": "Saving throw",
            "Sup": "Suppression", "A, B…": "Team", "SMG": "submachine gun",
            "Portable AT (bazooka, PIAT)": "portable anti-tank weapon", "LMG": "light machine gun",
            "MMG": "medium machine gun", "HMG": "heavy machine gun", "Heavy AT": "heavy anti-tank weapon",
            "AT": "anti-tank", "BAR": "Browning automatic rifle",
            "PIAT": "projector, infantry, anti-tank (British)",
        }),
        ("bi", "it", {
            "Qua": "Qualità", "Csq": "Comando di un caposquadra, cm", "Csz": "Comando di un caposezione, cm",
            "A, B…": "Sezione", "SAW": "arma automatica di squadra", "Lanciarazzi LAW": "lanciarazzi leggero",
            "Lanciarazzi RPG": "lanciarazzi anticarro", "AT": "controcarro", "HE": "esplosivo",
        }),
    ],
)  # fmt: skip
def test_each_game_has_its_own(ruleset: str, language: Language, meant: dict[str, str]) -> None:
    found = sheet_of(a_roster(ruleset=ruleset), language).abbreviations
    assert {item.short: item.in_full for item in found} == meant


@pytest.mark.parametrize(
    ("ruleset", "team", "short"), [("bn", "Team B", [True, False]), ("bi", "Sezione B", [False, False])]
)
def test_the_row_says_which_it_has(ruleset: str, team: str, short: list[bool]) -> None:
    (row,) = sheet_of(a_roster(SQUAD, ruleset=ruleset), "it").squads[0].rows
    assert (row.team, row.team_name) == ("B", team)
    assert [chip.is_short for chip in row.gear if chip.text != "veteran"] == short


def shown_names(catalogue: Catalogue, language: Language) -> Iterator[str]:
    """Return all names in the builder."""
    entries = (catalogue.classes, catalogue.weapons, catalogue.vehicles, catalogue.extras, catalogue.roles)
    for item in itertools.chain(*entries, catalogue.kit, catalogue.traits, catalogue.formats):
        yield item.name.to(language)
    for offer in itertools.chain[Preset | ReadySquad](catalogue.presets, catalogue.ready_squads):
        yield offer.name.to(language)
        yield offer.note.to(language) if offer.note else ""
    for weapon in catalogue.weapons:
        yield from (row.mode.to(language) for row in weapon.fire if row.mode)


@pytest.mark.parametrize("language", ["it", "en"])
def test_whatever_stands_short_is_explained(language: Language) -> None:
    unexplained = {
        (catalogue.id, word)
        for catalogue in LIBRARY.catalogues.values()
        for name in shown_names(catalogue, language)
        for word in abbreviations_in(name)
        if not any(word in abbreviations_in(item.short) for item in abbreviations(catalogue, language))
    }
    assert unexplained == set()


def test_the_short_words_of_a_name_are_to_be_tapped() -> None:
    button = '<button class="plain" popovertarget="abbr">IED</button>'
    assert explained("IED a distanza") == f"{button} a distanza"
    assert explained("<b>Remote</b> IED, 2") == f"&lt;b&gt;Remote&lt;/b&gt; {button}, 2"
    assert explained("Ambush") == "Ambush"


def test_of_a_name_that_someone_gave_those_of_the_game_are() -> None:
    known = abbreviations(LIBRARY.catalogues["bn"], "it")
    button = '<button type="button" class="plain" popovertarget="abbr">LMG</button>'
    assert explained_of("SGT ROSSI, LMG", known) == f"SGT ROSSI, {button}"


ARMED = {"count": "2", "class": "", "weapons": ["lmg"], "leadership": "0"}


@pytest.mark.usefixtures("loaded_rules")
def test_each_page_that_names_things_explains_what_stands_short(page: Builder) -> None:
    """Names inside links and buttons have a button of their own; elsewhere the name itself is the target."""
    page.post(f"rows/{page.alpha.figures[1].id}/", ARMED)
    page.post(f"squads/{page.bravo.id}/remove/")
    compared = f"{reverse('sharing:compare')}?a={page.pk}.1&b={page.pk}"
    pages = {query: page.get(query) for query in ("pair/", "history/", "ready/", "complete/", "history/1/")}
    pages["compare"] = page.client.get(compared)
    pages["import"] = page.client.post(reverse("lists:import"), {"text": "Alpini, BN attacker\n1 LMG gunner, lmg"})
    pages["open row"] = page.get(f"?edit={page.alpha.figures[1].id}")
    for name, response in pages.items():
        shown = html.fromstring(response.content.decode())
        taps = shown.xpath("//*[@popovertarget='abbr' and not(ancestor::*[@id='abbr'])]")
        would_send = [tap for tap in taps if tap.get("type") != "button" and any(tap.iterancestors("form"))]
        explains = len(shown.xpath("//*[@id='abbr']"))
        assert (name, response.status_code, explains, bool(taps), would_send) == (name, 200, 1, True, [])
