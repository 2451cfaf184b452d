"""Make the roster of an import: missing classes, notes, the role, and the limits of the format."""

from collections.abc import Sequence

from msgspec.structs import replace

from armybuilder.lists.exchange.building import ListDraft, SquadDraft
from armybuilder.lists.exchange.explaining import mark_lines, points_at
from armybuilder.lists.exchange.head_lines import HeadingsReader
from armybuilder.lists.exchange.proposal import ImportedLine, ImportedRow, RosterPlace
from armybuilder.lists.recognition.heads import settle_role
from armybuilder.lists.recognition.numbers import is_price
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, Squad
from rules.core.text import Language, Text

NOTES_AT_MOST = 4_000
NOT_UNDERSTOOD = Text("Non capito nel testo importato:", "Not understood in the imported text:")


def assemble(reader: HeadingsReader, name: str, role: str, language: Language) -> Roster:
    """Return the roster of an import, with a question for each squad without a known class."""
    settle_role(reader.head, reader.catalogue)
    fields = dict(reader.fields)
    fields["role"] = role or reader.head.role
    if fields["role"] != "open":
        fields.pop("limit", None)
    elif reader.head.limit is not None:
        fields.setdefault("limit", reader.head.limit)
    roster = Roster(
        format="armylist/1",
        ruleset=reader.catalogue.id,
        name=name,
        squads=tuple(_squad(draft) for draft in reader.squads),
        extras=tuple(reader.extras),
        **fields,
    )
    roster = _with_classes(roster, reader)
    rows = [row for line in reader.lines for row in line.rows if row.place.number >= 0]
    for number, squad in enumerate(roster.squads):
        heading = reader.squads[number].class_row or reader.squads[number].row
        _settle_class([row for row in rows if row.place.squad == number], heading, squad.class_)
    mark_lines(reader, roster)
    return replace(roster, notes=_notes(roster.notes, reader, language))


def _squad(draft: SquadDraft) -> Squad:
    return replace(
        draft.squad,
        figures=tuple(draft.figures),
        vehicles=tuple(draft.vehicles),
        extras=tuple(draft.extras),
    )


def _notes(notes: str, reader: ListDraft, language: Language) -> str:
    unknown = [text for line in reader.lines for text in line.unknown]
    if unknown:
        notes = "\n".join(filter(None, (notes, NOT_UNDERSTOOD.to(language), *unknown)))
    return notes[:NOTES_AT_MOST]


# ── Classes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _with_classes(roster: Roster, reader: HeadingsReader) -> Roster:
    """Return the roster with a class for each squad without one: by answer, by name, or by cost."""
    needing = [
        number
        for number, squad in enumerate(roster.squads)
        if not squad.class_ and (reader.squads[number].class_term or _needs_class(squad))
    ]
    if not needing:
        return roster
    likely, ordinary = _likely_class(roster, reader, needing), _ordinary(reader.catalogue)
    squads = list(roster.squads)
    of_list: ImportedRow | None = None
    for number in needing:
        draft = reader.squads[number]
        term = draft.class_term or next(iter(reader.head.classes), None)
        guesses = term.meanings if term else (Meaning("class", likely or ordinary),)
        before = next((one.class_ for one in reversed(roster.squads[:number]) if one.class_), "")
        if before and likely is None and not (draft.class_term or (term and term.sure)):
            term, guesses = None, (Meaning("class", before), *guesses)
        every = (Meaning("class", item.id) for item in reader.catalogue.offered.classes)
        asked = Term(term.text if term else "", tuple(dict.fromkeys((*guesses, *every))), sure=False)
        is_of_first = draft.class_term is None and reader.first_is_squad and number > 0
        if term and term.sure and not is_of_first:
            chosen = guesses[0]
        elif term and draft.class_term is None and reader.class_line and not is_of_first:
            of_list = of_list or _ask_of_list(reader, reader.class_line, asked)
            draft.class_row, chosen = of_list, of_list.questions[0].chosen
        else:
            chosen = reader.ask(draft.row, draft.class_key, asked).chosen
        squads[number] = _of_class(squads[number], chosen.id)
    return replace(roster, squads=tuple(squads))


def _ask_of_list(reader: ListDraft, line: ImportedLine, asked: Term) -> ImportedRow:
    """Ask once about the class in the first lines."""
    row = ImportedRow(RosterPlace(None))
    line.rows.append(row)
    reader.ask(row, "head.class", asked)
    return row


def _of_class(squad: Squad, class_id: str) -> Squad:
    """Return a squad of a class. Its men have that class by default."""
    figures = (replace(one, class_="") if one.class_ == class_id else one for one in squad.figures)
    return replace(squad, class_=class_id, figures=tuple(figures))


def _needs_class(squad: Squad) -> bool:
    return not squad.figures or any(not figure.class_ for figure in squad.figures)


def _likely_class(roster: Roster, reader: ListDraft, squads: list[int]) -> str | None:
    """Return the class that matches most typed prices, None without typed prices."""
    ordinary = _ordinary(reader.catalogue)
    typed = [(row.place, row.price) for line in reader.lines for row in line.rows if row.price is not None]
    if not reader.catalogue.has_points or not (typed or reader.head.total):
        return None
    scores = {}
    for item in (ordinary, *(one.id for one in reader.catalogue.offered.classes)):
        as_if = (replace(squad, class_=item) if i in squads else squad for i, squad in enumerate(roster.squads))
        report = assess(replace(roster, squads=tuple(as_if)), reader.catalogue)
        right = sum(
            is_price(price, points_at(report.points, place), getattr(place.of(roster), "count", 1))
            for place, price in typed
        )
        scores[item] = right + (report.total == reader.head.total)
    return max(scores, key=scores.__getitem__)


def _ordinary(catalogue: Catalogue) -> str:
    """Return the class with the middle price; without prices, the middle class."""
    catalogue = catalogue.offered
    priced = sorted((item.points, item.id) for item in catalogue.classes if item.points is not None)
    ids = [item for _points, item in priced] or [item.id for item in catalogue.classes][::-1]
    return ids[(len(ids) - 1) // 2]


def _settle_class(rows: Sequence[ImportedRow], squad: ImportedRow, troops: str) -> None:
    """Drop the question about the class of a squad if only one class has the prices of its men."""
    priced = [row for row in rows if row.price is not None and row.place.table == "figures"]
    if priced and set.intersection(*(row.agrees for row in priced)) == {troops}:
        squad.questions = [one for one in squad.questions if one.answered or one.term.kind != "class"]
