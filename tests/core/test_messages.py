"""The sentences of the report and of the reader: in both languages, all of them used, every fact in its place."""

import inspect
import json
from functools import cache
from string import Formatter
from typing import get_args

import pytest

from rules.core.assess import assess
from rules.core.catalogue.entry import Kind
from rules.core.document.problem import READING, Breach
from rules.core.document.reader import read
from rules.core.judging.checks import CHECKS
from rules.core.judging.report import Finding, sentence
from rules.core.text import LANGUAGES, Language, Text, fill
from tests.core.documents import LIBRARY, ROOT, Document, army, extra, judged, man, patrol, squad
from tests.core.findings import FINDINGS
from tests.rules.invented import CATALOGUES, a_night_over_its_limits


def key(check: str, variant: str) -> str:
    return f"{check}.{variant}" if variant else check


# Sentences of checks: general ones, and those for particular codes.
GENERAL = {key(name, variant): text for name, it in CHECKS.items() for variant, text in it.words.sentences.items()}
OWN = {
    (code, key(name, variant)): text
    for name, check in CHECKS.items()
    for code, sentences in check.words.own_words.items()
    for variant, text in sentences.items()
}
ALL = {
    **{f"report {key}": text for key, text in GENERAL.items()},
    **{f"{code} {key}": text for (code, key), text in OWN.items()},
    **{f"reader {key}": text for key, text in READING.items()},
}

# The lists of tests/core/findings.py, and others for the remaining sentences.
LISTS = [
    *(document for _, document, _ in FINDINGS),
    army("bn", patrol(man(commander=True, count=2)), patrol()),
    army("bn", patrol(), extras=[extra("infiltration")]),
    army("bn", patrol(), extras=[extra("intelligence", level=5), extra("ambush", level=1)]),
    army("bn", patrol(), extras=[extra("intelligence", level=4)]),
    army("bn", *[patrol(extras=[extra("motivation")])] * 3),
]


def facts(template: str) -> dict[str, str]:
    """Return the facts of a template, each with the part after its colon ("": no noun)."""
    return {name: spec or "" for _, name, spec, _ in Formatter().parse(template) if name}


def findings(document: Document) -> tuple[Finding, ...]:
    """The findings of a document, with the keys of their sentences."""
    roster = read(json.dumps(document).encode(), LIBRARY)
    return assess(roster, LIBRARY.catalogues[roster.ruleset]).findings


@cache
def found_in_the_lists() -> list[Finding]:
    made_up = assess(a_night_over_its_limits(), CATALOGUES["harbour"]).findings
    return [*(found for document in LISTS for found in findings(document)), *made_up]


@pytest.mark.parametrize("key", GENERAL)
def test_every_sentence_is_said_of_some_list(key: str) -> None:
    """In the general words too, which a new ruleset would use."""
    said = [found for found in found_in_the_lists() if found.template == OWN.get((found.code, key), GENERAL[key])]

    assert said != [], "add a list to tests/core/findings.py"
    for language in LANGUAGES:
        assert "{" not in sentence(said[0], language)
        assert "{" not in fill(GENERAL[key], language, said[0].facts)


def test_no_sentence_of_a_code_is_left_over() -> None:
    said = {(found.code, found.template) for found in found_in_the_lists()}

    assert [(code, key) for (code, key), template in OWN.items() if (code, template) not in said] == []


def test_descriptions_of_checks_use_only_their_parameters() -> None:
    for name, check in CHECKS.items():
        asks = check.words.asks or Text("", "")

        assert facts(asks.it) == facts(asks.en), name
        assert facts(asks.it).keys() <= set(check.params.__struct_fields__), name
        assert set(facts(asks.it).values()) <= {""}, name


def test_the_games_use_every_check_but_the_limits() -> None:
    named = {check.check or check.code for book in LIBRARY.catalogues.values() for check in book.checks}

    assert named | {"most-of", "one-in", "only-for"} == set(CHECKS)  # three are for rulesets of your own


def test_both_languages_tell_the_same_facts() -> None:
    assert {key: facts(text.it).keys() for key, text in ALL.items()} == {
        key: facts(text.en).keys() for key, text in ALL.items()
    }
    assert [key for key, text in ALL.items() if text.it == text.en] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_fills_and_keeps_number_and_noun_together(language: Language) -> None:
    for key, text in ALL.items():
        template = text.to(language)
        filled = fill(text, language, dict.fromkeys(facts(template), 2))

        assert "{" not in filled.replace("{…}", ""), key
        for noun in filter(None, facts(template).values()):
            assert f"2\u00a0{noun.split('|')[1]}" in filled, key


@pytest.mark.parametrize(
    ("number", "italian", "english"),
    [
        (1, "1\u00a0punto", "1\u00a0point"),
        (2, "2\u00a0punti", "2\u00a0points"),
        (0, "0\u00a0punti", "0\u00a0points"),
    ],
)
def test_one_is_told_in_the_singular(number: int, italian: str, english: str) -> None:
    text = Text("{over:punto|punti}", "{over:point|points}")

    assert (fill(text, "it", {"over": number}), fill(text, "en", {"over": number})) == (italian, english)


def test_a_fact_may_be_a_name_in_both_languages() -> None:
    found = Finding(
        "not-in-ruleset", "error", "", "house", GENERAL["not-in-ruleset"], {"item": Text("mortaio", "mortar")}
    )

    assert sentence(found, "it") == "In questa edizione «mortaio» non c’è."
    assert sentence(found, "en") == "This edition does not have “mortar”."


@pytest.mark.parametrize("name", ["{squad}", "{0}", "{squad.__class__}", "%s", "{", "}"])
def test_a_name_is_never_taken_for_a_template(name: str) -> None:
    (found,) = judged(army("bn", squad("elite", man(count=8), name=name))).issues

    assert found.message == f"{name} has no leader: give one figure leadership."


def test_every_reason_of_the_reader_is_given_somewhere() -> None:
    """`shape` answers a fault that the schema does not name; no document is known to have one."""
    core = ROOT / "rules" / "core"
    documents = [core / "document" / name for name in ("reader.py", "breaches.py")]
    paths = (*documents, core / "catalogue" / "library.py", *(core / "odds").rglob("*.py"))
    sources = [path.read_text() for path in paths]
    sources += [
        inspect.getsource(Breach),
        (core / "forces" / "faults.py").read_text(),
        (core.parent / "loading" / "reading.py").read_text(),
    ]

    def said(key: str) -> tuple[str, ...]:
        of_a_kind = key.removeprefix("foreign-") in (*get_args(Kind), "bombardment", "roll")
        return (f'"{key}"', 'f"foreign-{kind}"') if of_a_kind else (f'"{key}"',)

    assert [key for key in READING if not any(word in source for source in sources for word in said(key))] == []
