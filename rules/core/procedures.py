"""Rolls and counts at the table: pure functions of the catalogue's numbers.

A function of a catalogue returns None if the ruleset does not have the procedure, and raises KeyError for unknown
ids. Distances are in cm. A missing characteristic of a class counts as 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from rules.core.catalogue.catalogue import HOUSE, Catalogue
from rules.core.catalogue.handbook import MarkerKind
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad
from rules.core.document.rows import numbered

# The characteristics for the procedures, by their id in every ruleset that has them.
COVERING = "covering"
MORALE = "initiative"
SUPPRESSION = "suppression"
QUALITY = "quality"
COMMAND = {
    "squad-leader": "squad-command",
    "section-leader": "section-command",
}  # role -> how far it commands
IN_FIRE = ("fire", "hit")  # in the numbers that a man needs with his weapon


class Chance(NamedTuple):
    """The rolls on which men of a class succeed, and pass morale: equal to or under, on the ruleset's die."""

    class_id: str
    success: int
    morale: int


class Command(NamedTuple):
    """A leader's command distance by ability (a class); None: this ability cannot lead."""

    figure: Figure
    ability: str
    distance: int | None


class SquadChances(NamedTuple):
    """The chances of each class in a squad, and the command distance of each leader, in the squad's order."""

    chances: tuple[Chance, ...]
    commands: tuple[Command, ...]


def band(edges: Sequence[int | None], distance: int) -> int | None:
    """Return the range band of a distance, by the bands' far edges (None: that band is missing); None: too far."""
    for place, edge in enumerate(edges):
        if edge is not None and distance <= edge:
            return place
    return None


def suppression_most(catalogue: Catalogue, class_id: str, leadership: int = 0) -> int | None:
    """Return the highest roll on which a suppressed man acts again; the die's highest always fails (§10.0).

    `leadership`: of a leader within 5 cm.
    """
    if all(item.id != SUPPRESSION for item in catalogue.characteristics):
        return None
    return min(catalogue.stat(class_id, SUPPRESSION) + leadership, catalogue.die - 1)


# Morale by losses


def losses(catalogue: Catalogue, lost: int, leaders: int = 0) -> int | None:
    """Return the losses for a morale test, `leaders` of them leaders (§12.0)."""
    worth = catalogue.procedures.leader_losses
    return None if worth is None else lost + leaders * (worth - 1)


def lost_at_half(men: int) -> int:
    """Return how many men can be lost with half remaining: until then the best face passes (§12.0)."""
    return men // 2


def lost_under_half(men: int) -> int:
    """Return how many men can be lost below 50% losses: until then they give the platoon a die.

    rth §14.0, bn §13.0.
    """
    return max(0, men - 1) // 2


def morale_dice(catalogue: Catalogue, class_id: str, formations: int = 0) -> int | None:
    """Return how many dice a morale test rolls: the class's morale (§12.0).

    In a platoon's test `formations` are its squads and sections under 50% losses, a die each (rth §14.0, bn §13.0).
    """
    if catalogue.procedures.leader_losses is None:
        return None
    return catalogue.stat(class_id, MORALE) + formations


def morale_need(counted: int, half_remain: bool, die: int = 6) -> int | None:
    """Return the lowest face that passes a morale test with `counted` losses; None: no face does (§12.0).

    A die passes at or over the losses; the highest face always does while half of the men remain.
    """
    if counted <= die:
        return max(counted, 1)
    return die if half_remain else None


def losses_failed(face: int, half_remain: bool, die: int = 6) -> int | None:
    """Return the number of losses at which a best die of `face` fails; None: it always passes (§12.0)."""
    return None if face == die and half_remain else face + 1


def majority(squads: Iterable[Squad], catalogue: Catalogue) -> str:
    """Return the class of most men; on a tie that of lower morale, then the first. "" without men of the ruleset."""
    men = sum((squad.men_by_class for squad in squads), Counter[str]())
    column = QUALITY if catalogue.odds.method == "quality" else MORALE
    known = [class_id for class_id in men if class_id in catalogue.class_by_id]
    return min(known, key=lambda class_id: (-men[class_id], catalogue.stat(class_id, column)), default="")


# Chances by quality


def squad_chances(squad: Squad, catalogue: Catalogue) -> SquadChances | None:
    """Return a squad's chances and command distances (bi "Qualità", "Morale", "Unità e distanze di comando").

    Success: the quality and the referee's modifier for motivation. Morale: that, the bonus of morale and the
    referee's for fanatics. Men and leaders of classes that the edition does not have are omitted.
    """
    bonus = catalogue.procedures.morale_bonus
    if bonus is None:
        return None
    of_men = [squad.class_of(figure) for figure in squad.figures] or [squad.class_]
    classes = [class_id for class_id in dict.fromkeys(of_men) if class_id in catalogue.class_by_id]
    return SquadChances(
        tuple(_chance(squad, catalogue, class_id, bonus) for class_id in classes),
        tuple(_commands(squad, catalogue)),
    )


def _chance(squad: Squad, catalogue: Catalogue, class_id: str, bonus: int) -> Chance:
    success = catalogue.stat(class_id, QUALITY) + squad.modifiers.motivation
    return Chance(class_id, success, success + bonus + squad.modifiers.fanatic)


def _commands(squad: Squad, catalogue: Catalogue) -> Iterable[Command]:
    for figure in squad.figures:
        ability = figure.ability or squad.leader_ability or squad.class_of(figure)
        known = catalogue.class_by_id.get(ability)
        for role, column in COMMAND.items():
            if role in figure.roles and known:
                yield Command(figure, ability, known.number(column))


ROLE = "attacker"  # the format of lists whose paragraph has the roll and the turns
DICE_OFF = 2  # dice of each
INITIATIVE = "initiative"  # the characteristic that is added to 2d6


def attack_source(catalogue: Catalogue) -> str:
    """Return the paragraph on the attacker and the turn limit (rth §4.0); "": the ruleset has none."""
    sources = (item.source for item in catalogue.formats if item.id == ROLE and item.source != HOUSE)
    return next(sources, "")


def has_dice_off(catalogue: Catalogue) -> bool:
    """Return whether the ruleset's text has an attacker and a defender: otherwise the two roles are the house's."""
    return bool(attack_source(catalogue))


def turn_limits(catalogue: Catalogue) -> range:
    """Return the numbers of turns that the dice can give (rth §4.0); empty if the rules set no limit."""
    numbers = catalogue.procedures
    if numbers.turns is None or numbers.turn_dice is None:
        return range(0)
    return range(numbers.turns + numbers.turn_dice, numbers.turns + numbers.turn_dice * catalogue.die + 1)


def dice_off_bonus(squads: Iterable[Squad], catalogue: Catalogue) -> int | None:
    """Return a force's bonus to its 2d6: initiative and morale (rth §4.0). None: it has no troops.

    The text does not say whose bonus counts if troop classes are mixed. Our reading: that of the most numerous class,
    on a tie the lower one, as for the morale of a mixed squad (§12.0).
    """
    men: Counter[int] = Counter()
    for squad in squads:
        for figure in squad.figures:
            known = catalogue.class_by_id.get(squad.class_of(figure))
            bonus = known.number(INITIATIVE) if known else None
            if bonus is not None:
                men[bonus] += figure.count
    return min(men, key=lambda bonus: (-men[bonus], bonus), default=None)


def extras_bought(roster: Roster) -> list[str]:
    entries = chain(*(squad.extras for squad in roster.squads), roster.extras)
    return [entry.extra for entry in entries for _one in range(entry.count)]


def kinds_of(catalogue: Catalogue, roster: Roster | None) -> list[MarkerKind]:
    """Return the kinds of markers that a side can place; `roster` None: its list is unknown, and all are possible."""
    bought = set(extras_bought(roster)) if roster else {one for kind in catalogue.markers for one in kind.extras}
    markers = (kind for kind in catalogue.markers if kind.piece != "figure")
    return [kind for kind in markers if not kind.extras or bought & set(kind.extras)]


def bystanders(catalogue: Catalogue, roster: Roster) -> Iterator[tuple[int, MarkerKind]]:
    """Yield the figures of neither side that a list's extras bring, each with its number among its kind."""
    bought = extras_bought(roster)
    for kind in catalogue.markers:
        if kind.piece == "figure":
            yield from enumerate((kind for extra in bought if extra in kind.extras), start=1)


class Readings(Struct, frozen=True):
    """The readings of morale, initiative and defeat points; each is False by the text, and without a ruling.

    `every_leader`: each lost man with leadership counts more in a morale test, not only squad commanders.
    `half_of_each`: a platoon's best face passes while each squad has half of its men, not while all have together.
    `one_squad_spares`: the Motivation of a squad spares the whole platoon. `best_leads`: the highest leadership adds
    to the initiative, not that of the man marked as commander. `largest_only`: of several extras that change the same
    defeat points only the largest change counts; otherwise they multiply.
    """

    every_leader: bool = False
    half_of_each: bool = False
    one_squad_spares: bool = False
    best_leads: bool = False
    largest_only: bool = False


def readings_of(catalogue: Catalogue, rulings: Mapping[str, str]) -> Readings:
    def has(ruling: str, option: str) -> bool:
        return catalogue.option(rulings, ruling) == option

    return Readings(
        every_leader=has("morale-leader", "every-leader"),
        half_of_each=has("morale-half", "each-squad"),
        one_squad_spares=has("motivation", "one-squad"),
        best_leads=has("initiative-leader", "highest"),
        largest_only=has("extras-together", "largest"),
    )


def leaders_counted(roster: Roster, readings: Readings) -> frozenset[str]:
    """Return the numbers of the men whose loss counts more in a morale test (rth, bn §12.0).

    The commander of a squad is the marked man, or the first with the highest leadership. He remains its commander
    after his loss: nobody takes his place.
    """
    found = [(item, item.row) for item in numbered(roster) if isinstance(item.row, Figure)]
    leaders = [(item, row) for item, row in found if row.leadership]
    if readings.every_leader:
        return frozenset(item.key for item, _row in leaders)
    leaders.sort(key=lambda leader: (leader[1].commander, leader[1].leadership), reverse=True)
    commanders: dict[int, str] = {}
    for item, _row in leaders:
        commanders.setdefault(item.squad_number, item.key)
    return frozenset(commanders.values())


def half_remains(squads: Iterable[tuple[int, int]], readings: Readings) -> bool:
    """Whether half of the men remain, by sizes and losses of squads (rth, bn §12.0)."""
    known = list(squads)
    if readings.half_of_each:
        return all(2 * lost <= men for men, lost in known)
    return 2 * sum(lost for _men, lost in known) <= sum(men for men, _lost in known)


def spares_morale(roster: Roster, catalogue: Catalogue, readings: Readings) -> bool:
    """Return whether the first failed morale test of a list does not count (bn, Motivation).

    It is bought for the platoon or for a squad. A squad's is for the list if the squad is alone.
    """

    def spares(extras: Iterable[ExtraEntry]) -> bool:
        known = (catalogue.extra_by_id.get(row.extra) for row in extras)
        return any(extra.spares_morale for extra in known if extra)

    of_squads = [spares(squad.extras) for squad in roster.squads if squad.figures]
    if readings.one_squad_spares:
        return spares(roster.extras) or any(of_squads)
    return spares(roster.extras) or (bool(of_squads) and all(of_squads))


def leading(men: Iterable[Figure], readings: Readings) -> int:
    """Return the leadership that men add to their side's initiative (rth, bn §5.0; a platoon rth §14.0, bn §13.0).

    The man marked as commander counts, if he is among them, otherwise the highest.
    """
    known = list(men)
    marked = [] if readings.best_leads else [man.leadership for man in known if man.commander]
    return max(marked or [man.leadership for man in known], default=0)
