"""Decide which lines of an import need no mark: the final pass over what was read.

A line is explained if each of its words and numbers has a part in its result, each thing in the result has words in the
line, every question about it is answered by its text or its price, and no other reading has the same explanation. All
other lines are marked, even if their reading is right.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from unicodedata import category

from armybuilder.lists.exchange.certainty import Certainty
from armybuilder.lists.exchange.evidence import is_exact, value_of
from armybuilder.lists.exchange.head_lines import HeadingsReader
from armybuilder.lists.exchange.proposal import ImportedLine, ImportedRow, LinePart, Question, RosterPlace
from armybuilder.lists.recognition.carrying import Carrying
from armybuilder.lists.recognition.headings import names_list
from armybuilder.lists.recognition.markup import is_unticked
from armybuilder.lists.recognition.numbers import is_price
from armybuilder.lists.recognition.pieces import OF_ROW, Piece, count_at, number_of, pieces_of
from armybuilder.lists.recognition.sentences import is_said
from armybuilder.lists.recognition.vocabulary import Meaning
from armybuilder.lists.recognition.words import DENYING, IF, LABELS, TEAM_NAMES, UNITS
from rules.core.assess import assess
from rules.core.document.naming import squad_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import ListPoints
from rules.core.text import squeezed

PRICED = ("class", "leadership", "price")  # questions about a row that always have a price
DECORATED = ("#", "==", "--", "**")  # signs before a heading
ORDINAL = ("°", "º")
RIGHT = "right"  # the answer that confirms a line
LONGEST_HEADING = 4  # words
SEPARATORS = frozenset("""._,;:!-–—−/\\|()[]{}+=&*×"'‘’“”«»#@°ªº·€£$•…→>►▪""")
Thing = Figure | Vehicle | ExtraEntry


def mark_lines(reader: HeadingsReader, roster: Roster) -> None:
    """Drop the questions of explained lines, and mark the other lines."""
    marking = Marking(reader, roster)
    for line in reader.lines:
        marking.add_up(line)
    for line, after in zip(reader.lines, (*reader.lines[1:], None), strict=True):
        marking.follow(line, after)
        is_explained = marking.explains(line)
        for row in line.rows:
            row.questions = [
                one for one in row.questions if one.answered or not (is_explained or marking.decides(one, row))
            ]
        if not is_explained:
            is_answered = any(one.answered for row in line.rows for one in row.questions)
            is_marked = bool(line.unknown) or line.is_guess or any(map(marking.differs, line.rows))
            is_unsure = not (is_answered or is_marked)
            line.is_confirmed = is_unsure and RIGHT in map(reader.picks.get, (f"{line.key}.line", "all"))
            line.is_unsure = is_unsure and not line.is_confirmed
        elif any(row.place.number >= 0 for row in line.rows):
            line.unknown = []  # its words are explained


class Marking:
    """Explains the lines of one list."""

    def __init__(self, reader: HeadingsReader, roster: Roster) -> None:
        self.reader, self.roster = reader, roster
        self.carrying = Carrying(reader.catalogue)
        self.report = assess(roster, reader.catalogue)
        self.is_understood, self.has_things = True, False
        self.heading = ""  # above the line, if it is about no squad
        parts = [part for line in reader.lines for part in line.parts if part.kind == "title" and part.rows]
        self.are_bare = not any(map(self.is_of_squad, parts))
        self.has_teams = sum(asks_team(row) for line in reader.lines for row in line.rows) > 1
        headings = [squad.class_row or squad.row for squad in reader.squads]
        self.unclear = {place for place, row in enumerate(headings) if any(map(asks_class, row.questions))}
        rows = [row for line in reader.lines for row in line.rows if row.place.number >= 0]
        men = [row for row in rows if row.place.table == "figures"]
        every = Counter(row.place.squad for row in men)
        priced = Counter(row.place.squad for row in men if row.price is not None)
        self.priced = {squad for squad, count in priced.items() if count > 1 and 3 * count > every[squad]}
        has_total = reader.catalogue.has_points and reader.head.is_worked_out
        stated = reader.head.limit if reader.head.total is None else reader.head.total
        self.total = stated if has_total else None  # without a role, it is also the limit
        self.is_added_up = self.total is not None and self.total == self.report.total

    def explains(self, line: ImportedLine) -> bool:
        """Whether the text of a line explains its result."""
        if line.is_exact or line.is_part:
            return not line.is_guess
        bought = [row for row in line.rows if row.place.number >= 0]
        pieces = self.pieces(line.said)
        if not any(map(is_placed, line.rows)):
            is_asked = any(not self.is_answered(one, row, line) for row in line.rows for one in row.questions)
            return not is_asked and self.explains_nothing(pieces, line)
        return (
            self.is_understood
            and (line.is_clear or self.is_added_up or self.is_paid_for(line, bought))
            and all(map(is_separator, line.said))
            and not is_unticked(line.text)
            and all(self.is_answered(one, row, line) for row in line.rows for one in row.questions)
            and not any(map(self.differs_from_total, bought))
            and (self.is_added_up or not any(map(self.lacks_price, bought)))
            and all(self.explains_part(part, line) for part in line.parts)
            and self.covers(line, bought)
        )

    def pieces(self, text: str) -> list[Piece]:
        return pieces_of(text, self.reader.vocabulary)

    def covers(self, line: ImportedLine, bought: Sequence[ImportedRow]) -> bool:
        """Whether each word of a line was read or left out, and each of its things was read from words."""
        explained = {id(row) for part in line.parts for row in part.rows}
        if any(id(row) not in explained for row in bought):
            return False
        texts = (*(part.text for part in line.parts), *line.left_out, *line.unknown)
        read = Counter(chain.from_iterable(self.words(text) for text in texts))
        return not Counter(key for key in self.words(line.said) if key not in (*LABELS, *DENYING)) - read

    def words(self, text: str) -> Iterator[str]:
        """Yield the words of a text, without headings of sections."""
        pieces = (piece for piece in self.pieces(text) if piece.kind != "section")
        return (squeezed(token.text) for piece in pieces for token in piece.tokens)

    def explains_part(self, part: LinePart, line: ImportedLine) -> bool:
        pieces = self.pieces(part.text)
        if part.kind == "title":
            is_label = len(pieces) == 1 and len(line.rows) > len(part.rows)  # Team: 4 riflemen
            is_label = is_label and any(meaning.id == "squad" for meaning in meanings_of(pieces[0]))
            return not is_label and all(self.explains_title(pieces, part.text, row) for row in part.rows)
        bought = [row for row in part.rows if row.place.number >= 0]
        if line.is_row and len(bought) > 1:
            return False  # a row of a table is one thing
        classes = [self.troops(bought[0])] if bought else []
        if line.sum:
            place = max((at for at, piece in enumerate(pieces) if value_of(piece) == line.sum), default=0)
            pieces = [*pieces[:place], *pieces[place + 1 :]]
        certainty = Certainty(self.reader, classes)
        certainty.is_counted, certainty.is_row = line.is_counted, line.is_row
        return certainty.explains(pieces, part.rows)

    def troops(self, row: ImportedRow) -> str:
        """Return the class of a row, "" for extras of the list."""
        squad, thing = self.squad(row), self.reader.thing_at(row.place)
        own = thing.class_ if isinstance(thing, Figure) else ""
        return own or (squad.class_ if squad else "")

    def squad(self, row: ImportedRow) -> Squad | None:
        return None if row.place.squad is None else self.roster.squads[row.place.squad]

    # ── Sections ───────────────────────────────────────────────────────────────────────────────────────────────────

    def follow(self, line: ImportedLine, after: ImportedLine | None) -> None:
        """Note whether the heading above the next lines is understood: it may say that they are not bought."""
        titles = [part for part in line.parts if part.kind == "title" and part.rows]
        if titles or line.is_exact or line.is_head:
            self.is_understood = line.is_exact or all(map(self.says_squad, titles))
            self.heading = "" if titles else line.said
        elif not line.rows and line.unknown and after and any(row.place.number >= 0 for row in after.rows):
            pieces = self.pieces(line.said)
            is_bare = len(pieces) <= LONGEST_HEADING and not any(value_of(piece) for piece in pieces)
            if (is_bare and self.has_things) or (after.is_row and set(line.said) & set("\t|;")):
                self.is_understood = False
        self.has_things |= any(row.place.number >= 0 for row in line.rows)

    @property
    def in_reserve(self) -> bool:
        """Whether the heading says that the lines below it are not bought."""
        return any(map(denies, self.pieces(self.heading)))

    def says_squad(self, title: LinePart) -> bool:
        """Whether a heading is like the others, or says that it is a squad: by the word or by its class."""
        is_first = any(row.place.squad == 0 for row in title.rows)
        return is_first or self.are_bare or self.is_of_squad(title)

    def is_of_squad(self, title: LinePart) -> bool:
        pieces = self.pieces(title.text)
        kinds = {piece.kind for piece in pieces if is_exact(piece)}
        return bool(kinds & {"squad", "class", "trait"}) or any(
            piece.word in (*LABELS, *TEAM_NAMES) or len(piece.word) == 1 for piece in pieces
        )

    # ── Lines without things ───────────────────────────────────────────────────────────────────────────────────────

    def explains_nothing(self, pieces: Sequence[Piece], line: ImportedLine) -> bool:
        """Whether a line of which nothing is bought names nothing, or says that it is not bought."""
        things = [place for place, piece in enumerate(pieces) if piece.kind in OF_ROW and is_exact(piece)]
        if line.is_head:
            is_counted = any(place and value_of(pieces[place - 1]) is not None for place in things)
            is_name = not things or names_list(pieces) or self.may_be_name(line)
            is_told = line is self.reader.class_line and is_said(line.said, pieces)  # we bring the veterans
            return is_name and not (is_counted or is_told) and self.explains_limit(pieces)
        return not things or (bool(line.left_out) and (self.in_reserve or any(map(denies, pieces))))

    def may_be_name(self, line: ImportedLine) -> bool:
        """Whether a line with things can only be the name of a list: its rows have numbers."""
        layout = self.reader.layout
        return layout.is_numbered and not layout.shape(line.number).numbers

    def explains_limit(self, pieces: Sequence[Piece]) -> bool:
        """Whether each number beside the game or the role is a limit, a total or part of the name."""
        head = self.reader.head
        known = {head.total, head.limit, self.roster.limit, self.report.limit}
        name = squeezed(self.roster.name)
        is_squad = any(piece.kind == "squad" for piece in pieces[:1])
        if not names_list(pieces):
            return not (is_squad and pieces[0].first.key in name)  # a squad, or the name of the list
        numbers = (piece.first for piece in pieces if value_of(piece) is not None)
        return all(token.key in name or value_of(Piece((token,))) in known for token in numbers)

    def explains_title(self, pieces: Sequence[Piece], text: str, row: ImportedRow) -> bool:
        """Whether a heading has only the name of its squad, its class and its points, and is not a row."""
        squad = self.squad(row)
        if squad is None:
            return True
        pieces = pieces[1:] if number_of(pieces) else pieces
        label = squad_label(Squad(name="", kind=squad.kind), row.place.squad or 0)
        name = squeezed(f"{squad.name}" if squad.name else f"{label.it} {label.en}")
        is_squad = any(piece.kind == "squad" for piece in pieces)
        named = [piece for piece in pieces if piece.first.key in name]
        is_thing = any(piece.kind in OF_ROW and is_exact(piece) for piece in named)
        is_named = any(piece.kind == "class" for piece in pieces) or text.rstrip().endswith(":")
        is_row = not (self.reader.layout.is_numbered or is_squad) or not is_named
        if (is_thing and is_row and not text.startswith(DECORATED)) or self.counts(named):
            return False
        troops = [place for place, piece in enumerate(pieces) if piece.kind == "class"]
        free = [pieces[place] for place in troops if pieces[place] not in named]
        called = [piece for piece in free if not (piece.match and piece.match.named)]
        if len(called) + (len(called) < len(free)) > 1:
            return False  # one of them may be its name
        if squad.name and troops and pieces[0] in named and pieces[-1] in named and troops != [len(pieces) - 1]:
            return False  # Alpha (elite) - cancelled
        return all(self.explains_word(piece, name, squad, row) for piece in pieces)

    def counts(self, pieces: Sequence[Piece]) -> bool:
        """Whether a heading starts with a count: not 1 section, 2° section."""
        is_first = len(pieces) > 1 and pieces[1].kind == "squad" and value_of(pieces[0]) == 1
        is_first |= len(pieces) > 1 and pieces[1].first.before[:1] in ORDINAL
        return count_at(pieces, 0) and not is_first

    def explains_word(self, piece: Piece, name: str, squad: Squad, row: ImportedRow) -> bool:
        """Whether a word of a heading belongs to it."""
        is_in_name = all(token.key in name for token in piece.tokens)
        if piece.match is None:
            head = self.reader.head
            numbers = (row.price, head.total, head.limit, self.report.limit)
            is_price = value_of(piece) is not None and value_of(piece) in numbers
            return is_in_name or is_price or piece.first.is_joining or piece.word in UNITS
        ids = {meaning.id for meaning in piece.match.meanings}
        if piece.kind == "class":
            return is_exact(piece) and (squad.class_ in ids or is_in_name)
        is_said = piece.kind in ("trait", "ruleset", "format") or (
            piece.kind == "squad" and (not squad.name or squad.kind in ids)
        )
        return is_in_name or (is_said and is_exact(piece))

    # ── Questions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def decides(self, question: Question, row: ImportedRow) -> bool:
        """Whether another answer has another price than that in the text."""
        if row.place.squad in self.unclear or question.term.misspelt:
            return False
        squad, own = self.squad(row), self.troops(row)
        decided = [keys for troops, keys in row.decided.items() if not squad or troops in (own, squad.class_)]
        by_total = self.is_added_up and question.term.kind in PRICED
        return by_total or (bool(decided) and all(question.key in keys for keys in decided))

    def is_answered(self, question: Question, row: ImportedRow, line: ImportedLine) -> bool:
        """Whether the text or the price leaves only the chosen answer to a question."""
        thing = self.reader.thing_at(row.place)
        if question.answered or self.decides(question, row):
            return True
        match question.term.kind:
            case "team":
                return self.has_teams and " " in question.term.text  # section A; A may be a squad
            case "name":
                is_one = isinstance(thing, Figure) and thing.count == 1
                is_known = isinstance(thing, Figure) and bool(thing.roles or self.is_paid(row))
                return is_one and is_known and self.is_name(question.term.text)
            case "apart":
                is_counted = any(map(str.isdecimal, line.said)) or line.is_row
                is_gear = question.chosen.id == "with" and is_counted and self.carries(thing)  # a rifle
                return self.is_paid(row) or is_gear
        return False

    def carries(self, thing: Thing | None) -> bool:
        """Whether the weapons of a thing can only be its own: no man is named after them."""
        known = self.reader.catalogue.weapon_by_id
        if isinstance(thing, Vehicle):
            return all("figure" not in known[item].carried_by for item in thing.weapons)
        return isinstance(thing, Figure) and not any(map(self.carrying.tells, thing.weapons))

    def is_name(self, text: str) -> bool:
        return all(word.strip(".'’").isalpha() and word[:1].isupper() for word in text.split())

    # ── Prices ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def points(self, row: ImportedRow) -> int | None:
        return points_at(self.report.points, row.place)

    def is_paid(self, row: ImportedRow) -> bool:
        """Whether the typed price is that of the row."""
        return row.price is not None and not self.differs(row) and self.reader.catalogue.has_points

    def is_paid_for(self, line: ImportedLine, bought: Sequence[ImportedRow]) -> bool:
        """Whether each row of a table has its price, and no column says “no”."""
        pieces = self.pieces(line.text)
        return all(map(self.is_paid, bought)) and not any(denies(piece) or piece.word == "n" for piece in pieces)

    def differs(self, row: ImportedRow) -> bool:
        """Whether the typed price is not that of the row or of one of it."""
        thing, points = self.reader.thing_at(row.place), self.points(row)
        return None not in (row.price, points) and not is_price(row.price or 0, points, thing.count if thing else 1)

    def differs_from_total(self, row: ImportedRow) -> bool:
        """Whether a typed price may be that of the row instead of one: the typed total is another."""
        is_other = self.total is not None and self.total != self.report.total
        return is_other and row.price not in (None, self.points(row))

    def add_up(self, line: ImportedLine) -> None:
        """Read the last price of a line as that of all its things if it is their sum."""
        bought = [row for row in line.rows if row.place.number >= 0]
        priced = [row for row in bought if row.price is not None]
        every = [self.points(row) or 0 for row in bought]
        if len(bought) > 1 and priced == bought[-1:] and priced[0].price == sum(every):
            for row, points in zip(bought, every, strict=True):
                row.price = points
            line.sum = sum(every)

    def lacks_price(self, row: ImportedRow) -> bool:
        """Whether men have no price beside men with prices: they may be a heading, or part of a row above."""
        return row.place.table == "figures" and row.price is None and row.place.squad in self.priced


def is_separator(sign: str) -> bool:
    """Whether a letter of a line is no sign with a meaning of its own: not ~4 riflemen, 50 % riflemen."""
    return sign.isalnum() or sign.isspace() or sign in SEPARATORS or category(sign) in ("So", "Sk", "Mn", "Cf")


def denies(piece: Piece) -> bool:
    """Whether a word says that something is not bought, or perhaps not."""
    return piece.kind == "reserve" or piece.word in (*DENYING, *IF) or value_of(piece) == 0


def is_placed(row: ImportedRow) -> bool:
    """Whether a row is a squad or a thing, not only a question about the list."""
    return row.place.squad is not None or row.place.number >= 0


def meanings_of(piece: Piece) -> Sequence[Meaning]:
    """Return the possible meanings of a phrase."""
    return piece.match.meanings if piece.match else ()


def asks_team(row: ImportedRow) -> bool:
    """Whether a row asks whether a heading is a section of the squad above."""
    return any(question.term.kind == "team" for question in row.questions)


def asks_class(question: Question) -> bool:
    """Whether a question about a class is open."""
    return question.term.kind == "class" and not question.answered


def points_at(points: ListPoints | None, place: RosterPlace) -> int | None:
    """Return the points at a place, None without points."""
    return next(_points(points, place), None) if points else None


def _points(points: ListPoints, place: RosterPlace) -> Iterator[int | None]:
    if place.squad is None:
        if place.number >= 0:
            yield points.extras[place.number]
    elif place.number < 0:
        yield points.squads[place.squad].total
    else:
        yield getattr(points.squads[place.squad], place.table)[place.number]
