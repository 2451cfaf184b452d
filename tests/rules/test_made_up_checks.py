"""Two made-up rulesets in YAML only: their lists are checked without any code for them."""

import pytest
from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.judging.report import sentence
from rules.loading.contradictions import contradictions
from tests.rules.invented import (
    BOARDER,
    CATALOGUES,
    HAND,
    MATE,
    PILOT,
    PRICES,
    a_bad_night,
    a_boarding,
    a_squad,
    begun,
    built,
    findings,
    italian,
    judged,
)

# A sixth ruleset is checked, with points


def test_a_night_within_the_rules() -> None:
    roster = built(begun("harbour"), (a_squad("Dogana", "customs"), (MATE, HAND)))
    report = judged(roster)
    assert (report.total, report.limit, report.legal) == ((9 + 6) + 2 * (9 + 2), 60, True)
    assert findings(roster) == []


def test_a_bad_night_point_by_point() -> None:
    report = judged(a_bad_night())
    assert report.points is not None
    dogana, ombre = report.points.squads
    assert dogana.figures == (22, 15, 17, 9)
    assert dogana.vehicles == (14,)
    assert dogana.extras == (5, 4)
    assert (ombre.figures, ombre.extras) == ((9, 6), (5, 3))
    assert report.points.extras == (6, 5, 8, -6)
    assert (report.total, report.limit) == (86 + 23 + 13, 60)


def test_everything_that_is_wrong_with_a_bad_night() -> None:
    assert findings(a_bad_night()) == [
        ("headless", "warning", "squads[1]", "Ombre has no leader: give one figure leadership."),
        ("informer-among-locals", "error", "extras[2]", "Informer 2: the list has no Local men."),
        (
            "lantern-twice",
            "error",
            "extras[1]",
            "Dark lantern: bought for the whole list and for a squad. Keep one.",
        ),
        (
            "motley",
            "info",
            "squads[1]",
            "Ombre mixes troop classes: morale uses the most numerous or, on a tie, the worse one.",
        ),
        ("not-aboard", "error", "squads[0].vehicles[0]", "Longboat cannot mount Rocket: remove it."),
        ("not-of-this-port", "error", "squads[0].figures[3]", "This edition does not have “lmg”."),
        ("oil-and-water", "error", "", "Fog and Informer cannot be in the same list."),
        (
            "over-the-mark",
            "error",
            "",
            "The list is 62\N{NO-BREAK SPACE}points over the limit of 60. You can still save, share and print "
                "it.",
        ),
        (
            "press-gang",
            "error",
            "squads[1].figures[0]",
            "Man with musket (Smugglers) is more than 1\u00a0step from Customs men, the class its army list names.",
        ),
        (
            "priceless",
            "error",
            "squads[0].vehicles[0]",
            "Longboat: this edition has no price for Rocket. Remove it, or set a price in the rulings.",
        ),
        (
            "short-handed",
            "info",
            "squads[0]",
            "Dogana has 1\N{NO-BREAK SPACE}weapon for two men (Swivel gun), "
            "but 0\N{NO-BREAK SPACE}figures with this role: Gunner.",
        ),
        (
            "stowaway-on-board",
            "error",
            "squads[0].extras[0]",
            "Stowaway: only for squads made up of Smugglers or Watchmen.",
        ),
        (
            "too-much",
            "error",
            "squads[0].extras[0]",
            "Stowaway and Powder keg: at most 2\N{NO-BREAK SPACE}times in total.",
        ),
        (
            "two-loyalties",
            "warning",
            "",
            "The list mixes Crown and Free men: in the rules they are different sides.",
        ),
        ("wrong-hands", "error", "squads[0].extras[1]", "Informer is bought for the whole list, not for a squad."),
    ]  # fmt: skip


def test_an_extra_with_two_conditions_says_which_of_them_fail() -> None:
    night = built(begun("harbour"), (a_squad("Ombre", "smuggler"), (MATE, HAND)))
    bought = edits.add_extra(night, "", ExtraEntry(extra="informer", level=2))
    assert findings(bought) == [
        ("informer-among-locals", "error", "extras[0]", "Informer 2: the list has no Local men."),
        ("informer-for-the-crown", "error", "extras[0]", "Informer: the list has no Crown."),
    ]
    assert italian(bought, "informer-for-the-crown") == ["Spia: nella lista non ci sono Corona."]
    level_1 = edits.edit_extra(edits.add_extra(night, "", ExtraEntry(id="spy", extra="informer")), "spy", level=1)
    assert [code for code, *_ in findings(level_1)] == ["informer-for-the-crown"]
    locals_ = edits.edit_squad(bought, "Ombre", traits=("locals",))
    assert [code for code, *_ in findings(locals_)] == ["informer-for-the-crown"]


def test_cheaper_and_free_entries() -> None:
    watch = built(begun("harbour"), (a_squad("Ronda", "watchman"), (MATE, HAND)))
    watch = edits.add_extra(watch, "", ExtraEntry(extra="lantern"))
    assert findings(edits.add_extra(watch, "", ExtraEntry(extra="fog"))) == [
        (
            "fog-for-nothing",
            "info",
            "extras[1]",
            "Fog: only useful with figures of this side, Free men, or with this extra: Powder keg.",
        ),
        (
            "lantern-cheaper",
            "info",
            "extras[0]",
            "Dark lantern for the whole list costs 5: for one squad 3\N{NO-BREAK SPACE}points are enough.",
        ),
    ]


def test_a_ruling_gives_a_price_and_another_takes_the_mans() -> None:
    night = built(
        begun("harbour", rulings={"rockets": "loud", "surgeon": "all-in"}),
        (
            a_squad("Dogana", "customs"),
            (MATE, Figure(roles=("surgeon",)), Vehicle(type="longboat", weapons=("rocket",))),
        ),
    )
    points = judged(night).points
    assert points is not None
    assert (points.squads[0].figures, points.squads[0].vehicles) == ((15, 5), (14 + 12,))


def test_a_limit_of_ones_own_goes_before_that_of_the_format() -> None:
    assert judged(begun("harbour", limit=99)).limit == 99
    assert judged(begun("harbour")).limit == 60


# A seventh is checked, with a club's points


def test_without_a_clubs_prices_there_are_no_points() -> None:
    report = judged(a_boarding(PILOT, BOARDER))
    assert (report.total, report.limit, report.findings) == (None, None, ())


def test_with_a_clubs_prices_there_are_points_and_a_limit() -> None:
    roster = a_boarding(PILOT, Figure(weapons=("slugthrower",), count=4), Vehicle(type="tug"), prices=PRICES)
    roster = edits.add_extra(roster, "", ExtraEntry(extra="decoy", count=2))
    report = judged(roster)
    assert (report.total, report.limit) == ((4 + 2 + 3) + 4 * (4 + 1) + 6 + 2 * 5, 40)
    assert findings(roster) == [
        (
            "over-limit",
            "error",
            "",
            "The list is 5\N{NO-BREAK SPACE}points over the limit of 40. You can still save, share and print it.",
        )
    ]


def test_a_boarding_party_that_breaks_the_rules() -> None:
    crowd = a_boarding(
        Figure(weapons=("slugthrower",), count=3, team="A"),
        Figure(weapons=("lance",), count=3, leadership=1),
        class_="settler",
    )
    crowd = edits.add_extra(crowd, "Uno", ExtraEntry(extra="decoy"))
    crowd = edits.add_extra(crowd, "", ExtraEntry(extra="decoy", count=3))
    assert findings(crowd) == [
        ("boarding-party", "warning", "squads[0]", "A squad has 2 to 5 figures: Uno has 6."),
        ("extra-limit", "error", "extras[0]", "Decoy: at most 2\u00a0times."),
        ("extra-scope", "error", "squads[0].extras[0]", "Decoy is bought for the whole list, not for a squad."),
        ("no-pilot", "error", "squads[0]", "Uno: no figure has the role Pilot. Give it to one."),
        ("not-in-ruleset", "error", "squads[0].figures[1]", "This edition does not have “leadership”."),
        ("pair", "warning", "squads[0]", "Uno, section A: 3\u00a0figures. A section has 2."),
        (
            "weapon-not-mountable",
            "error",
            "squads[0].figures[1]",
            "Leader 1 cannot carry Fixed lance on foot: remove it.",
        ),
    ]  # fmt: skip
    assert italian(crowd, "no-pilot") == ["Uno: nessuna figura ha questo ruolo, Pilota. Dallo a una."]


# Whatever the name of a check


def under_other_codes(catalogue: Catalogue) -> Catalogue:
    """The ruleset with each code renamed; functions and everything else stay the same."""
    checks = tuple(
        replace(check, code=f"our-{check.code}", check=check.check or check.code) for check in catalogue.checks
    )
    extras = tuple(
        replace(extra, conditions=tuple(replace(it, code=f"our-{it.code}") for it in extra.conditions))
        for extra in catalogue.extras
    )
    return replace(catalogue, checks=checks, extras=extras)


@pytest.mark.parametrize("roster", [a_bad_night(), a_boarding(BOARDER)], ids=["harbour", "orbit"])
def test_a_check_under_any_code_finds_and_says_the_same(roster: Roster) -> None:
    renamed = under_other_codes(CATALOGUES[roster.ruleset])
    assert contradictions(renamed) == []
    said = [(f"our-{item.code}", item.path, sentence(item, "it")) for item in judged(roster).findings]
    found = assess(roster, renamed).findings
    assert [(item.code, item.path, sentence(item, "it")) for item in found] == said
