"""The page of the limits: checks as sentences with boxes, those that follow from the tables, and those to add."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.grid import anchor_of
from armybuilder.widgets import Choice
from rules.core.catalogue.entry import offered
from rules.own.columns import CellError, read_cell
from rules.own.limits import SEVERITY, Box, Limit, following, functions, limits_of, sentence_to_add
from rules.reference.items import constraint


class ShownBox(NamedTuple):
    """A box: what is in it, and its choices."""

    place: str
    label: str
    kind: str
    text: str
    choices: tuple[Choice, ...]
    is_wrong: bool

    @property
    def anchor(self) -> str:
        return anchor_of(self.place)


class ShownLimit(NamedTuple):
    """A limit: its parts are texts and boxes."""

    limit: Limit
    parts: tuple[str | ShownBox, ...]
    severity: ShownBox
    errors: tuple[str, ...]
    is_changed: bool


class LimitsPage(NamedTuple):
    """The page. `to_add`: checks by name, each as texts and values in turn."""

    limits: tuple[ShownLimit, ...]
    following: tuple[str, ...]
    to_add: tuple[tuple[Limit, tuple[str | ShownBox, ...]], ...]


def limits_page(editor: Editor) -> LimitsPage:
    book, language = editor.catalogue, editor.language
    limits = limits_of(editor.base, editor.patch, book, language)
    sentences = (constraint(check, book, language) for check in following(book))
    to_add = (sentence_to_add(function, book, language) for function in functions())
    return LimitsPage(
        limits=tuple(_limit(limit, editor) for limit in limits),
        following=tuple(dict.fromkeys(filter(None, sentences))),
        to_add=tuple((limit, tuple(_parts(limit, editor))) for limit in to_add),
    )


def _limit(limit: Limit, editor: Editor) -> ShownLimit:
    start = f"checks/{limit.code}/"
    severity = Box(f"{start}{SEVERITY.field}", SEVERITY, limit.severity, limit.severity)
    return ShownLimit(
        limit,
        tuple(_parts(limit, editor)),
        _box(severity, editor),
        tuple(_errors(limit, editor)),
        not limit.is_own and any(place.startswith(start) for place in editor.patch),
    )


def _parts(limit: Limit, editor: Editor) -> Iterator[str | ShownBox]:
    for part in limit.parts:
        yield _box(part, editor) if isinstance(part, Box) else part


def _box(box: Box, editor: Editor) -> ShownBox:
    column = box.column
    choices = [(value, str(label)) for value, label in column.options]
    if column.source:
        entries = offered(getattr(editor.catalogue, column.source), box.names)
        choices = [(entry.id, entry.name.to(editor.language)) for entry in entries]
    shown = tuple(Choice(value, name, value in box.names) for value, name in choices)
    text = box.wrong or box.words
    return ShownBox(box.place, str(column.label), column.kind, text, shown, bool(box.wrong))


def _errors(limit: Limit, editor: Editor) -> Iterator[str]:
    for box in limit.boxes:
        if box.wrong:
            try:
                read_cell(box.column, [box.wrong], editor.catalogue)
            except CellError as error:
                yield str(error)
    if not limit.is_whole:
        yield gettext("This limit needs a choice here.")
    elif limit.is_reversed and not limit.is_retired:
        yield gettext("The smallest number is greater than the largest.")
