"""The play screen: what one link sees, ready to be rendered."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import blake2b

from django.utils.translation import gettext
from msgspec import Struct, json

from armybuilder.games.models import Link
from armybuilder.games.pages.log import SITE, Log, sides_in_order
from armybuilder.games.pages.points import Adder, Points, Signing
from armybuilder.games.pages.reminders import Reminders, Rulings
from armybuilder.games.pages.sides import Markers, SideOnPage, SideRows
from armybuilder.games.pages.ticks import Ticks
from armybuilder.games.words.events import Button, event_text, event_words
from armybuilder.games.words.names import Names, Words, set_apart
from rules.core.catalogue.catalogue import Catalogue
from rules.core.defeat_points import defeat_rows
from rules.core.document.roster import Roster
from rules.core.game.events import (
    LAST_TURN,
    SIDES,
    AnyEvent,
    Attacks,
    GameLine,
    LimitIs,
    PhaseIs,
    Side,
    TurnIs,
    other_side,
)
from rules.core.game.fold import GameState, fold, hidden_pieces
from rules.core.game.rolling import ATTACKS, LIMIT, has_rolled
from rules.core.game.side_status import SideStatuses, extra_rows, side_statuses
from rules.core.game.sight import roster_seen
from rules.core.procedures import DICE_OFF, attack_source, dice_off_bonus, turn_limits
from rules.core.text import Language, signed


class AttackRoll(Struct, frozen=True):
    """The roll for the attack. `said`: attacker and defender, "" until known; `source`: the paragraph.

    `rows`: each side with its name, its roll ("2d6 +4"), and the button that makes it the attacker.
    `may_roll`: the site can roll it, because both have a list and it was not rolled yet.
    """

    rows: list[tuple[str, str, Button]]
    said: str
    source: str
    may_roll: bool


class Page:
    """A link's view of its game, in a language."""

    def __init__(self, link: Link, language: Language, *, by_role: bool = False) -> None:
        """Read the game. `by_role`: the attacker comes first, for every reader; otherwise the reader's own side."""
        self.link, self.game, self.language = link, link.game, language
        attacker = self.game.attacker
        self.order = sides_in_order([attacker] if attacker else []) if by_role else sides_in_order(link.sides)
        self.catalogue: Catalogue = self.game.catalogue
        self.hidden_lists = self.game.hidden_from(link.sides)
        self.labels = self.game.side_labels(link.sides)
        self.lines: Sequence[GameLine] = self.game.lines_read(link.sides)
        self.state: GameState = self.game.state if self.lines == self.game.lines else fold(self.lines)

    @property
    def writes(self) -> bool:
        return bool(self.link.sides)

    @cached_property
    def names(self) -> Names:
        return {(side, key): name for side in SIDES for key, name in self._names_of(side)}

    @cached_property
    def words(self) -> Words:
        return Words(self.catalogue, self.language, self.names)

    def _names_of(self, side: Side) -> Iterator[tuple[str, str]]:
        """Yield the names of a side: its own (""), those of its extras, squads and pieces, and of the defeat points."""
        yield "", set_apart(self.labels[side])
        for row in defeat_rows(self.catalogue):
            yield row.id, row.name.to(self.language)
        roster, found = self.rosters[side], self.statuses.get(side)
        for place, extra in enumerate(extra_rows(roster) if roster else [], 1):
            yield f"X{place}", Words(self.catalogue, self.language).extra(extra)
        for squad in found.squads if found else ():
            yield squad.key, set_apart(squad.label.to(self.language))
            for piece in squad.pieces:
                yield piece.key, f"{set_apart(piece.label.to(self.language))} {piece.key}"

    @cached_property
    def statuses(self) -> SideStatuses:
        return self.statuses_in(self.state)

    def statuses_in(self, state: GameState) -> SideStatuses:
        found = side_statuses(self.rosters, self.catalogue, state, self.game.readings)
        seen = {side: found[side].without(self._hidden(side)) for side in self.hidden_lists if side in found}
        return found | seen

    @property
    def title(self) -> str:
        return " – ".join(self.names[side, ""] for side in self.link.sides or SIDES)

    @property
    def against(self) -> str:
        others = [self.names[side, ""] for side in SIDES if side not in self.link.sides]
        return gettext("against %(who)s") % {"who": others[0]} if len(others) == 1 else ""

    @property
    def rulings(self) -> Rulings:
        return Rulings(self.catalogue, self.game.rulings, self.language)

    @property
    def lists_apart(self) -> list[str]:
        known = {side: None if side in self.hidden_lists else self.rosters[side] for side in SIDES}
        return self.rulings.of_lists(known, self.names)

    @property
    def activity(self) -> str:
        """Return the side with the initiative in this turn; "" if unknown."""
        active = self.state.active(self.state.turn)
        if active is None:
            return ""
        if len(self.link.sides) == 1:
            return gettext("You are active") if active in self.link.sides else gettext("You react")
        return gettext("%(who)s active") % {"who": self.names[active, ""]}

    @cached_property
    def points(self) -> Points:
        return self.points_in(self.state, self.statuses)

    def points_in(self, state: GameState, statuses: SideStatuses) -> Points:
        return Points(
            rows=defeat_rows(self.catalogue),
            state=state,
            statuses=statuses,
            names={side: self.names[side, ""] for side in SIDES},
            heads={side: self._you(side) for side in SIDES},
            extras={side: self._extras(side) for side in SIDES},
            language=self.language,
            readings=self.game.readings,
            sides=self.order,
        )

    @property
    def adders(self) -> list[tuple[SideOnPage, list[Adder]]]:
        return [(own, self.points.adders(own.side)) for own in self.own]

    @property
    def signing(self) -> list[Signing]:
        return [self.points.signing(side) for side in self.link.sides]

    @property
    def attack(self) -> AttackRoll | None:
        """Return the roll for the attack; None if the rules have none, or a games night's table asks for it."""
        attacker, source = self.game.attacker, attack_source(self.catalogue)
        if not source or (self.game.pairing_id and attacker is None):
            return None
        is_rolled = has_rolled(self.state, ATTACKS)  # and then its dice stay
        rows = []
        for side in SIDES:
            is_off = is_rolled and attacker not in {None, side}
            event = event_text(Attacks(attacker=side))
            button = Button(gettext("Attacks"), event, pressed=attacker == side, is_off=is_off)
            rows.append((self.names[side, ""], self._attack_dice(side), button))
        said = ""
        if attacker:
            words = {"who": self.names[attacker, ""], "other": self.names[other_side(attacker), ""]}
            said = gettext("%(who)s attacks, %(other)s defends.") % words
        may_roll = attacker is None and not is_rolled and all(self.rosters.values())
        return AttackRoll(rows, said, source, may_roll)

    def _attack_dice(self, side: Side) -> str:
        """Return the dice of a side: "2d6 +4", without the bonus of troops that the link does not see completely."""
        is_hidden = side not in self.link.sides and (side in self.hidden_lists or self._hidden(side))
        roster = None if is_hidden else self.rosters[side]
        bonus = dice_off_bonus(roster.squads, self.catalogue) if roster else None
        dice = f"{DICE_OFF}d{self.catalogue.die}"
        return dice if bonus is None else f"{dice} {signed(bonus)}"

    @property
    def usual_turns(self) -> dict[str, object] | None:
        """The turn limit of the game, with its dice and paragraph (rth §4.0)."""
        numbers = self.catalogue.procedures
        if numbers.turns is None or numbers.turn_dice is None:
            return None
        return {"turns": numbers.turns, "dice": numbers.turn_dice, "source": attack_source(self.catalogue)}

    @property
    def limits(self) -> list[Button]:
        limit, is_rolled = self.state.limit, has_rolled(self.state, LIMIT)
        return [
            Button(
                str(total),
                event_text(LimitIs(turns=total)),
                pressed=limit == total,
                is_off=is_rolled and limit not in {None, total},
            )
            for total in turn_limits(self.catalogue)
        ]

    @property
    def may_roll_limit(self) -> bool:
        """Whether the site can roll for the number of turns: only once."""
        return self.state.limit is None and not has_rolled(self.state, LIMIT)

    @property
    def start(self) -> Button:
        return Button(gettext("Start turn 1"), event_text(PhaseIs(phase="playing")))

    @property
    def end(self) -> Button:
        if self.state.phase == "ended":
            return Button(gettext("Resume game"), event_text(PhaseIs(phase="playing")))
        return self._button(PhaseIs(phase="ended"))

    def _button(self, event: AnyEvent) -> Button:
        side = self.link.sides[0] if self.link.sides else SIDES[0]
        return Button(event_words(event, side, self.words), event_text(event))

    @cached_property
    def own(self) -> list[SideOnPage]:
        return [self._on_page(side, is_own=True) for side in self.link.sides]

    @property
    def docked(self) -> list[SideOnPage]:
        """Return the side whose first reminder is docked: the reader's own, or for a referee one with a due item."""
        return sorted(self.own, key=lambda own: not own.reminders)[:1]

    @cached_property
    def seen(self) -> list[SideOnPage]:
        return [self._on_page(side, is_own=False) for side in SIDES if side not in self.link.sides]

    @cached_property
    def next_turn(self) -> Button:
        turn = min(self.state.turn + 1, LAST_TURN)
        return Button(str(turn), event_text(TurnIs(turn=turn)))

    @cached_property
    def log(self) -> Log:
        failed = {side: self.state.failures(side) for side, own in self.statuses.items() if own.spares_morale}
        spared = {side: tests[0] for side, tests in failed.items() if tests}
        return Log(self.lines, self.link.sides, self.order, self.words, spared)

    @cached_property
    def rosters(self) -> dict[Side, Roster | None]:
        """The list of each side, as far as visible; None: it has none."""
        return {side: self._roster(side) for side in SIDES}

    def _roster(self, side: Side) -> Roster | None:
        roster = self.game.by_side[side].roster
        if roster is None or side in self.link.sides:
            return roster
        return roster_seen(roster, self._hidden(side))

    def _hidden(self, side: Side) -> set[str]:
        """Return the hidden pieces according to the whole log: not every link sees the lines about them."""
        return hidden_pieces(self.game.state, side, self.catalogue)

    def _on_page(self, side: Side, *, is_own: bool) -> SideOnPage:
        found, own_list = self.statuses.get(side), self.game.by_side[side].roster
        # The mark of a part depends on its content. For a hidden list, even that must not depend on the number of men.
        roster = None if side in self.hidden_lists else self.rosters[side]
        said = {line.name for line in self.lines if line.side == side and line.phone not in SITE}
        return SideOnPage(
            side=side,
            name=self.names[side, ""],
            rows=SideRows(Ticks(self.words, self.state, side), roster, found, tuple(self.log.ordered)),
            markers=Markers(side, self.words, self.state, own_list, found),
            reminders=tuple(self._reminders.of_side(side)) if is_own else (),
            heard=None if is_own else self.game.heard(said),
        )

    @cached_property
    def _reminders(self) -> Reminders:
        heads = {side: self._you(side) for side in SIDES}
        totals = {side: self.points.total(side) for side in SIDES} if self.points.counts_points else {}
        known = {side: found for side, found in self.statuses.items() if side not in self.hidden_lists}
        both_play_lists = len(self.statuses) == len(SIDES)
        return Reminders(self.words, self.state, known, heads, totals, both_play_lists=both_play_lists)

    def _extras(self, side: Side) -> frozenset[str]:
        roster = self.game.by_side[side].roster
        return frozenset(row.extra for row in extra_rows(roster)) if roster else frozenset()

    def _you(self, side: Side) -> str:
        if len(self.link.sides) != 1:
            return self.names[side, ""]
        return gettext("You") if side in self.link.sides else gettext("Enemy")


HELD = "X-Held"  # the header: the marks of the parts that the phone shows, with spaces between


class PagePart(Struct, frozen=True):
    """A part of the page by its id. `mark`: the digest of its content; `is_held`: the phone has it already."""

    id: str
    mark: str
    is_held: bool


class PageParts:
    """The parts of a page. `of_page`: the dependencies of each; `held`: the marks of parts on the phone."""

    def __init__(self, of_page: tuple[str, ...], held: str) -> None:
        self.of_page, self.held = of_page, frozenset(held.split())

    def part(self, part_id: str, *shown: object) -> PagePart:
        said = json.encode([self.of_page, part_id, shown], enc_hook=_plain)
        mark = urlsafe_b64encode(blake2b(said, digest_size=6).digest()).decode()
        return PagePart(part_id, mark, mark in self.held)


def _plain(value: object) -> str:
    # A text of a template is marked as safe, which JSON does not know; joined to something, it is plain.
    return str(value) + ""
