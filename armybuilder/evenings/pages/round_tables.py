"""The tables, standings, points and scenario of a round, and how far the games night is."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.evenings.forms.play import TIE_BREAK_NAMES
from armybuilder.evenings.models import Claim, DiceOff, Entry, Evening, Pairing, Round
from armybuilder.evenings.pairing.matching import Kind, Player, Remark, remarks
from armybuilder.evenings.pairing.standings import Ranking, Reason
from armybuilder.evenings.played import pairs_of
from armybuilder.evenings.versions import rounds_version, table_version
from rules.core.odds import printed_handbook
from rules.core.text import LANGUAGES, Language


class Progress(Struct, frozen=True):
    """The last published round of a games night that is running, and the version of all rounds (`seen`).

    `ends_early`: finishing now leaves out a planned round or a draft.
    """

    number: int
    ends_early: bool
    seen: str


def progress_of(evening: Evening, rounds: Sequence[Round]) -> Progress | None:
    """Return the progress over all rounds, None unless the games night is running."""
    if evening.phase != "running":
        return None
    published, planned = [one.number for one in rounds if one.published], evening.rounds_planned
    number = max(published, default=0)
    ends_early = len(published) < len(rounds) or planned is None or number < planned
    return Progress(number, ends_early, rounds_version(rounds))


def begun(pairings: Iterable[Pairing]) -> bool:
    """Whether there is a result, which starts the standings; a bye alone is none."""
    return any(pairing.is_settled and pairing.second_id is not None for pairing in pairings)


class TableSide:
    """A player at a table. `role`: "attacker", "defender" or "" (the dice decide).

    `place`: 1 for the first player of the pairing, 2 for the second; `lost`: the defeat points, None until final.
    """

    def __init__(self, pairing: Pairing, entry: int, name: str, drawn_within: int) -> None:
        self.entry, self.name, self.role = entry, name, ""
        if pairing.attacker_id is not None:
            self.role = "attacker" if pairing.attacker_id == entry else "defender"
        self.place = 1 if entry == pairing.first_id else 2
        lost = (pairing.first_lost, pairing.second_lost)
        self.lost, other = lost if self.place == 1 else lost[::-1]
        self.won = self.lost is not None and other is not None and self.lost + drawn_within < other

    @property
    def field(self) -> str:
        return "first_lost" if self.place == 1 else "second_lost"

    @property
    def total_field(self) -> str:
        return "first_total" if self.place == 1 else "second_total"


class EnteredResult:
    """The result that one player entered: defeat points of both, and who held the field.

    `winner`: "" for a draw; `is_turned`: the attacker, who is named first, is the second player of the pairing.
    """

    def __init__(self, table: "Table", claim: Claim, drawn_within: int, *, is_turned: bool) -> None:
        self.name, self.is_yours = table.names[claim.entry_id], claim.entry_id == table.you
        self.first_lost, self.second_lost, self.held = claim.first_lost, claim.second_lost, claim.held
        self.holder, self.is_turned = table.called(claim.held), is_turned
        ahead = claim.second_lost - claim.first_lost
        self.winner = table.called(1 if ahead > 0 else 2) if abs(ahead) > drawn_within else ""

    @property
    def score(self) -> str:
        both = (self.first_lost, self.second_lost)
        return "–".join(map(str, both[::-1] if self.is_turned else both))

    @property
    def words(self) -> str:
        return gettext("%(name)s entered %(score)s.") % {"name": self.name, "score": self.score}

    @property
    def verdict(self) -> str:
        return gettext("%(name)s wins.") % {"name": self.winner} if self.winner else gettext("A draw.")


class Table:
    """A table of a round, or a bye (no `number`), for a reader. `sides`: the attacker first, as everywhere.

    `gone`: the player who dropped out before the game, or both if it `is_abandoned`; `has_game`: whether it is or was
    played on phones. `is_closed`: with its round. `seen`: the version of its result and of all the entered results.
    """

    def __init__(
        self,
        pairing: Pairing,
        names: Mapping[int, str],
        drawn_within: int,
        you: int | None,
        remarks: Sequence[str],
    ) -> None:
        """Read a pairing of `tables`; `you`: the entry of the reader."""
        self.names, self.you, self.remarks = names, you, remarks
        self.entries = [pairing.first_id, *([pairing.second_id] if pairing.second_id else [])]
        is_turned = pairing.attacker_id is not None and pairing.attacker_id == pairing.second_id
        sides = [TableSide(pairing, entry, names[entry], drawn_within) for entry in self.entries]
        self.pk, self.number, self.sides = pairing.pk, pairing.table, sides[::-1] if is_turned else sides
        self.said = [EnteredResult(self, claim, drawn_within, is_turned=is_turned) for claim in pairing.claims.all()]
        self.is_yours, self.is_closed = you in self.entries, pairing.round.closed is not None
        self.dice_off: DiceOff | None = getattr(pairing, "dice_off", None)
        self.held, self.holder = pairing.held, self.called(pairing.held)
        self.gone = names[pairing.forfeit_id] if pairing.forfeit_id else ""
        self.is_abandoned = pairing.abandoned
        self.has_game: bool = pairing.has_game  # type: ignore[attr-defined]  # of `tables`
        self.seen = table_version(pairing)

    def called(self, place: int | None) -> str:
        """Return the name of the first player (1) or the second (2) of the pairing, "" for None."""
        return self.names[self.entries[place - 1]] if place and place <= len(self.entries) else ""

    @property
    def lost(self) -> tuple[int, int] | None:
        """The defeat points of both in the order of the page, None until final."""
        first, second = self.sides[0].lost, self.sides[-1].lost
        return None if first is None or second is None or len(self.sides) < 2 else (first, second)

    @property
    def is_open(self) -> bool:
        return not (self.lost or self.gone or self.is_closed)

    @property
    def has_referee(self) -> bool:
        return bool(self.number) and not self.gone and (self.has_game or self.is_open)

    @property
    def is_proposed(self) -> bool:
        return self.others is not None and self.yours is None

    @property
    def one(self) -> str:
        return self.called(1)

    @property
    def two(self) -> str:
        """The second player, "" for a bye."""
        return self.called(2)

    @property
    def is_disputed(self) -> bool:
        """Whether the two players disagree, and nobody has decided yet."""
        return self.lost is None and len({(one.first_lost, one.second_lost, one.held) for one in self.said}) > 1

    @property
    def is_rolled(self) -> bool:
        """Whether the dice decide who attacks, or did."""
        return self.dice_off is not None or not self.sides[0].role

    @property
    def is_plain(self) -> bool:
        """Whether it needs no note beside its players and its result."""
        return not (self.dice_off or self.gone or self.remarks or self.holder or self.said)

    @property
    def yours(self) -> EnteredResult | None:
        return next((one for one in self.said if one.is_yours), None)

    @property
    def others(self) -> EnteredResult | None:
        return next((one for one in self.said if not one.is_yours), None)


class RankedPlayer(Struct, frozen=True):
    """A line of the standings; `above`: why this player is ahead of the next."""

    standing: Ranking
    name: str
    is_you: bool
    above: str

    @property
    def difference(self) -> str:
        return _signed(self.standing.difference)


def tables(
    evening: Evening,
    drawn: Round,
    names: Mapping[int, str],
    players: Mapping[int, Player],
    you: int | None,
) -> list[Table]:
    """Return the tables of a round for a reader (`you`: an entry); those of a draft with remarks."""
    on_phones = Exists(Pairing.objects.filter(pk=OuterRef("pk"), games__isnull=False))
    pairings = drawn.pairings.annotate(has_game=on_phones)
    pairings = pairings.select_related("dice_off").prefetch_related("claims")
    said = _remarks(evening, drawn, players) if drawn.published is None else {}
    return [Table(pairing, names, evening.drawn_within, you, said.get(pairing.first_id, ())) for pairing in pairings]


def ranks(standings: Sequence[Ranking], names: Mapping[int, str], you: int | None) -> list[RankedPlayer]:
    below = [*standings[1:], None]
    return [
        RankedPlayer(row, names[row.entry], row.entry == you, _above(row, other, names))
        for row, other in zip(standings, below, strict=True)
    ]


def names_of(entries: Iterable[Entry]) -> dict[int, str]:
    return {entry.pk: str(entry) for entry in entries}


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", "−") if value else "0"


def _remarks(evening: Evening, drawn: Round, players: Mapping[int, Player]) -> dict[int, tuple[str, ...]]:
    """Return the remarks on each pair of a draft, by its first entry; none on players who have dropped out."""
    return {
        pair.first: tuple(remark_words(remark) for remark in remarks(pair, players, evening.table_count))
        for pair in pairs_of(drawn)
        if {*pair.entries} <= players.keys()
    }


REMARKS: dict[Kind, StrPromise] = {
    "rematch": _("They have met before: every possible round has a rematch."),
    "second-bye": _("Has already had a bye: otherwise someone would have a rematch."),
    "no-list": _("One of them has no list for that side."),
    "same-side": _("One of them plays the same side again."),
    "uneven": _("They are not level on points: %(count)s have as many as the one ahead."),
    "bye-last": _("Has the fewest points."),
    "bye-not-last": _(
        "Does not have the fewest points: players with fewer have already had a bye, or someone would have a rematch."
    ),
    "no-table": _("There are only %(count)s tables: this game needs another, or has to wait."),
}


def remark_words(remark: Remark) -> str:
    return REMARKS[remark.kind] % {"count": remark.count}


def _above(row: Ranking, other: Ranking | None, names: Mapping[int, str]) -> str:
    """Return the sentence about why a player is ahead of the next, "" if it is the points."""
    if other is None or row.above in (None, "score"):
        return ""
    values: dict[Reason, tuple[int | str | None, int | str | None]] = {
        "difference": (_signed(row.difference), _signed(other.difference)),
        "opponents": (row.opponents, other.opponents),
        "direct": (row.direct, other.direct),
    }
    texts: dict[Reason, str] = {
        "difference": gettext("Ahead of %(name)s on defeat point difference: %(one)s to %(two)s."),
        "opponents": gettext("Ahead of %(name)s on opponents’ points: %(one)s to %(two)s."),
        "direct": gettext("Ahead of %(name)s on head-to-head results: %(one)s to %(two)s."),
        "lot": gettext("Ahead of %(name)s by lot: everything else is equal."),
    }
    assert row.above
    one, two = values.get(row.above, (None, None))
    return texts[row.above] % {"name": names[other.entry], "one": one, "two": two}


SCENARIO = "scenario"  # the topic of a ruleset's scenarios


class Scenario(Struct, frozen=True):
    """The scenario of a round: free text or, if it is one of the rules, with its paragraph and details."""

    name: str
    source: str = ""
    rows: tuple[tuple[str, str], ...] = ()


def scoring_words(evening: Evening) -> str:
    each = {
        "win": evening.win_points,
        "draw": evening.draw_points,
        "loss": evening.loss_points,
        "bye": evening.bye_points,
    }
    if evening.scored_by == "defeat-points":
        said = [gettext("A game is worth the defeat points the other side took, a bye %(bye)s.") % each]
    else:
        said = [gettext("A win is worth %(win)s points, a draw %(draw)s, a loss %(loss)s, a bye %(bye)s.") % each]
        if evening.drawn_within:
            said.append(
                gettext("A difference of up to %(most)s defeat points is a draw.") % {"most": evening.drawn_within}
            )
    return " ".join([*said, _tie_break_words(evening)])


def _tie_break_words(evening: Evening) -> str:
    names = [str(TIE_BREAK_NAMES[name]) for name in evening.tie_breaks if name in TIE_BREAK_NAMES]
    if not names:
        return gettext("Ties are broken by lot.")
    return gettext("Ties are broken by %(names)s, then by lot.") % {"names": gettext(", then by ").join(names)}


def scenario_of(evening: Evening, number: int, language: Language) -> Scenario | None:
    """Return the scenario of a round, None if there is none; one of the rules is found by its name."""
    name = evening.scenario_of(number)
    if not name:
        return None
    of_the_rules = [table for table in printed_handbook(evening.catalogue) if table.topic == SCENARIO]
    for table in of_the_rules:
        if name.casefold() in {table.name.to(each).casefold() for each in LANGUAGES}:
            rows = ((row.name.to(language), row.text.to(language)) for row in table.rows if row.text)
            return Scenario(table.name.to(language), table.source, tuple(rows))
    return Scenario(name)
