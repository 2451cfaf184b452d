"""Extras of Breaking News: how often, where, and the cheaper way."""

import pytest

from tests.core.documents import Document, Issue, army, extra, issues, man, patrol, squad
from tests.core.extras import IRREGULARS, REGULARS, SPECIAL_FORCES, VEHICLES, bought, errors, for_squad

# --- extra-limit ---

LIST_EXTRAS_BOUGHT_ONCE = (
    "ambush",
    "helicopter-evacuation",
    "support-fire",
    "rules-of-engagement",
    "intelligence",
    "media-embedded",
    "negotiation",
)


@pytest.mark.parametrize("id_", LIST_EXTRAS_BOUGHT_ONCE)
def test_an_extra_is_bought_once_and_the_last_entry_is_too_many(id_: str) -> None:
    assert bought(extra(id_)) == []
    assert bought(extra(id_, count=2)) == errors("extra-limit", "extras[0]")
    assert bought(extra(id_), extra("helicopter-evacuation" if id_ == "ambush" else "ambush"), extra(id_)) == errors(
        "extra-limit", "extras[2]"
    )
    assert bought(extra(id_, count=2), extra(id_), extra(id_)) == errors("extra-limit", "extras[2]")


@pytest.mark.parametrize("id_", ["mortars", "media-independent"])
def test_so_are_those_of_irregulars(id_: str) -> None:
    assert bought(extra(id_), by=IRREGULARS) == []
    assert bought(extra(id_, count=2), by=IRREGULARS) == errors("extra-limit", "extras[0]")
    assert bought(extra(id_), extra(id_), by=IRREGULARS) == errors("extra-limit", "extras[1]")


@pytest.mark.parametrize("id_", ["infiltration", "motivation"])
def test_a_squad_buys_its_extras_once_each_squad_for_itself(id_: str) -> None:
    second = squad("special-forces", man(leadership=2), extras=[extra(id_, count=2)])
    first = SPECIAL_FORCES | {"extras": [extra(id_)]}
    third = squad("special-forces", man(leadership=1), extras=[extra(id_), extra(id_)])

    assert issues(army("bn", first, first | {"figures": [man(leadership=2)]})) == []
    assert issues(army("bn", first, second)) == errors("extra-limit", "squads[1].extras[0]")
    assert issues(army("bn", second, third)) == errors("extra-limit", "squads[0].extras[0]", "squads[1].extras[1]")


def test_motivation_for_the_platoon_is_bought_once() -> None:
    two = army("bn", REGULARS, squad("veteran", man(leadership=2)))

    assert issues(two | {"extras": [extra("motivation")]}) == []
    assert issues(two | {"extras": [extra("motivation"), extra("motivation")]}) == errors("extra-limit", "extras[1]")


@pytest.mark.parametrize("level", [1, 2, 9])
@pytest.mark.parametrize("id_", ["ambush", "civilians", "ied", "media-independent", "motivation"])
def test_a_level_on_an_extra_without_levels_is_too_much(id_: str, level: int) -> None:
    platoon = army("bn", IRREGULARS, squad("militia", man(leadership=2)), extras=[extra(id_, level=level)])

    assert issues(platoon) == errors("extra-limit", "extras[0]")


def test_too_many_and_at_a_wrong_level_is_told_once() -> None:
    assert bought(extra("ambush", level=3), extra("ambush")) == errors("extra-limit", "extras[1]")
    assert bought(extra("intelligence", level=9, count=2)) == errors("extra-limit", "extras[0]")


def test_levels_are_told_once_an_extra() -> None:
    wrong = extra("civilians", level=2)

    assert bought(extra("civilians"), wrong, by=IRREGULARS) == errors("extra-limit", "extras[1]")
    assert bought(wrong, extra("civilians"), by=IRREGULARS) == errors("extra-limit", "extras[0]")
    assert bought(wrong, wrong, by=IRREGULARS) == errors("extra-limit", "extras[1]")
    assert bought(wrong, extra("ambush", level=1), by=IRREGULARS) == errors("extra-limit", "extras[0]", "extras[1]")


def test_civilians_are_a_count_without_an_end() -> None:
    assert bought(extra("civilians", count=100), extra("civilians", count=100), by=IRREGULARS) == []


IED = extra("ied")
REMOTE = extra("ied-remote")


@pytest.mark.parametrize(
    ("extras", "path"),
    [
        pytest.param([IED, IED], None, id="two"),
        pytest.param([extra("ied", count=2)], None, id="two in one entry"),
        pytest.param([IED, REMOTE], None, id="one of each"),
        pytest.param([REMOTE, extra("ambush"), REMOTE], None, id="two remote ones"),
        pytest.param([extra("ied", count=3)], "extras[0]", id="three in one entry"),
        pytest.param([IED, IED, IED], "extras[0]", id="three: the first entry is named"),
        pytest.param([extra("ambush"), IED, extra("ied", count=2)], "extras[1]", id="three after another extra"),
        pytest.param([REMOTE, REMOTE, IED], "extras[2]", id="of both kinds: under ied"),
        pytest.param([REMOTE, IED, IED], "extras[1]", id="of both kinds: the first ied"),
        pytest.param([REMOTE, REMOTE, REMOTE], "extras[0]", id="remote ones alone: under ied-remote"),
        pytest.param([extra("ied", count=2), extra("ied-remote", count=2)], "extras[0]", id="two and two: once"),
    ],
)
@pytest.mark.parametrize("ruling", ["per-device", "once"])
def test_at_most_two_devices_of_both_kinds(extras: list[Document], path: str | None, ruling: str) -> None:
    listed = army("bn", IRREGULARS, extras=extras, rulings={"ied-price": ruling})

    assert issues(listed) == (errors("extra-limit", path) if path else [])


def test_too_many_devices_at_a_level_are_told_once_a_kind() -> None:
    assert bought(extra("ied", count=3, level=1), by=IRREGULARS) == errors("extra-limit", "extras[0]")
    assert bought(IED, IED, extra("ied", level=1), by=IRREGULARS) == errors("extra-limit", "extras[0]")
    assert bought(extra("ied-remote", level=1), IED, IED, by=IRREGULARS) == errors(
        "extra-limit", "extras[0]", "extras[1]"
    )


def test_devices_in_a_squad_count_for_nothing() -> None:
    listed = army("bn", IRREGULARS | {"extras": [IED, REMOTE, IED]}, extras=[IED, REMOTE])

    assert issues(listed) == errors("extra-scope", *[f"squads[0].extras[{n}]" for n in range(3)])


# --- extra-scope ---


@pytest.mark.parametrize(
    "wrong",
    [
        extra("ambush", count=3, level=2),
        extra("intelligence", level=4),
        extra("intelligence", level=9),
        extra("negotiation", level=4),
        extra("mortars"),
        extra("media-embedded", count=2),
        extra("civilians"),
        extra("ied", count=9),
    ],
)
def test_an_extra_of_the_list_in_a_squad_is_told_of_as_that_alone(wrong: Document) -> None:
    assert for_squad(wrong, wrong, by=squad("rabble", man(leadership=1, count=8))) == [
        *errors("extra-scope", "squads[0].extras[0]", "squads[0].extras[1]"),
        *errors("not-in-ruleset", "squads[0]"),
    ]


def test_infiltration_for_the_list_is_told_of_as_that_alone() -> None:
    assert bought(extra("infiltration", count=2, level=1)) == errors("extra-scope", "extras[0]")


def test_mortars_in_a_squad_give_irregulars_no_support_fire() -> None:
    listed = army("bn", IRREGULARS | {"extras": [extra("mortars")]}, extras=[extra("support-fire")])

    assert issues(listed) == [
        *errors("extra-scope", "squads[0].extras[0]"),
        ("support-fire-unavailable", "warning", "extras[0]"),
    ]


# --- motivation ---

MOTIVATION = extra("motivation")


def platoon(motivated: int, squads: int = 3, kind: str = "squad", *extras: Document) -> list[Issue]:
    """The issues of a platoon whose first squads are motivated; leaders of rank 2, then 1."""
    entries = [
        squad(
            "veteran",
            man(leadership=1 if number else 2),
            kind=kind,
            extras=[MOTIVATION] if number < motivated else [],
        )
        for number in range(squads)
    ]
    return issues(army("bn", *entries, extras=list(extras)))


CHEAPER: list[Issue] = [("motivation-cheaper", "info", "")]


@pytest.mark.parametrize("kind", ["squad", "section", "observer-section"])
def test_three_squads_are_motivated_cheaper_as_a_platoon(kind: str) -> None:
    assert platoon(2, 3, kind) == []
    assert platoon(3, 3, kind) == CHEAPER
    assert platoon(4, 5, kind) == CHEAPER


def test_a_single_squad_is_motivated_cheaper_as_a_squad() -> None:
    cheaper = [("motivation-cheaper", "info", "extras[1]")]
    ambush_first = [extra("ambush"), MOTIVATION]
    section = squad("veteran", man(), kind="section")

    assert bought(*ambush_first) == cheaper
    assert issues(army("bn", REGULARS, VEHICLES, extras=ambush_first)) == cheaper
    assert issues(army("bn", REGULARS, section, extras=ambush_first)) == cheaper
    assert platoon(0, 2, "squad", *ambush_first) == []
    assert platoon(0, 2, "section", *ambush_first) == []


def test_motivation_of_platoon_and_squad_overlap() -> None:
    """Reported once, at the platoon's entry, however many squads have it too."""
    overlap = errors("motivation-overlap", "extras[1]")

    assert platoon(1, 3, "squad", extra("ambush"), MOTIVATION) == overlap
    assert platoon(2, 3, "squad", extra("ambush"), MOTIVATION) == overlap
    assert platoon(1, 2, "section", extra("ambush"), MOTIVATION) == overlap


def test_three_motivated_squads_and_the_platoon() -> None:
    assert platoon(3, 3, "squad", MOTIVATION) == [*CHEAPER, *errors("motivation-overlap", "extras[0]")]


# --- support-fire-unavailable ---

UNAVAILABLE: list[Issue] = [("support-fire-unavailable", "warning", "extras[0]")]


def test_irregulars_have_support_fire_only_with_mortars() -> None:
    fire = extra("support-fire")

    assert bought(fire, by=IRREGULARS) == UNAVAILABLE
    assert bought(fire, extra("mortars"), by=IRREGULARS) == []
    assert bought(fire, by=REGULARS) == []
    assert bought(fire, by=VEHICLES) == []
    assert issues(army("bn", IRREGULARS, squad("elite", man(), kind="section"), extras=[fire])) == [
        ("mixed-sides", "warning", "")
    ]


# --- games without extras ---


@pytest.mark.parametrize("game", ["rth-it", "rth-en"])
def test_road_to_hell_has_no_extras(game: str) -> None:
    listed = army(game, patrol(extras=[extra("motivation")]), extras=[extra("ambush"), extra("air-strike")])

    assert issues(listed) == errors("not-in-ruleset", "extras[0]", "extras[1]", "squads[0].extras[0]")
