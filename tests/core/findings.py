"""A list for every finding and its fixes: tests of checks, sentences and fixes read it."""

from typing import Any

from tests.core.documents import Document, army, extra, man, squad, vehicle

RIFLES = man("assault-rifle", count=8)
LEADER = man("assault-rifle", leadership=1, name="Sgt. Ferri")


def elites(*figures: Document, **fields: Any) -> Document:
    """A squad of Breaking News with a leader and eight riflemen; then `figures`."""
    return squad("elite", LEADER, RIFLES, *figures, **fields)


def bi(*figures: Document, class_: str = "veteran", **fields: Any) -> Document:
    """A list of Bassa Intensità: a squad leader; then `figures`."""
    return army("bi", squad(class_, man("rifle", roles=["squad-leader"]), *figures, **fields))


def sl(label: str) -> Document:
    """The leader of a section."""
    return man("rifle", team=label, roles=["section-leader"])


# The code of a check, a list that breaks it, and its fixes.
FINDINGS: list[tuple[str, Document, list[str]]] = [
    (
        "no-leader",
        army("bn", squad("elite", man("assault-rifle", name="Rossi"), RIFLES)),
        ["Leadership 1 for Rossi", "Make it an independent section", "Rifleman: leadership 1"],
    ),
    (
        "no-leader",
        army("bi", squad("veteran", man("rifle", count=8))),
        ["Man with rifle: Squad leader", "Make it an independent section", "Add squad leader"],
    ),
    ("platoon-commander", army("bn", elites(), elites()), ["Mark Sgt. Ferri as commander"]),
    (
        "mixed-classes",
        army("bn", elites(man("lmg", **{"class": "trained"}))),
        ["Alpha: all Elite", "Alpha: all Trained"],
    ),
    (
        "recommended-size",
        army("bn", squad("elite", LEADER, man("assault-rifle", count=5))),
        ["Add 2 × rifleman"],
    ),
    ("crew", army("bn", elites(man("mmg"))), ["Rifleman: Crew", "MMG gunner: change to LMG", "Add crewman"]),
    (
        "two-support-weapons",
        army("bn", elites(man("lmg", "mmg"))),
        ["Man with LMG: remove MMG", "Man with LMG: remove LMG"],
    ),
    (
        "weapon-not-mountable",
        army("bn", elites(vehicles=[vehicle("protected", "rpg", movement="wheeled")])),
        ["Protected vehicle: remove RPG"],
    ),
    (
        "vehicle-weapons-included",
        army("bn", elites(vehicles=[vehicle("tank", "hmg")])),
        ["Tank: remove HMG"],
    ),
    (
        "vehicle-weapon-count",
        army("bn", elites(vehicles=[vehicle("protected", "hmg", "lmg", "mmg")])),
        ["Protected vehicle: remove MMG", "Protected vehicle: remove LMG", "Protected vehicle: remove HMG"],
    ),
    (
        "not-in-ruleset",
        army("bn", elites(man("portable-at"))),
        ["Remove “portable-at”"],
    ),
    (
        "unpriced",
        army("bn", elites(man("flamethrower"))),
        ["Man with flamethrower: remove flamethrower", "Ruling: 20 each", "Ruling: Free"],
    ),
    (
        "extra-requires-special-forces",
        army("bn", elites(extras=[extra("infiltration")])),
        ["Remove infiltration", "Alpha: all Special forces"],
    ),
    ("extra-requires-irregulars", army("bn", elites(), extras=[extra("mortars")]), ["Remove mortars"]),
    (
        "extra-requires-regulars",
        army("bn", squad("militia", LEADER, RIFLES), extras=[extra("media-embedded")]),
        ["Remove embedded journalists"],
    ),
    (
        "extra-requires-trait",
        army("bn", elites(), extras=[extra("negotiation", level=4)]),
        ["Go down to negotiation 3", "Remove negotiation 4", "Alpha: MSU"],
    ),
    (
        "extra-excludes",
        army("bn", elites(), extras=[extra("support-fire"), extra("rules-of-engagement")]),
        ["Remove easier support fire", "Remove rules of engagement"],
    ),
    (
        "class-shift",
        army("bn", elites(list_class="recruit")),
        ["Alpha: Trained", "Alpha: Recruits", "Sgt. Ferri: Trained"],
    ),
    ("extra-limit", army("bn", elites(), extras=[extra("ambush"), extra("ambush")]), ["Ambush: only 1"]),
    (
        "extra-scope",
        army("bn", elites(extras=[extra("ambush")])),
        ["Ambush: for the whole list", "Remove ambush"],
    ),
    (
        "motivation-overlap",
        army("bn", elites(extras=[extra("motivation")]), extras=[extra("motivation")]),
        ["Motivation: for the squads only", "Motivation: for the list only"],
    ),
    (
        "motivation-cheaper",
        army("bn", elites(), extras=[extra("motivation")]),
        ["Motivation: for Alpha", "Remove motivation"],
    ),
    (
        "support-fire-unavailable",
        army("bn", squad("militia", LEADER, RIFLES), extras=[extra("support-fire")]),
        ["Remove easier support fire", "Add mortars"],
    ),
    ("mixed-sides", army("bn", elites(man("lmg", **{"class": "militia"}))), ["LMG gunner: Elite"]),
    ("empty", army("bn"), ["Add leader 1"]),
    ("squad-size", bi(man("rifle", count=3)), ["Add 2 × man with rifle"]),
    ("squad-size", bi(man("rifle", count=14)), ["Remove 3 × man with rifle"]),
    (
        "section-size",
        bi(man("rifle", team="A", count=1), sl("A"), man("rifle", team="B", count=3), sl("B"), man("rifle")),
        ["All into section A", "Man with rifle into section A", "No sections in Alpha"],
    ),
    (
        "section-leader",
        bi(man("rifle", team="A", count=4), man("rifle", team="B", count=3), sl("B")),
        ["Man with rifle: Section leader", "No sections in Alpha"],
    ),
    (
        "section-leader",
        bi(man("rifle", team="A", count=2), sl("A"), sl("A"), man("rifle", team="B", count=3), sl("B")),
        ["Section leader: remove the role", "No sections in Alpha"],
    ),
    (
        "section-unassigned",
        bi(man("rifle", team="A", count=2), sl("A"), man("rifle"), man("rifle", team="B", count=3), sl("B")),
        ["All into section A", "No sections in Alpha"],
    ),
    (
        "section-leader-not-allowed",
        bi(
            man("rifle", team="A", count=3),
            sl("A"),
            man("rifle", team="B", count=3),
            sl("B"),
            class_="recruit",
        ),
        [
            "The section leader’s ability: Regulars",
            "Alpha: Regulars",
            "The section leader’s ability: Veterans",
        ],
    ),
    (
        "sniper-team",
        army("bi", squad("recruit", man("precision-rifle"), kind="sniper-team")),
        ["Alpha: Regulars", "Make it an independent section"],
    ),
    (
        "sniper-team",
        army("bi", squad("veteran", man("precision-rifle", count=3), kind="sniper-team")),
        ["Make it an independent section", "Remove man with precision rifle"],
    ),
    (
        "scout",
        bi(man("rifle", count=6), man("rifle", count=2, roles=["scout"])),
        ["Scout: remove the role"],
    ),
    (
        "scout",
        bi(man("rifle", count=6), man("rifle", roles=["scout"]), class_="regular"),
        ["Alpha: Veterans", "Scout: remove the role"],
    ),
    (
        "observer-section",
        army("bi", squad("veteran", man("rifle", count=2), kind="observer-section")),
        ["Add man with rifle", "Make it an independent section"],
    ),
    (
        "crew",
        bi(man("rifle", count=6), man("lmg")),
        ["Man with rifle: Crew", "Man with LMG: change to SAW", "Add crew"],
    ),
    (
        "weapon-not-mountable",
        bi(man("rifle", count=6), man("autocannon")),
        ["Man with autocannon: remove autocannon"],
    ),
    ("combat-value", army("ludonet", squad("regular", man("small-arms"), vehicles=[vehicle("vehicle")])), []),
    (
        "extra-limit",
        army("ludonet", squad("regular", man("small-arms")), extras=[extra("air-support", passes=5)]),
        ["Air support: 3 passes", "Remove air support"],
    ),
    (
        "extra-limit",
        army("bn", squad("militia", LEADER, RIFLES), extras=[extra("ied", count=2), extra("ied-remote")]),
        ["IED: only 1", "Remove IED"],
    ),
    (
        "unpriced",
        army("bn", elites(vehicles=[vehicle("protected", "flamethrower")])),
        ["Protected vehicle: remove flamethrower", "Ruling: 20 each", "Ruling: Free"],
    ),
    (
        "not-in-ruleset",
        army("bn", squad("commandos", LEADER, RIFLES)),
        ["Alpha: Trained", "Alpha: Veterans", "Alpha: Recruits"],
    ),
    (
        "not-in-ruleset",
        army("ludonet", squad("regular", man("small-arms", leadership=1))),
        ["Remove “leadership”"],
    ),
    ("over-limit", army("bn", elites(), role="defender"), []),
    (
        "vehicle-weapons-included",
        army("bn", elites(vehicles=[vehicle("tank", "hmg", "mmg")])),
        ["Tank: remove HMG, MMG"],
    ),
    (
        "two-support-weapons",
        army("bn", elites(man("assault-rifle", "lmg", "mmg", "hmg"))),
        ["Man with LMG: remove MMG, HMG", "Man with LMG: remove LMG, HMG", "Man with LMG: remove LMG, MMG"],
    ),
    (
        "motivation-cheaper",
        army("bn", *[elites(extras=[extra("motivation")]) for _ in range(3)]),
        ["Motivation: once for the whole list", "Remove motivation"],
    ),
    (
        "extra-limit",
        army("bn", elites(), extras=[extra("mortars", level=1)]),
        ["Remove mortars 1", "Mortars: without a level"],
    ),
]
