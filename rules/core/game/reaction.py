"""Morale tests of individual men (bi "Morale"): causes and modifiers."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import MoraleFact, NearFact, PrintedCell, PrintedRow
from rules.core.document.roster import Figure, Vehicle
from rules.core.game.events import SIDES, Rolled, Side
from rules.core.game.fold import VEHICLES_GONE, GameState, gone_states
from rules.core.game.side_status import Piece, SideStatuses, SquadStatus
from rules.core.odds import dice, printed_handbook
from rules.core.odds.handbook import number_of
from rules.core.procedures import COMMAND, squad_chances
from rules.core.text import Text

BOMBARDING = ("indirect", "aircraft", "bombardment")  # named in the tables of an extra that bombards
REACTION = "reaction"  # the subject of dice rolled here for this test
OF_MARKER = "M"  # before the number of a marker, because pieces have numbers too
#: Numbers of pieces, squads (S1), extras (X1) and markers (M1), each with its side.
SideKeys = tuple[tuple[Side, str], ...]


class Occasion(Struct, frozen=True):
    """The reason for a morale test. `keys`: the hit men, or the cause, by number; `within`: the distance in cm."""

    name: Text
    fact: MoraleFact
    keys: SideKeys = ()
    within: PrintedCell = None

    @property
    def causes(self) -> tuple[str, ...]:
        return tuple(f"{self.fact} {key}" for _side, key in self.keys) or (self.fact,)


class Modifier(Struct, frozen=True):
    """A modifier of the number needed, as in the table ("−3"). `keys`: the men it applies to, if known."""

    name: Text
    amount: str
    keys: SideKeys = ()


class ReactionDue(Struct, frozen=True, tag="reaction"):
    """A morale test of each man of a squad ("": of men nearby) equal to or under `most`, and its chance.

    `most` includes the `counted` modifiers from the log; `others` are added at the table. `most`, `chance` None: they
    differ by squad. `men`: the numbers of the testing men; `faces`: their rolls on the site.
    """

    squad: str
    die: int
    most: int | None
    chance: Fraction | None
    source: str
    occasions: tuple[Occasion, ...]
    counted: tuple[Modifier, ...] = ()
    others: tuple[Modifier, ...] = ()
    men: tuple[str, ...] = ()
    faces: tuple[tuple[str, int], ...] = ()

    @property
    def causes(self) -> tuple[str, ...]:
        return tuple(cause for one in self.occasions for cause in one.causes)


def reactions(state: GameState, statuses: SideStatuses, side: Side) -> Iterator[ReactionDue]:
    """Yield the tests due in this turn: squad by squad, then of men near something."""
    own = statuses[side]
    if own.catalogue.odds.morale is None or not own.catalogue.odds.morale.reaction:
        return
    facts = TurnFacts(state, statuses, side)
    for squad in own.squads:
        occasions = tuple(facts.since(squad.key).of_squad(squad))
        if occasions and _has_men(squad):
            tests = _of_squad(facts, squad, occasions)
            yield from (test for test in tests if not facts.is_rolled(squad, test.causes))
    occasions = tuple(facts.since("").nearby())
    if occasions:
        source = own.catalogue.odds.morale.source
        yield ReactionDue("", own.catalogue.die, None, None, source, occasions, others=facts.others())


def _of_squad(facts: "TurnFacts", squad: SquadStatus, occasions: tuple[Occasion, ...]) -> Iterator[ReactionDue]:
    catalogue = facts.statuses[facts.side].catalogue
    found = squad_chances(squad.row, catalogue)
    assert catalogue.odds.morale is not None
    if found and found.chances:
        counted = facts.counted(squad)
        most = min(chance.morale for chance in found.chances) + sum(number_of(one.amount) for one in counted)
        yield ReactionDue(
            squad=squad.key,
            die=catalogue.die,
            most=most,
            chance=dice.at_most(most, catalogue.die),
            source=catalogue.odds.morale.source,
            occasions=occasions,
            counted=counted,
            others=facts.others(squad),
            men=_tested_men(squad, occasions),
            faces=facts.since(squad.key).faces(squad),
        )


def _tested_men(squad: SquadStatus, occasions: tuple[Occasion, ...]) -> tuple[str, ...]:
    """Return the testing men: all in play, but after mere damage only those it hit."""
    men = tuple(man.key for man in squad.men if man.is_in_play)
    hit = {key for one in occasions for _side, key in one.keys if one.fact == "damage"}
    is_damage_alone = all(one.fact == "damage" for one in occasions)
    return tuple(key for key in men if key in hit) if is_damage_alone and hit.issubset(men) else men


def called_by(catalogue: Catalogue) -> Text | None:
    """Return the called test that the players recorded for a squad; None: the ruleset does not have it."""
    morale = catalogue.odds.morale
    if morale is None or not morale.reaction:
        return None
    return next((row.name for row in morale_rows(catalogue, "called")), None)


def morale_rows(catalogue: Catalogue, fact: MoraleFact) -> list[PrintedRow]:
    return [row for table in printed_handbook(catalogue) for row in table.rows if row.morale == fact]


class TurnFacts(Struct, frozen=True):
    """The events of this turn in the log that call for a test of a side; `after`: only those after that place."""

    state: GameState
    statuses: SideStatuses
    side: Side
    after: int = -1

    def since(self, squad: str) -> "TurnFacts":
        """Return the events since the last test of a squad ("": of men nearby) in this turn."""
        return replace(self, after=self.state.tested_at(self.side, self.state.turn, squad))

    def of_squad(self, squad: SquadStatus) -> Iterator[Occasion]:
        """Yield the reasons for a squad's test: a comrade killed, its leader hit, and its men hit by damage."""
        killed = [man for man in squad.men if self._is_in(man, gone_states(self._catalogue))]
        yield from self._occasion("comrade", killed)
        yield from self._occasion("leader", [man for man in squad.men if _leads(man) and self._is_hit_now(man)])
        if self.state.called_at(self.side, self.state.turn, squad.key) > self.after:
            yield from self._of("called", ())
        damaged = [piece for piece in squad.pieces if self._is_damaged(piece, squad.key)]
        yield from self._occasion("damage", damaged)

    def nearby(self) -> Iterator[Occasion]:
        """Yield reasons for tests of men nearby: armour destroyed, a squad wiped out, a bombardment, on either side."""
        own = self.statuses[self.side]
        if not any(map(_has_men, own.squads)):
            return
        soft = own.catalogue.odds.damage.soft_vehicles if own.catalogue.odds.damage else ()
        wrecks = [
            piece for squad in own.squads for piece in squad.pieces
            if isinstance(piece.row, Vehicle) and piece.row.type not in soft and self._is_in(piece, VEHICLES_GONE)
        ]  # fmt: skip
        wiped_out = [squad for squad in own.squads if self._is_wiped_out(squad)]
        yield from self._near("armour", ((self.side, wreck.key) for wreck in wrecks))
        yield from self._near("wiped-out", ((self.side, squad.key) for squad in wiped_out))
        yield from self._near("bombardment", ((side, key) for side in SIDES for key in self._bombarded(side)))

    def counted(self, squad: SquadStatus) -> tuple[Modifier, ...]:
        """Return the modifier for a whole squad whose leader was killed."""
        killed = [man for man in squad.men if _leads(man) and man.is_out]
        return tuple(self._modifiers("leader-killed", killed)) if killed else ()

    def faces(self, squad: SquadStatus) -> tuple[tuple[str, int], ...]:
        """Return the site's rolls for the men of a squad, by number."""
        men = {man.key for man in squad.men}
        rolled = (said for said in self.state.of(self.side, Rolled) if said.about == REACTION and said.piece in men)
        return tuple(
            (said.piece, said.faces[0]) for said in rolled
            if said.turn == self.state.turn and self.state.places[self.side, said.thing] > self.after
        )  # fmt: skip

    def is_rolled(self, squad: SquadStatus, causes: tuple[str, ...]) -> bool:
        """Return whether a squad already has a test in this turn rolled on the site for the same causes."""
        rolled = self.state.rolled_for(self.side, REACTION, self.state.turn, [man.key for man in squad.men])
        return squad.key in self.state.tested(self.side, self.state.turn) and rolled.issuperset(causes)

    def others(self, squad: SquadStatus | None = None) -> tuple[Modifier, ...]:
        """Return the modifiers that players add: for wounded men only if the squad has some who go on."""
        wounds = self._wounds(effect="")
        hurt = [man for man in squad.men if man.is_in_play and man.states & wounds] if squad else []
        of_hurt = self._modifiers("wounded", hurt) if hurt or squad is None else ()
        return (*of_hurt, *self._modifiers("modifier", []))

    def _occasion(self, fact: MoraleFact, found: "list[Piece] | list[SquadStatus]") -> Iterator[Occasion]:
        if found:
            yield from self._of(fact, tuple((self.side, one.key) for one in found))

    def _near(self, fact: NearFact, found: Iterable[tuple[Side, str]]) -> Iterator[Occasion]:
        """Yield reasons for men nearby to test: losses, and their markers on the table."""
        keys = (*found, *((side, key) for side in SIDES for key in self._placed(side, fact)))
        if keys:
            yield from self._of(fact, keys)

    def _placed(self, side: Side, fact: NearFact) -> Iterator[str]:
        """Yield the visible markers that a side placed in this turn and that call for the test."""
        calling = {kind.id for kind in self._catalogue.markers if kind.morale == fact}
        for marker in self.state.markers(side):
            whose = (side, marker.thing)
            is_new = self.state.turns[whose] == self.state.turn and self.state.places[whose] > self.after
            if marker.about in calling and marker.shown and is_new:
                yield OF_MARKER + marker.marker

    def _of(self, fact: MoraleFact, keys: SideKeys) -> Iterator[Occasion]:
        for row in morale_rows(self._catalogue, fact):
            yield Occasion(row.name, fact, keys, row.cells[0] if row.cells else None)

    def _modifiers(self, fact: MoraleFact, found: list[Piece]) -> Iterator[Modifier]:
        for row in morale_rows(self._catalogue, fact):
            yield Modifier(row.name, str(row.cells[0]), tuple((self.side, man.key) for man in found))

    def _is_hit_now(self, man: Piece) -> bool:
        return self._is_in(man, self._wounds())

    def _is_damaged(self, piece: Piece, squad: str) -> bool:
        """Whether damage hit him in this turn and calls for a test; shock can follow from a failed one."""
        if not piece.is_man:
            return not piece.is_out and self._is_in(piece, ("hit", "immobile"))
        shocks = {one.id for one in self._catalogue.states if not one.effect and one.turns is not None}
        tested = self.state.tested(self.side, self.state.turn)
        has_failed = not (tested.get(squad, True) and tested.get("", True))
        calls = self._wounds(effect="") | (set() if has_failed else shocks)
        return piece.is_in_play and self._is_in(piece, calls)

    def _is_wiped_out(self, squad: SquadStatus) -> bool:
        """Whether all its men were killed or wounded, the last of them in this turn."""
        wounds = self._wounds()
        return (
            bool(squad.men) and all(man.states & wounds for man in squad.men) and any(map(self._is_hit_now, squad.men))
        )

    def _bombarded(self, side: Side) -> Iterator[str]:
        """Yield the numbers of a side's extras that bombarded in this turn, which the enemy does not see."""
        found = self.statuses.get(side)
        tables = (table for table in printed_handbook(self._catalogue) if table.topic in BOMBARDING)
        bombarding = {extra for table in tables for row in table.rows for extra in row.about.extras}
        used = set(self.state.used_in(side, self.state.turn))
        for place, extra in enumerate(found.extras if found else (), 1):
            key = f"X{place}"
            if key in used and extra in bombarding and self.state.places[side, ("used", key)] > self.after:
                yield key

    def _is_in(self, piece: Piece, states: "set[str] | frozenset[str] | tuple[str, ...]") -> bool:
        return any(
            self.state.marked_in(self.side, piece.key, one) == self.state.turn
            and self.state.marked_at(self.side, piece.key, one) > self.after
            for one in piece.states.intersection(states)
        )

    def _wounds(self, effect: str | None = None) -> set[str]:
        """Return the states of a hurt man that do not end by themselves."""
        return {
            one.id for one in self._catalogue.states
            if one.turns is None and (effect is None or one.effect == effect)
        }  # fmt: skip

    @property
    def _catalogue(self) -> Catalogue:
        return self.statuses[self.side].catalogue


def _has_men(squad: SquadStatus) -> bool:
    return any(man.is_in_play for man in squad.men)


def _leads(man: Piece) -> bool:
    return isinstance(man.row, Figure) and not COMMAND.keys().isdisjoint(man.row.roles)
