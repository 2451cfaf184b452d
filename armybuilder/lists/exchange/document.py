"""Read a document from a user, as JSON or as text."""

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.exchange.proposal import Answers, Reading
from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.recognition.heads import Game
from rules.core.catalogue.library import Library
from rules.core.document.problem import Problem, UnreadableListError
from rules.core.document.reader import MOST_BYTES, read
from rules.core.text import Language


def read_document(data: bytes, books: Library, language: Language, answers: Answers) -> Reading:
    """Return the content of a JSON or text document, with its problems."""
    if not data.strip():
        return _unreadable(gettext("Choose a file, or paste some text."))
    if len(data) > MOST_BYTES:
        said = gettext("This is larger than %(most)s kB: a list is far smaller.")
        return _unreadable(said % {"most": MOST_BYTES // 1_000})
    text = decoded(data)
    is_json = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
    if text is None and not is_json:
        return _unreadable(gettext("This is not a text file. Choose a list saved as text or JSON."))
    if text is not None and text.lstrip()[:1] != "{":
        return read_text(text, books, language, answers)
    try:
        roster = read(data if text is None or is_json else text.encode(), books)
    except UnreadableListError as error:
        return _unreadable(error.line(language))
    return Reading(replace(roster, name=answers.name or roster.name), game=Game(roster.ruleset, True))


def _unreadable(text: str) -> Reading:
    return Reading(problems=[Problem(text)])
