"""Twelve named lists that are hard to print."""

from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from tests.printing.sheets import a_roster, a_squad

LONG = "Hauptfeldwebel von und zu Hohenschwangau-Niederbayern " * 2
UNBROKEN = "W" * 120
EUROPE = "Łukasz Dąbrowski, Şükrü Çağlar, Νίκος Παπαδόπουλος, Юрий Щербак"
WORLD = "田中太郎 عمر דוד ⚔ 🎲"
MARKUP = "<b>&amp;</b> <script>alert(1)</script> {{ x }}"


def named(name: str, squads: int = 1) -> Roster:
    """A list with this name wherever a name is possible."""
    figure = Figure(name=name, team=name[:20], notes=name * 5, weapons=("assault-rifle", "rpg"), leadership=1)
    vehicle = Vehicle(type="protected", name=name, notes=name * 5, weapons=("hmg",))
    squad = a_squad(figure, Figure(count=3, name=name), name=name, vehicles=(vehicle,))
    return a_roster(*[squad] * squads, name=name, pair_name=name, notes=name * 10, role="attacker")


WEAPONS = ("pistol", "rifle", "smg", "assault-rifle", "grenade", "rpg", "heavy-at", "lmg", "mmg", "hmg")
FOREIGN = Squad(
    name="X",
    class_="x" * 60,
    traits=("y" * 60,),
    figures=(Figure(weapons=("z" * 60,), roles=("r" * 60,), kit=("k" * 60,)),),
    vehicles=(Vehicle(type="v" * 60, traits=("t" * 60,)),),
)
SHAPES: dict[str, Roster] = {
    "long names": named(LONG, squads=2),
    "a name without spaces": named(UNBROKEN),
    "letters of Europe": named(EUROPE),
    "letters of the world": named(WORLD),
    "markup": named(MARKUP),
    "thirty figures": a_roster(
        a_squad(*[Figure(weapons=("assault-rifle", "rpg")) for _ in range(30)]), role="attacker"
    ),
    "a group of thirty": a_roster(a_squad(Figure(count=30, weapons=("assault-rifle",)))),
    "zero figures": a_roster(a_squad(), a_squad(name="")),
    "only vehicles": a_roster(
        Squad(name="Support", vehicles=tuple(Vehicle(type=kind) for kind in ("tank", "heavy-armour")))
    ),
    "less than nothing": a_roster(
        a_squad(Figure(), class_="militia"),
        extras=(ExtraEntry(extra="rules-of-engagement"), ExtraEntry(extra="media-embedded")),
    ),
    "everything on sale": a_roster(
        a_squad(Figure(name="Rambo", weapons=WEAPONS)),
        extras=tuple(ExtraEntry(extra=extra) for extra in ("ambush", "mortars", "ied", "civilians") * 6),
    ),
    "foreign ids": a_roster(FOREIGN, extras=(ExtraEntry(extra="e" * 60),)),
}
