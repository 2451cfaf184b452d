"""Search in the rules: results and their order."""

import pytest
from django.utils.translation import override

from rules.core.catalogue.catalogue import Catalogue
from rules.reference.index import Index, build_index
from rules.reference.page import build_reference
from rules.reference.parts import ShortAnswer
from rules.reference.search import MOST, NOTHING, Hit, Results, SearchAnswer, search
from tests.rules.small import shipped, small

RULESETS = ["rth-it", "rth-en", "bn", "bi", "ludonet"]


@pytest.fixture(scope="module")
def indexes() -> dict[str, Index]:
    return {ruleset: build_index(shipped(ruleset)) for ruleset in RULESETS}


def results(catalogue: Catalogue, query: str) -> Results:
    """What a query finds in one ruleset."""
    return search([build_index(catalogue)], query).results[0]


def all_hits(results: Results) -> list[Hit]:
    return [*results.answers, *results.others]


def anchors(catalogue: Catalogue, query: str) -> list[str]:
    """Where the results are."""
    return [hit.entry.anchor for hit in all_hits(results(catalogue, query))]


def asked(indexes: dict[str, Index], query: str) -> SearchAnswer:
    """What a query finds in all rulesets."""
    return search(list(indexes.values()), query)


def answers(indexes: dict[str, Index], query: str) -> dict[str, list[str]]:
    """The anchors of the results of a query, by ruleset."""
    found = zip(indexes, asked(indexes, query).results, strict=True)
    return {ruleset: [hit.entry.anchor for hit in one.answers] for ruleset, one in found if one != NOTHING}


# One ruleset


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        ("mortar", "weapons-mortar"),
        ("MORTAIO", "weapons-mortar"),
        ("mort", "weapons-mortar"),
        ("camion", "vehicles-truck"),
        ("esplor", "extras-scouts"),
        ("in the open", "handbook-spotting-in-the-open"),
        ("all'aperto", "handbook-spotting-in-the-open"),
    ],
)
def test_an_entry_is_found_by_the_beginning_of_its_words_in_either_language(query: str, anchor: str) -> None:
    assert anchors(small(), query)[0] == anchor


@pytest.mark.parametrize("query", ["rtar", "xyz", "", "   ", "§", "?!"])
def test_searches_without_a_result(query: str) -> None:
    assert search([build_index(small())], query) == SearchAnswer([NOTHING], [], False)


def test_all_words_are_wanted() -> None:
    assert anchors(small(), "truck radio") == ["handbook-spotting-from-the-truck"]


def test_where_nothing_has_all_words_what_has_the_most_is_found() -> None:
    answered = search([build_index(small())], "rifle from the truck xyz")
    assert answered.is_partial
    assert [hit.entry.anchor for hit in answered.results[0].answers] == ["vehicles-truck"]


@pytest.mark.parametrize("query", ["gun", "schioppo", "LONG GUN", "long-gun", "longgun", "muskets", "schioppi"])
def test_a_nickname_finds_what_it_stands_for(query: str) -> None:
    assert anchors(small(), query)[0] == "weapons-rifle"


def test_results_by_nickname_say_so() -> None:
    assert [hit.nickname for hit in results(small(), "what does a musket cost?").answers] == ["musket"]
    assert [hit.nickname for hit in results(small(), "rifle").answers] == [""]


@pytest.mark.parametrize("query", ["sergente", "SERGEANTS", "Leadership 1"])
def test_levels_of_leadership_are_found(query: str) -> None:
    assert anchors(small(), query)[0] == "leadership-1"


def test_a_ready_made_figure_answers_with_its_price_in_each_class() -> None:
    role, figure = results(small(), "medic").answers
    assert (role.entry.anchor, figure.entry.anchor) == ("roles-medic", "roles-medic")
    assert role.entry.en.answer.facts == ["+4\N{NO-BREAK SPACE}pts"]
    assert figure.entry.en.answer.facts == ["Rifle, Medic", "Leadership 1", "Foot 19\N{NO-BREAK SPACE}pts"]


@pytest.mark.parametrize("query", ["small", "Piccolo"])
def test_a_ruleset_is_found_by_its_name(query: str) -> None:
    assert [hit.entry.it.name for hit in results(small(), query).answers] == ["Piccolo"]


def test_a_question_that_names_a_ruleset_looks_in_that_alone(indexes: dict[str, Index]) -> None:
    assert answers(indexes, "bn: quanto costa un medico?") == {"bn": ["roles-medic", "roles-medic"]}
    assert answers(indexes, "bren, edizione inglese") == {"rth-en": ["weapons-automatic-rifle"]}


def test_names_come_before_names_that_begin_so_and_those_before_whatever_speaks_of_them() -> None:
    tough = small("en: Scouts}", "en: Toughest}")
    assert anchors(tough, "tough") == [
        "traits-squad-tough",
        "traits-vehicle-tough",
        "extras-scouts",
        "extras-flares",  # not with: Toughest
        "handbook-spotting-from-the-truck",  # it is about the tough
        "checks-extra-excludes",
        "checks-extra-requires-reds",
        "checks-cheaper",
    ]


def test_rules_are_found_by_their_subjects() -> None:
    assert "handbook-spotting-from-the-truck" in anchors(small(), "radio")


def test_a_paragraph_finds_what_stands_in_it_and_no_other_paragraph() -> None:
    assert anchors(small(), "§6.1") == ["handbook-spotting-from-the-truck"]
    assert anchors(small("source: §6.1", "source: §16.1"), "§6.1") == []


def test_results_say_where_they_are() -> None:
    found = all_hits(results(small(), "radio"))[-1].entry
    assert (found.source, found.it.name, found.en.name) == ("§6.1", "Dal camion", "From the truck")
    assert (found.it.place, found.en.place) == ("Avvistamento · Avvistare", "Spotting")
    assert found.it.answer == ShortAnswer(["Vicino: sempre", "Lontano: 3"], ["Se va la radio."])
    assert found.en.answer == ShortAnswer(["Near: always", "Far: 3"], ["If the radio works."])


def test_no_more_than_a_page_of_one_ruleset(indexes: dict[str, Index]) -> None:
    found = search([indexes["bn"]], "r").results[0]
    assert len(all_hits(found)) == MOST
    assert found.more > 0


# The shipped rulesets


@pytest.mark.parametrize(
    ("query", "rulesets"),
    [
        ("bren", RULESETS),
        ("cecchino", RULESETS),
        ("sniper", RULESETS),
        ("LMG", RULESETS),
        ("mortaio", RULESETS),
        ("elite", RULESETS),
        ("ambrosia", []),
    ],
)
def test_players_find_what_they_look_for(indexes: dict[str, Index], query: str, rulesets: list[str]) -> None:
    assert sorted(answers(indexes, query)) == sorted(rulesets)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("quanto costa un Bren?", {"rth-it": "weapons-automatic-rifle", "rth-en": "weapons-automatic-rifle"}),
        ("how much is a bren", {"rth-it": "weapons-automatic-rifle", "rth-en": "weapons-automatic-rifle"}),
        ("che gittata ha la MG 42", {"rth-it": "weapons-lmg", "bn": "weapons-mmg", "bi": "weapons-mg"}),
        ("what’s the range of an ak-47", {"bn": "weapons-assault-rifle"}),
        ("sten", {"rth-it": "weapons-smg", "ludonet": "weapons-small-arms"}),
        ("carri armati", {"rth-it": "vehicles-light-armour", "bn": "vehicles-tank", "bi": "vehicles-tank"}),
        ("mortai", {"rth-it": "weapons-light-mortar", "bn": "extras-mortars", "ludonet": "weapons-mortar"}),
        ("mortars", {"rth-it": "weapons-light-mortar", "bn": "extras-mortars", "ludonet": "weapons-mortar"}),
        ("quanto costano i medici", {"rth-it": "roles-medic", "bn": "roles-medic", "bi": "roles-medic"}),
        ("quanto costa un cecchino?", {"rth-it": "weapons-sniper-rifle", "bn": "weapons-sniper-rifle"}),
        ("granate", {"rth-it": "weapons-grenade", "bn": "weapons-grenade", "ludonet": "weapons-grenade"}),
        ("come funziona la soppressione", {"rth-it": "handbook-suppression-who-is-suppressed"}),
        ("morale", {"rth-it": "handbook-morale-when", "ludonet": "handbook-morale-falls-back"}),
        ("imboscate", {"bn": "extras-ambush"}),
        ("paracadutisti", {"rth-it": "classes-elite", "bn": "classes-elite"}),
    ],
)
def test_the_likeliest_result_comes_first(indexes: dict[str, Index], query: str, wanted: dict[str, str]) -> None:
    found = answers(indexes, query)
    assert {ruleset: found[ruleset][0] for ruleset in wanted} == wanted


@pytest.mark.parametrize("query", ["perde metà", "perde la metà degli uomini?", "loses half"])
def test_half_the_losses_are_a_matter_of_morale(indexes: dict[str, Index], query: str) -> None:
    found = asked(indexes, query).results
    places = {hit.entry.en.place.partition(" · ")[0] for one in found for hit in all_hits(one)[:1]}
    assert "Morale" in places


def test_the_answer_has_the_numbers_of_the_catalogue(indexes: dict[str, Index]) -> None:
    bren = asked(indexes, "bren").results[0].answers[0].entry
    fire = ["25/50/100/150 cm: 4 5 6 6", "3 dadi", "copertura 4 3 2 1", "+7\N{NO-BREAK SPACE}pt"]
    assert (bren.it.name, bren.it.answer.facts) == ("Fucile mitragliatore (BAR, Bren)", fire)
    medic = asked(indexes, "medico").results[2].answers[0].entry
    assert medic.it.answer == ShortAnswer(
        ["+10\N{NO-BREAK SPACE}pt"],
        [],
        ["Il medico costa 10 in più, o 10 in tutto? 10 in più, se la lista non dice altro · 10 in tutto."],
    )


# Typing mistakes


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("bazoka", "bazooka"),
        ("bazzooka", "bazooka"),
        ("mefico", "medico"),
        ("mordtaio", "mortaio"),
        ("grnaata", "granata"),
    ],
)
def test_one_wrong_letter_still_finds(indexes: dict[str, Index], typed: str, read: str) -> None:
    slipped = asked(indexes, f"quanto costa {typed}")
    assert slipped.corrected == [(typed, read)]
    assert answers(indexes, typed) == answers(indexes, read)


@pytest.mark.parametrize("query", ["stn", "brem", "bazzzoka"])
def test_short_words_and_worse_slips_find_nothing(indexes: dict[str, Index], query: str) -> None:
    assert answers(indexes, query) == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_any_word_of_a_name_is_found_with_a_letter_wrong_in_it(indexes: dict[str, Index], ruleset: str) -> None:
    index = indexes[ruleset]
    for word in {word for entry in index.entries for word in entry.names.words.split()}:
        if len(word) < 5 or not word.isalpha():
            continue
        slip = f"{word[:2]}ß{word[3:]}"  # no text has this letter: it is folded to ss
        hits = {hit.entry.anchor for hit in all_hits(search([index], slip.replace("ß", "ø")).results[0])}
        named = {entry.anchor for entry in index.entries if entry.names.has(word)}
        assert hits & named, word


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_nickname_finds_what_it_stands_for(indexes: dict[str, Index], ruleset: str) -> None:
    """Nicknames of things on the page; a figure is found at its role or weapon."""
    catalogue = shipped(ruleset)
    sections = {
        "class": "classes",
        "weapon": "weapons",
        "vehicle": "vehicles",
        "extra": "extras",
        "role": "roles",
    }
    for nickname in catalogue.nicknames:
        for word in nickname.words:
            found = all_hits(search([indexes[ruleset]], word).results[0])
            assert found, word
            if nickname.kind in sections:
                anchor = f"{sections[nickname.kind]}-{nickname.id}"
                assert anchor in [hit.entry.anchor for hit in found], word


@pytest.mark.parametrize("ruleset", RULESETS)
def test_results_are_on_the_page(indexes: dict[str, Index], ruleset: str) -> None:
    """In page order; then the figures, at their role or weapon, and the ruleset itself."""
    with override("en"):
        page = build_reference(shipped(ruleset), "en")
    standing = [entry.anchor for chapter in page.chapters for _, entry in chapter.entries()]
    found = [entry.anchor for entry in indexes[ruleset].entries]
    assert (found[: len(standing)], found[-1]) == (standing, "")
    assert set(found[len(standing) : -1]) <= set(standing)
