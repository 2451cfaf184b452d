"""Force findings of a list that follows one, and their fixes."""

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.advice import after
from rules.core.advice.fixing import DECIDE
from rules.core.assess import assess
from rules.core.document.force import ForceFigure, ForceSquad, Name
from rules.core.document.roster import Figure, Squad
from rules.core.forces import FORCE_CHECKS
from rules.core.forces.followed import sort_men
from rules.core.judging.report import FORCE, sentence
from tests.core.advice.test_fixes import mended
from tests.core.documents import LIBRARY, Document, army, extra, judged, man, refusal, squad, vehicle
from tests.core.forces import CREW, GUNNER, LEADER, PLAIN, a_force, a_patrol, held

BN = LIBRARY.catalogues["bn"]
MANY = {"figures": [{**LEADER, "weapons": ["assault-rifle"]}, GUNNER, CREW, {**PLAIN, "most": 3}]}


def with_squad(**fields: Any) -> Document:
    """The force with fields of its patrol changed."""
    patrol, *others = a_force()["squads"]
    return a_force(squads=[patrol | fields, *others])


ESCORT = squad(
    "veteran",
    man("smg", class_="elite"),
    template="escort",
    list_class="veteran",
    kind="section",
    vehicles=[vehicle("tank")],
)
# A list that breaks each rule of a force: its code, the path, the sentence, and the first fix.
BROKEN: list[tuple[Document, str, str, str, str]] = [
    (held(role="attacker"), "force-role", "", "Guard is only for: Open or Defender.", ""),
    (
        held(a_patrol(template="patrols"), a_patrol()),
        "force-squad",
        "squads[0]",
        "Alpha is not one of Guard’s squads: Patrol, Escort.",
        "Alpha: Patrol",
    ),
    (
        held(a_patrol(kind="section"), a_patrol()),
        "force-squad",
        "squads[0]",
        "Alpha: in Guard, “Patrol” is a different type of squad.",
        "Alpha: Patrol",
    ),
    (held(ESCORT), "force-squad-count", "", "Guard needs 1 × Patrol; this list has 0.", "Add patrol"),
    (
        held(a_patrol(), a_patrol(), a_patrol(name="Charlie")),
        "force-squad-count",
        "squads[2]",
        "Charlie is one too many: Guard allows at most 2 × Patrol; this list has 3.",
        "Remove Charlie",
    ),
    (
        held(a_patrol(list_class="veteran")),
        "force-class",
        "squads[0]",
        "Alpha: Guard sets its class in the army list to Trained.",
        "Alpha: Trained",
    ),
    (
        held(a_patrol(man("smg", count=4))),
        "force-size",
        "squads[0]",
        "Alpha: in Guard it has 4–8 figures; here it has 9\N{NO-BREAK SPACE}figures.",
        "Remove rifleman",
    ),
    (
        held(a_patrol(man("sniper-rifle"))),
        "force-figure",
        "squads[0].figures[2]",
        "Sniper: nobody in Patrol carries this weapon: Sniper rifle.",
        "Sniper: rifleman",
    ),
    (
        held(a_patrol(man("smg", roles=["medic"]))),
        "force-figure",
        "squads[0].figures[2]",
        "Medic: nobody in Patrol has this role: Medic.",
        "Medic: rifleman",
    ),
    (
        held(a_patrol(man("assault-rifle", leadership=3))),
        "force-figure",
        "squads[0].figures[2]",
        "Leader 3: nobody in Patrol is armed, or leads, like this.",
        "",
    ),
    (
        held(a_patrol(man("lmg"), man("lmg")), force=a_force(limits=[])),
        "force-figure-count",
        "squads[0].figures[3]",
        "LMG gunner: 1 too many for Patrol (Gunner: 1).",
        "",
    ),
    (
        held(squad("trained", man("assault-rifle", count=5), template="patrol", list_class="trained")),
        "force-figure-count",
        "squads[0]",
        "Alpha: needs 1 × Sergeant; here it has 0.",
        "Rifleman: sergeant",
    ),
    (
        held(a_patrol(vehicles=[vehicle("tank")])),
        "force-vehicle",
        "squads[0].vehicles[0]",
        "Tank is not one of Patrol’s vehicles.",
        "Remove tank",
    ),
    (
        held(a_patrol(vehicles=[vehicle("protected", "hmg")])),
        "force-vehicle",
        "squads[0].vehicles[0]",
        "Protected vehicle: in Patrol it cannot mount HMG.",
        "Protected vehicle: remove HMG",
    ),
    (
        held(a_patrol(vehicles=[vehicle("protected", count=2)])),
        "force-vehicle-count",
        "squads[0]",
        "Alpha: at most 1 × Protected vehicle; here it has 2.",
        "Remove protected vehicle",
    ),
    (
        held(a_patrol(), {**ESCORT, "vehicles": []}),
        "force-vehicle-count",
        "squads[1]",
        "Alpha: needs 1 × Tank; here it has 0.",
        "Add tank",
    ),
    (
        held(a_patrol(traits=["secret-services"])),
        "force-trait",
        "squads[0]",
        "Alpha: in Guard it cannot have this trait: Secret services.",
        "Alpha: remove Secret services",
    ),
    (
        held(extras=[extra("ambush")]),
        "force-extra",
        "extras[0]",
        "Ambush is not one of Guard’s extras.",
        "Remove ambush",
    ),
    (
        held(a_patrol(class_="militia", list_class="trained"), extras=[extra("ied", count=2)]),
        "force-extra",
        "extras[0]",
        "IED: Guard allows 1; this list has 2.",
        "IED: only 1",
    ),
    (
        held(extras=[extra("intelligence", level=3)]),
        "force-extra",
        "extras[0]",
        "Intelligence: in Guard the highest level is 2.",
        "Go down to intelligence 2",
    ),
    (
        held(a_patrol(man("lmg")), a_patrol(man("lmg"))),
        "force-limit",
        "",
        "Guard allows at most 1 of these in total: LMG; this list has 2.",
        "LMG gunner: remove LMG",
    ),
    (
        held(force=a_force(limits=[{"of": "roles", "ids": ["medic"], "least": 1}])),
        "force-limit",
        "",
        "Guard needs at least 1 of these in total: Medic; this list has 0.",
        "",
    ),
]


def of_force(source: Document) -> list[tuple[str, str, str]]:
    """Return the force findings of a list: code, path, sentence."""
    return [(it.code, it.path, it.message) for it in judged(source).issues if it.source == FORCE]


@pytest.mark.parametrize(("source", "code", "path", "said", "mend"), BROKEN, ids=lambda it: str(it)[:30])
def test_violations_of_a_force_are_found_and_fixed(
    source: Document, code: str, path: str, said: str, mend: str
) -> None:
    assert (code, path, said) in of_force(source)
    roster, found = mended(source)
    item = next(it for it in found if (it.finding.code, it.finding.path) == (code, path))
    offers = [one.words.en.replace("\u00a0", " ") for one in item.fixes]
    assert offers[:1] == [mend] if mend else item.decide.en
    for one in item.fixes:
        now = assess(after(roster, one.steps, iter([f"n{n}" for n in range(9)])), BN)
        assert [f for f in now.findings if (f.code, f.facts) == (code, item.finding.facts)] == []


def test_a_list_of_the_force_and_one_step_up_or_down_has_nothing_against_it() -> None:
    assert of_force(held(a_patrol(man("lmg"), man("assault-rifle", roles=["crew"])), ESCORT)) == []
    assert of_force(held(a_patrol(class_="veteran"))) == []
    assert [
        it.code
        for it in judged(
            held(squad("elite", *a_patrol()["figures"]) | {"template": "patrol", "list_class": "trained"})
        ).issues
        if it.severity == "error"
    ] == ["class-shift"] * 2
    assert of_force(army("bn", a_patrol(template="nobody", list_class="elite"))) == []


def test_where_classes_do_not_move_they_are_those_of_the_force() -> None:
    rifles = {
        "id": "rifles",
        "name": {"it": "Fucilieri", "en": "Rifles"},
        "class": "veteran",
        "size": [1, 9],
        "figures": [{"name": {"it": "Uomo", "en": "Man"}, "weapons": ["rifle"]}],
    }
    force = a_force(ruleset="rth-it", squads=[rifles], extras=[], limits=[])

    def said(*figures: Document, class_: str = "veteran") -> list[tuple[str, str, str]]:
        return of_force(army("rth-it", squad(class_, *figures, template="rifles"), template=force))

    assert said(man("rifle")) == []
    assert said(man("rifle"), class_="elite") == [("force-class", "squads[0]", "Alpha: in Guard its class is Veteran.")]
    assert said(man("rifle"), man("rifle", class_="recruit")) == [
        (
            "force-class",
            "squads[0].figures[1]",
            "Rifleman (Recruits, militia): in Guard the class is Veteran.",
        )
    ]


def test_every_sentence_is_said_in_both_languages_and_every_check_has_cures() -> None:
    found = [it for source, *_ in BROKEN for it in assess(mended(source)[0], BN).findings if it.source == FORCE]
    said = {it.template for it in found}
    kept = {"force-class": {"", "figure"}}  # where classes do not shift: above
    for code, (function, spec) in FORCE_CHECKS.items():
        assert DECIDE[function.__name__].it
        for variant, text in spec.sentences.items():
            assert text in said or variant in kept.get(code, ()), (code, variant)
    for finding in found:
        assert "{" not in sentence(finding, "it") + sentence(finding, "en")


def test_a_force_in_a_document_is_read_as_strictly_as_the_rest() -> None:
    assert refusal(held(force=a_force(ruleset="bi"))) == 'template.ruleset: the force is for another ruleset: "bi"'
    assert refusal(held(force=with_squad(traits=["msuu"]))) == (
        'template.squads[0].traits[0]: unknown trait "msuu"; did you mean "msu"?'
    )
    assert refusal(held(force=a_force(squads=[]))) == "template.squads: at least 1"
    assert refusal(held(force=a_force(points=9))) == 'template: unknown field "points"'
    assert refusal(held(a_patrol(template="A b"))) == 'squads[0].template: "A b" is in the wrong format'
    assert refusal(held() | {"template": None}) == ""


def brute(rows: list[tuple[int, ...]], least: list[int], most: list[int]) -> tuple[int, int]:
    """Return the most men with a type, and with that the most required places filled, by trying all."""
    best = (0, 0)
    for choice in product(*[(*row, -1) for row in rows]):
        numbers = [choice.count(kind) for kind in range(len(most))]
        if all(n <= m for n, m in zip(numbers, most, strict=True)):
            filled = sum(min(n, m) for n, m in zip(numbers, least, strict=True))
            best = max(best, (sum(numbers), filled))
    return best


WEAPONS = ("rifle", "smg", "lmg")


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(WEAPONS), max_size=5),
    st.lists(
        st.tuples(st.sets(st.sampled_from(WEAPONS), min_size=1), st.integers(0, 2), st.integers(1, 2)),
        min_size=1,
        max_size=3,
    ),
)
def test_as_many_men_as_can_be_have_a_type(men: list[str], kinds: list[tuple[set[str], int, int]]) -> None:
    """In any order; required places are filled first."""
    name = Name("x", "x")
    types = tuple(
        ForceFigure(name=name, weapons=tuple(sorted(weapons)), least=min(least, most), most=most)
        for weapons, least, most in kinds
    )
    wanted = ForceSquad(id="a", name=name, class_="trained", size=(0, 9), figures=types)
    rows = [tuple(n for n, kind in enumerate(types) if weapon in kind.weapons) for weapon in men]
    expected = brute(rows, [kind.least for kind in types], [kind.most or 0 for kind in types])
    for order in {*permutations(men)} if len(men) < 4 else {tuple(men), tuple(reversed(men))}:
        made = Squad(name="", class_="trained", figures=tuple(Figure(weapons=(weapon,)) for weapon in order))
        found = sort_men(made, wanted, BN)
        filled = sum(min(n, kind.least) for n, kind in zip(found.numbers, types, strict=True))
        assert (sum(found.numbers), filled) == expected
        assert sum(found.left) == len(men) - expected[0]


def test_of_too_many_squads_another_can_go() -> None:
    _, found = mended(held(a_patrol(), a_patrol(), a_patrol(name="Charlie")))
    ways = [mend.words.en for item in found for mend in item.fixes if item.finding.code == "force-squad-count"]

    assert ways == ["Remove Charlie", "Remove Alpha"]
