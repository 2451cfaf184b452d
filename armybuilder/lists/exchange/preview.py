"""Content of the import preview: each line beside its result, guesses with their alternatives, the points."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext
from msgspec import UNSET, Struct

from armybuilder.lists.builder.context import abbreviations
from armybuilder.lists.builder.values import Abbreviation
from armybuilder.lists.exchange.explaining import points_at
from armybuilder.lists.exchange.proposal import (
    ImportedLine,
    ImportedRow,
    Question,
    Reading,
    RosterPlace,
    RosterTable,
)
from armybuilder.lists.recognition.heads import Head
from armybuilder.lists.recognition.numbers import is_price
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.report import Report
from rules.core.text import Language

LONGEST_SHOWN = 300  # characters of a line
FEW, LETTERS_OF_FEW = 3, 34  # choices shown side by side


class Choice(Struct, frozen=True):
    """A choice of a question."""

    value: str
    label: str
    chosen: bool


class Asked(Struct, frozen=True):
    """A question with its choices, and whether it was answered."""

    field: str
    label: str
    choices: tuple[Choice, ...]
    answered: bool

    @property
    def is_short(self) -> bool:
        """Whether the choices are shown side by side: a few that fit on a line of a phone."""
        return len(self.choices) <= FEW and sum(len(choice.label) for choice in self.choices) <= LETTERS_OF_FEW


class ShownRow(Struct, frozen=True):
    """The result of a line: a squad (`is_squad`) or a row of a squad. `typed` are typed points that are wrong."""

    is_squad: bool
    count: int
    name: str
    gear: tuple[str, ...]
    points: int | None
    typed: int | None
    unarmed: bool
    asked: tuple[Asked, ...]

    @property
    def is_doubtful(self) -> bool:
        """Whether it has an open question, or points that differ from the text."""
        return self.typed is not None or any(not asked.answered for asked in self.asked)


class ShownLine(Struct, frozen=True):
    """A typed line with its result, note and left-out words."""

    number: int
    text: str
    rows: tuple[ShownRow, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...]
    is_head: bool
    is_guess: bool
    check: str  # the field that confirms it, "" without a mark
    is_confirmed: bool
    is_part: bool = False  # read with the line above

    @property
    def kind(self) -> str:
        """Its mark on the page: guess, note or none."""
        if self.is_guess:
            return "is-guess"
        return "is-note" if self.notes or self.left_out else ""

    @property
    def is_empty(self) -> bool:
        """Whether it has no result and no note."""
        return not (self.rows or self.notes or self.left_out)


class Preview(Struct, frozen=True):
    """A list before it is created. `typed` is the total in the text; `limit` is None without a limit.

    `guesses` are the questions, including the game and the role; `prices` are rows with
    points that differ from the text.
    """

    name: str
    games: tuple[Choice, ...]
    game_is_sure: bool
    roles: tuple[Choice, ...]
    role_is_sure: bool
    role_note: str
    lines: tuple[ShownLine, ...]
    has_list: bool
    guesses: int
    notes: int
    left_out: int
    prices: int
    total: int | None = None
    limit: int | None = None
    typed: int | None = None
    errors: int = 0
    is_document: bool = False
    abbreviations: tuple[Abbreviation, ...] = ()

    @property
    def is_as_typed(self) -> bool:
        """Whether the typed total matches the calculated total."""
        return self.typed == self.total

    @property
    def can_confirm(self) -> bool:
        """Whether a line is marked and not confirmed yet."""
        return any(line.check and not line.is_confirmed for line in self.lines)

    @property
    def is_certain(self) -> bool:
        """Whether the list has no guesses, omissions or differences from the text."""
        return self.has_list and not self.summary

    @property
    def summary(self) -> list[str]:
        """Return the amount of uncertainty in words; nothing if everything is certain."""
        guesses = ngettext("%(count)d guess to check", "%(count)d guesses to check", self.guesses)
        notes = ngettext("%(count)d line as a note", "%(count)d lines as notes", self.notes)
        left_out = ngettext("%(count)d line left out", "%(count)d lines left out", self.left_out)
        prices = ngettext("%(count)d price that differs", "%(count)d prices that differ", self.prices)
        counted = (
            (guesses, self.guesses),
            (notes, self.notes),
            (left_out, self.left_out),
            (prices, self.prices),
        )
        return [words % {"count": number} for words, number in counted if number]


def make_preview(reading: Reading, library: Library, language: Language) -> Preview:
    game = reading.game.ruleset if reading.game else ""
    catalogue = library.catalogues.get(game)
    roster = reading.roster
    report = assess(roster, catalogue) if roster and catalogue else None
    writer = _Writer(roster, catalogue, report, language) if roster and catalogue and report else None
    lines = reading.lines or (list(_lines_of(roster)) if roster else [])
    shown = tuple(_line(line, writer) for line in lines)
    total = report.total if report else None
    is_other_total = bool(reading.lines) and reading.head.total not in (None, total)
    return Preview(
        name=roster.name if roster else "",
        games=tuple(_games(library, game, language)),
        game_is_sure=bool(reading.game and reading.game.sure),
        roles=tuple(_roles(catalogue, roster, language)) if catalogue else (),
        role_is_sure=reading.head.role_sure,
        role_note=_role_note(catalogue, roster, reading.head, language) if catalogue and roster else "",
        lines=shown,
        has_list=roster is not None,
        guesses=_guesses(reading),
        notes=sum(bool(line.unknown) for line in reading.lines),
        left_out=sum(bool(line.left_out) for line in reading.lines),
        prices=sum(row.typed is not None for line in shown for row in line.rows) + is_other_total,
        total=total,
        limit=report.limit if report else None,
        typed=reading.head.total,
        errors=report.count("error") if report else 0,
        is_document=not reading.lines,
        abbreviations=abbreviations(catalogue, language) if catalogue else (),
    )


def _guesses(reading: Reading) -> int:
    """Return the number of open guesses, including the game and the role."""
    asked = sum(not question.answered for question in reading.questions)
    asked += sum(line.is_unsure for line in reading.lines)
    if not reading.lines or reading.game is None:
        return asked
    return asked + (not reading.game.sure) + (not reading.head.role_sure)


def _games(library: Library, chosen: str, language: Language) -> Iterator[Choice]:
    for book in library.catalogues.values():
        name = book.name.to(language)
        edition = book.short_edition.to(language) if book.short_edition else ""
        yield Choice(book.id, f"{name} · {edition}" if edition else name, book.id == chosen)


def _roles(catalogue: Catalogue, roster: Roster | None, language: Language) -> Iterator[Choice]:
    for item in catalogue.offered.formats:
        chosen = roster is not None and roster.role == item.id
        limit = item.limit or (roster.limit if roster and chosen else None)
        yield Choice(item.id, f"{item.name.to(language)} {limit or ''}".strip(), chosen)


def _role_note(catalogue: Catalogue, roster: Roster, head: Head, language: Language) -> str:
    """Return the reason why a list does not suit the role in its first lines, empty if it does."""
    named = catalogue.format_by_id.get(head.unlike)
    if named is None or roster.role != "open":
        return ""
    said = gettext("%(role)s means %(limit)s points. The text says %(typed)s, so the list becomes “%(open)s”.")
    words = {"role": named.name.to(language), "open": catalogue.format_by_id["open"].name.to(language)}
    return said % (words | {"limit": named.limit, "typed": roster.limit})


def _lines_of(roster: Roster) -> Iterator[ImportedLine]:
    """Yield a line for each squad of a JSON list, and a line for its extras."""
    tables: tuple[RosterTable, ...] = ("figures", "vehicles", "extras")
    for number, squad in enumerate(roster.squads):
        places = (RosterPlace(number, table, i) for table in tables for i in range(len(getattr(squad, table))))
        yield ImportedLine(0, "", [ImportedRow(RosterPlace(number)), *map(ImportedRow, places)])
    if roster.extras:
        extras = (RosterPlace(None, "extras", place) for place in range(len(roster.extras)))
        yield ImportedLine(0, "", [*map(ImportedRow, extras)])


def _line(line: ImportedLine, writer: "_Writer | None") -> ShownLine:
    rows = tuple(writer.row(row) for row in line.rows) if writer else ()
    return ShownLine(
        number=line.number,
        text=line.text[:LONGEST_SHOWN],
        rows=rows,
        notes=tuple(text[:LONGEST_SHOWN] for text in line.unknown),
        left_out=tuple(text[:LONGEST_SHOWN] for text in line.left_out),
        is_head=line.is_head,
        is_part=line.is_part,
        is_guess=line.is_unsure or any(row.is_doubtful for row in rows),
        check=f"pick.{line.key}.line" if line.is_unsure or line.is_confirmed else "",
        is_confirmed=line.is_confirmed,
    )


class _Writer:
    """Writes the rows of one list."""

    def __init__(self, roster: Roster, catalogue: Catalogue, report: Report, language: Language) -> None:
        self.roster, self.catalogue, self.language = roster, catalogue, language
        self.points = report.points

    def row(self, row: ImportedRow) -> ShownRow:
        thing = row.place.of(self.roster)
        points = points_at(self.points, row.place)
        figure = thing if isinstance(thing, Figure) else None
        count = thing.count if isinstance(thing, Figure | Vehicle | ExtraEntry) else 1
        is_as_typed = row.price is None or points is None or is_price(row.price, points, count)
        return ShownRow(
            is_squad=isinstance(thing, Squad),
            count=count,
            name=self._name(thing, row.place),
            gear=tuple(self._gear(thing)),
            points=points,
            typed=None if is_as_typed else row.price,
            unarmed=figure is not None and not figure.weapons,
            asked=tuple(self._asked(question) for question in row.questions),
        )

    def _name(self, thing: Squad | Figure | Vehicle | ExtraEntry | None, place: RosterPlace) -> str:
        match thing:
            case Squad():
                return squad_label(thing, place.squad or 0).to(self.language)
            case Figure():
                squad = self.roster.squads[place.squad or 0]
                return figure_label(thing, self.catalogue, squad.class_of(thing)).to(self.language)
            case Vehicle():
                return vehicle_label(thing, self.catalogue.vehicle_by_id.get(thing.type)).to(self.language)
            case ExtraEntry():
                return self._named(self.catalogue.extra_by_id, thing.extra)
        return ""

    def _gear(self, thing: Squad | Figure | Vehicle | ExtraEntry | None) -> Iterator[str]:
        """Yield the words beside a name: class, leadership, weapons, kit."""
        match thing:
            case Squad():
                yield from self._names(self.catalogue.class_by_id, (thing.class_,))
                yield from self._names(self.catalogue.squad_traits, thing.traits)
            case Figure():
                yield from self._names(self.catalogue.class_by_id, (thing.class_,))
                if thing.leadership:
                    yield gettext("leadership %(level)s") % {"level": thing.leadership}
                yield from self._names(self.catalogue.role_by_id, thing.roles)
                yield from self._names(self.catalogue.weapon_by_id, thing.weapons)
                yield from self._names(self.catalogue.kit_by_id, thing.kit)
                yield from self._combat_value(thing)
            case Vehicle():
                if thing.name:
                    yield self._named(self.catalogue.vehicle_by_id, thing.type)
                yield from self._names(self.catalogue.weapon_by_id, thing.weapons)
                yield from self._names(self.catalogue.vehicle_traits, thing.traits)
                yield from self._combat_value(thing)
            case ExtraEntry():
                if thing.level:
                    yield gettext("level %(level)s") % {"level": thing.level}
                if "passes" in self.catalogue.reads and thing.passes > 1:
                    said = ngettext("%(count)s pass", "%(count)s passes", thing.passes)
                    yield said % {"count": thing.passes}

    def _combat_value(self, thing: Figure | Vehicle) -> Iterator[str]:
        if thing.combat_value is not UNSET:
            yield gettext("combat value %(value)s") % {"value": thing.combat_value}

    def _names(self, table: object, ids: Sequence[str]) -> Iterator[str]:
        yield from (self._named(table, item) for item in ids if item)

    def _named(self, table: object, item: str) -> str:
        known = table.get(item)  # type: ignore[attr-defined]
        return str(known.name.to(self.language)) if known else item

    # ── Questions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _asked(self, question: Question) -> Asked:
        choices = (
            Choice(str(meaning), self._choice(meaning, question.term.text), meaning == question.chosen)
            for meaning in question.term.meanings
        )
        return Asked(f"pick.{question.key}", self._question(question), tuple(choices), question.answered)

    def _question(self, question: Question) -> str:
        """Return the question about a word or a missing item."""
        kind = question.term.kind
        word = {"word": question.term.text[:60]}
        if kind == "apart":
            return gettext("“%(word)s” belongs") % word
        if question.term.text:
            return gettext("“%(word)s” is") % word
        return (
            gettext("The text does not say which troops these are") if kind == "class" else gettext("What he carries")
        )

    def _choice(self, meaning: Meaning, word: str) -> str:
        catalogue, item = self.catalogue, meaning.id
        sentences = {
            "note": gettext("a note on the list"),
            "name": gettext("a name"),
            "count": gettext("how many: %(count)s") % {"count": item},
            "price": gettext("points: %(points)s") % {"points": item},
            "apart": gettext("to a new row") if item == "new" else gettext("to the row before"),
            "team": gettext("a section of this squad") if item == "section" else gettext("another squad"),
            "leadership": gettext("leadership %(level)s") % {"level": item} if item != "0" else gettext("no leader"),
        }
        if meaning.kind in sentences:
            return sentences[meaning.kind]
        if meaning.kind == "arms":
            return gettext(" and ").join(self._names(catalogue.weapon_by_id, item.split("+"))) or gettext("unarmed")
        if meaning.kind == "preset":
            return self._preset(item)
        tables = {
            "class": catalogue.class_by_id,
            "weapon": catalogue.weapon_by_id,
            "vehicle": catalogue.vehicle_by_id,
            "extra": catalogue.extra_by_id,
            "role": catalogue.role_by_id,
            "kit": catalogue.kit_by_id,
            "format": catalogue.format_by_id,
        }
        return self._named(tables.get(meaning.kind, {}), item)

    def _preset(self, preset_id: str) -> str:
        preset = self.catalogue.preset_by_id.get(preset_id)
        if preset is None:
            return preset_id
        name = preset.name.to(self.language)
        return f"{name} ({preset.note.to(self.language)})" if preset.note else name
