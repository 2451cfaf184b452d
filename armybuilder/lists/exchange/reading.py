"""Read a list from plain text: our own formats exactly, and chat messages as far as possible.

    read_text(text, library, language, answers) -> Reading

Guesses become questions with alternatives. Words not understood become a note of the list. A line that starts with a
backslash continues the previous line.
"""

from collections.abc import Sequence

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.lists.exchange.assembling import assemble
from armybuilder.lists.exchange.building import TooMuchError
from armybuilder.lists.exchange.columns import Typed, with_tabs, without_columns
from armybuilder.lists.exchange.continuing import Written, depth_of, indent_of, join_lines
from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.exchange.lines import ListReader
from armybuilder.lists.exchange.our_format.exact import names_of, typed_points
from armybuilder.lists.exchange.our_format.scanning import heading, joined, plain_line, split, without_points
from armybuilder.lists.exchange.our_format.words import folded, unescaped
from armybuilder.lists.exchange.own_table import as_text
from armybuilder.lists.exchange.proposal import Answers, ImportedLine, Reading
from armybuilder.lists.quotas import LONGEST_NAME
from armybuilder.lists.recognition.heads import Game, find_game
from armybuilder.lists.recognition.line_starts import without_numbering, without_senders
from armybuilder.lists.recognition.markup import lines_of, parts_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document import reader as documents
from rules.core.document.problem import Problem, UnreadableListError
from rules.core.document.roster import encode
from rules.core.text import Language, Text, writable

LINES_AT_MOST = 2_000  # ten times the longest real list
LONGEST_LINE = 2_000  # characters

NEW_LIST = Text("Nuova lista", "New list")
NOTHING = Answers()  # before the first preview


def read_text(text: str, library: Library, language: Language, answers: Answers = NOTHING) -> Reading:
    """Return the list in a text, with its guesses and the words not understood."""
    raw = lines_of(as_text(text).rstrip())
    if too_large := _too_large(raw):
        return Reading(problems=[too_large])
    lines = _lines(raw)
    if not any(letter.isalnum() for line in lines for letter in line.text):
        return Reading(problems=[Problem(gettext("The text is empty."), 1)])
    parts = _parts(lines[0].said)
    game = _game(parts, lines, library, answers, language)
    if game is None:
        return Reading(lines=[ImportedLine(line.number, line.text) for line in lines])
    reader = ListReader(library.catalogues[game.ruleset], library, answers.picks)
    reading = Reading(game=game, head=reader.head, lines=reader.lines)
    join_lines(lines, reader.vocabulary)
    try:
        _read_lines(reader, without_columns(lines, reader.vocabulary), parts if _named(parts, library) else [])
        reader.drop_empty_squads()
        name = answers.name or reader.head.name or NEW_LIST.to(language)
        reading.roster = assemble(reader, writable(name)[:LONGEST_NAME], _role(answers, reader), language)
        reading.force = reader.force
    except TooMuchError:
        reading.stopped = True
    _check(reading, library, language)
    return reading


def read_document(data: bytes, books: Library, language: Language, answers: Answers) -> Reading:
    """Return the content of a JSON or text document, with its problems."""
    if not data.strip():
        return _unreadable(gettext("Choose a file, or paste some text."))
    if len(data) > documents.MOST_BYTES:
        said = gettext("This is larger than %(most)s kB: a list is far smaller.")
        return _unreadable(said % {"most": documents.MOST_BYTES // 1_000})
    text = decoded(data)
    is_json = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
    if text is None and not is_json:
        return _unreadable(gettext("This is not a text file. Choose a list saved as text or JSON."))
    if text is not None and text.lstrip()[:1] != "{":
        return read_text(text, books, language, answers)
    try:
        roster = documents.read(data if text is None or is_json else text.encode(), books)
    except UnreadableListError as error:
        return _unreadable(error.line(language))
    return Reading(replace(roster, name=answers.name or roster.name), game=Game(roster.ruleset, True))


def _unreadable(text: str) -> Reading:
    return Reading(problems=[Problem(text)])


def _too_large(lines: Sequence[str]) -> Problem | None:
    if len(lines) > LINES_AT_MOST:
        said = gettext("The text can have at most %(most)s lines: a list is far shorter.") % {"most": LINES_AT_MOST}
        return Problem(said, LINES_AT_MOST + 1)
    long = next((number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE), 0)
    if not long:
        return None
    said = gettext("A line can have at most %(most)s characters. Start a new line for each figure.")
    return Problem(said % {"most": LONGEST_LINE}, long)


def _lines(raw: Sequence[str]) -> list[Written]:
    """Return the lines with content, without forum or Discord markup, and without senders."""
    first = next((line for line in raw if line.strip()), "")
    as_it_is = unescaped if first.lstrip().startswith("**++") else str
    parts = [(number, part) for number, line in joined(raw) for part in parts_of(line)]
    numbered = [(number, as_it_is(plain_line(line))) for number, line in parts]
    table = with_tabs([line for _number, line in parts])
    said = without_senders([as_it_is(plain_line(line, keep_tabs=True)) for line in table])
    said = without_numbering(said)
    depths = [(depth_of(line), indent_of(line)) for _number, line in parts]
    lines = zip(numbered, said, depths, strict=True)
    return [Written(*one, text, *depth) for one, text, depth in lines if one[1]]


# ── The first line ─────────────────────────────────────────────────────────────────────────────────────────────────


def _parts(line: str) -> list[str]:
    """Return the parts of a first line in our format: name, game, role."""
    top = heading(line)
    return split(without_points(top.text if top and top.marks == 2 else line), "·")


def _named(parts: Sequence[str], library: Library) -> Catalogue | None:
    """Return the game named exactly by a part. If editions share a name, return the first."""
    books = list(reversed(library.catalogues.values()))
    games = {word: book for book in books for word in names_of(book)}
    return next((games[word] for word in map(folded, parts[1:]) if word in games), None)


def _game(
    parts: Sequence[str], lines: Sequence[Written], library: Library, answers: Answers, language: Language
) -> Game | None:
    if answers.game in library.catalogues:
        return Game(answers.game, True)
    named = _named(parts, library)
    if named:
        return Game(named.id, True)
    return find_game([line.said for line in lines], library, language)


def _read_lines(reader: ListReader, lines: Sequence[Typed], parts: Sequence[str]) -> None:
    """Read all lines. `parts` are those of a first line in our own format."""
    top = reader.exact.top(parts) if parts else None
    rest = lines
    if top:
        reader.begin(lines[0].number, lines[0].text)
        reader.is_ours = True
        reader.has_head, reader.head.name, reader.head.role = True, top[0], top[1]
        title = heading(lines[0].said)
        reader.head.total = typed_points(title.text if title else lines[0].said)
        reader.head.is_worked_out = True
        rest = lines[1:]
    reader.last = lines[-1].number
    reader.numbered = tuple((one.number, one.said) for one in lines)
    for line in rest:
        reader.read(line)


def _role(answers: Answers, reader: ListReader) -> str:
    return answers.role if answers.role in reader.catalogue.format_by_id else ""


def _check(reading: Reading, library: Library, language: Language) -> None:
    """Check the result against the format."""
    if reading.roster is None:
        return
    try:
        documents.read(encode(reading.roster), library)
    except UnreadableListError as error:
        reading.roster = None
        reading.problems.append(Problem(error.line(language)))
