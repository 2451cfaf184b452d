"""Every page agrees on a man's numbers: roster, cards, range sticks, quick reference, odds and play screen.

Every class of every ruleset with every weapon, without crew, as tired snipers, and in vehicles.
Each reader takes the printed numbers, to catch a format with its own calculation.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

import pytest
from django.http import QueryDict
from django.utils import translation

from armybuilder.printing.formats.kit.sticks import sticks_of
from armybuilder.printing.formats.reference.sections import sections
from armybuilder.printing.units.morale import defeat_points, morale
from rules.core.catalogue.catalogue import Catalogue, FireRow
from rules.core.catalogue.library import Library
from rules.core.defeat_points import defeat_rows
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Roster, Squad, Vehicle
from rules.core.game.due import acts_again, morale_due
from rules.core.game.events import Scored
from rules.core.game.fold import fold
from rules.core.game.side_status import SideStatus, row_of, side_statuses, tally
from rules.core.odds import save_of
from rules.core.procedures import readings_of
from rules.odds.asking.form import Engine
from rules.odds.fire.form import FireForm
from rules.odds.fire.weapon_grid import in_hands
from tests.core.game.at_the_table import Phone, mark
from tests.printing.cards import cards_of, notes_of, stats_of
from tests.printing.sheets import a_roster, a_setting, a_sheet, catalogue, told
from tests.rules.test_transcription import BOOKS

Numbers = list[list[str]]  # for each fire mode by band: "3×4+", "–"
FARTHEST = 150  # cm: of the sticks


def said(need: str, dice: str) -> str:
    """A number as written in this test: "3×4", "–" without a hit."""
    return "–" if need in ("", "–") else f"{dice.removesuffix('d') or '?'}×{need}"


def edges_of(row: FireRow, book: Catalogue) -> list[int]:
    """The far edges of a mode's bands, the last at its reach; 0 for a band beyond its reach or missing."""
    edges, before = [], 0
    for far in row.reach or book.bands:
        edge = min(far or 0, row.most or far or 0)
        edges.append(edge if edge > before else 0)
        before = edge or before
    return edges


# ── Numbers in each format ─────────────────────────────────────────────────────────────────────────────────────────


def on_roster(roster: Roster, weapon: str) -> Numbers:
    book, row = catalogue(roster.ruleset), told(a_sheet(roster).squads[0].units[0])
    if not book.bands:  # the numbers needed are beside the ranges
        modes = zip(row.dice.split("\n"), row.covering.split("\n"), strict=True)
        rolls = [(dice, line.split("\t")) for dice, line in modes if dice not in ("", "–")]
        return [
            [said(need, dice) for need in needs]
            for dice, needs in rolls[: len(book.weapon_by_id[weapon].fire)]
            if set(needs) != {"–"}
        ]
    cells = [line.split("\t") for line in row.needs.split("\n")]
    small = [line.split("\t") for line in row.small.split("\n")] if row.small else [[""]] * len(cells)
    lines = zip(row.weapons.split("\n"), cells, small, row.dice.split("\n"), strict=True)
    return _by_mode([line for line in lines if len(line[1]) > 1], book, weapon)


def on_cards(roster: Roster, weapon: str) -> Numbers:
    card = cards_of(roster, kinds="troops")[0]
    lines = [line for group in card.fire for line in group if not line.modified]
    told = [(line.name, list(line.needs), [" ".join(cell).strip() for cell in line.small], line.dice) for line in lines]
    return _by_mode([line for line in told if len(line[1]) > 1], catalogue(roster.ruleset), weapon)


def _by_mode(lines: list[tuple[str, list[str], list[str], str]], book: Catalogue, weapon: str) -> Numbers:
    """Numbers by mode. If weapons have their own ranges, numbers are on the line below the ranges."""
    lines, modes = [line for line in lines if line[3] != "–"], len(book.weapon_by_id[weapon].fire)
    if not book.bands:
        return [
            [said(need, below[3] or above[3]) for need in below[1]]
            for above, below in zip(lines[: 2 * modes : 2], lines[1 : 2 * modes : 2], strict=True)
            if below[0].startswith("\N{EN SPACE}At most")
        ]
    return [
        [
            said(need, left[0] if (left := re.findall(r"(\d+)d$", beside)) else dice)
            for need, beside in zip(needs, [*small, *[""] * len(needs)], strict=False)
        ]
        for _name, needs, small, dice in lines[:modes]
    ]


def on_sticks(roster: Roster, weapon: str) -> Numbers:
    book = catalogue(roster.ruleset)
    modes: dict[str, dict[int, str]] = {}
    for stick in sticks_of(a_setting(roster)):
        for band in stick.bands:
            for name, number in band.weapons:
                modes.setdefault(name, {})[band.far] = number
    name, found = book.weapon_by_id[weapon].name.en, []
    start = next((at for at, said in enumerate(modes) if said.startswith(name[:3])), 0)  # after a borrowed weapon
    for row, known in zip(book.weapon_by_id[weapon].fire, list(modes.values())[start:], strict=False):
        edges = edges_of(row, book)
        found.append([_of_stick(known.get(edge, "–"), book) for edge in edges])
    return found


def _of_stick(number: str, book: Catalogue) -> str:
    dice, _times, faces = number.rpartition("×")
    need = faces.removesuffix("+") if book.bands else faces.removeprefix("1–")
    return said(need, dice or "1")


def on_reference(roster: Roster, weapon: str) -> Numbers:
    book = catalogue(roster.ruleset)
    told = [one for one in sections(a_setting(roster)) if one.title.startswith("Fire: ")]
    name = book.weapon_by_id[weapon].name.en
    lines = [line for one in told for line in one.lines if line.name.startswith(name)]
    return [[_of_reference(cell, line.cells[-1]) for cell in line.cells[:-1]] for line in lines]


def _of_reference(cell: str, dice: str) -> str:
    need, _space, left = cell.rpartition(" · ")[2].partition(" ")
    return said(need, left or dice)


def on_odds_page(roster: Roster, weapon: str) -> Numbers:
    """The answer of the page opened by a tap on the weapon, at the far edge of each band."""
    book = catalogue(roster.ruleset)
    squad = roster.squads[0]
    row = (squad.figures or squad.vehicles)[0]
    engine = Engine(Library([book]), book, "en")
    form = FireForm(QueryDict(dict(in_hands(row, squad, book))[weapon]), engine)
    found = []
    for mode, line in zip(tuple(form.modes) or ("",), book.weapon_by_id[weapon].fire, strict=False):
        shooter = form.raw["shooter"] | ({"mode": mode} if mode else {})
        numbers = []
        for edge in edges_of(line, book):
            asked = form.raw | {"shooter": shooter, "distance": edge}
            answer = engine.ask(asked) if edge else {"need": None}
            need = str(next(iter((answer["need"] or {}).values()), "–"))
            numbers.append(said(need, str(answer.get("dice", ""))))
        found.append(numbers)
    return found


# ── Fire ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def firers(ruleset: str) -> Iterator[tuple[str, Squad]]:
    """Yield each weapon with its possible firers: every class, without crew, in a vehicle, motivated, a sniper."""
    book = catalogue(ruleset)
    tired = Modifiers(motivation=-1 if "modifiers" in book.reads else 0)
    for weapon in (item for item in book.weapons if item.fire):
        for troops in book.classes:
            yield weapon.id, Squad(name="A", class_=troops.id, figures=(Figure(weapons=(weapon.id,)),))
        last, role = book.classes[-1].id, tuple(item.id for item in book.roles if item.id == "sniper")
        man = Figure(weapons=(weapon.id,), roles=role)
        yield weapon.id, Squad(name="A", class_=last, figures=(man,), modifiers=tired)
        for kind in book.vehicles[:2]:
            if "vehicle" in weapon.carried_by:
                car = Vehicle(type=kind.id, weapons=(weapon.id,))
                yield weapon.id, Squad(name="A", class_=last, vehicles=(car,), modifiers=tired)


@pytest.mark.parametrize("ruleset", [name for name, book in BOOKS.items() if book.odds.method != "range"])
def test_every_format_prints_the_same_numbers_of_fire(ruleset: str) -> None:
    book, wrong = catalogue(ruleset), {}
    with translation.override("en"):
        for weapon, squad in firers(ruleset):
            roster = a_roster(squad, ruleset=ruleset)
            truth = on_odds_page(roster, weapon)
            printed = {
                "roster": on_roster(roster, weapon),
                "cards": on_cards(roster, weapon),
                "reference": on_reference(roster, weapon),
                "sticks": on_sticks(roster, weapon),
            }
            near = [
                sum(1 for _far in takewhile(lambda far: not far or far <= FARTHEST, row.reach or book.bands))
                for row in book.weapon_by_id[weapon].fire
            ]
            for name, numbers in printed.items():
                bands: list[int | None] = [*near] if name == "sticks" else [None] * len(near)
                cut = [mode[:most] for mode, most in zip(numbers, bands, strict=False)]
                if cut != [mode[:most] for mode, most in zip(truth, bands, strict=False)]:
                    wrong[name, weapon, squad.class_, bool(squad.vehicles)] = (cut, truth)
    assert wrong == {}


@pytest.mark.parametrize("class_", ["expert", "regular"])
def test_every_format_prints_the_same_faces_for_a_range_set_by_the_referee(class_: str) -> None:
    book = catalogue("ludonet")
    squad = Squad(name="A", class_=class_, figures=(Figure(weapons=("small-arms",)),))
    roster = a_roster(squad, ruleset="ludonet")
    engine = Engine(Library([book]), book, "en")
    query = dict(in_hands(squad.figures[0], squad, book))["small-arms"]
    form = FireForm(QueryDict(query), engine)
    answers = (engine.ask(form.raw | {"range": 100, "distance": distance}) for distance in (100, 50))
    truth = tuple(str(answer["need"]["at_least"]) for answer in answers)
    with translation.override("en"):
        row, card = told(a_sheet(roster).squads[0].units[0]), cards_of(roster, kinds="troops")[0]
        section = next(one for one in sections(a_setting(roster)) if one.title == "Fire")
    printed = (row.weapons.replace("\n", " "), card.fire[0][0].name)
    assert [tuple(re.findall(r"(\d)\+", text)) for text in printed] == [truth, truth]
    assert tuple(line.cells[0][0] for line in section.lines[:2]) == truth


# ── Saves, losses, morale ──────────────────────────────────────────────────────────────────────────────────────────


def stands(roster: Roster, *lost: str) -> SideStatus:
    """The side on the play screen, with some men lost."""
    book, phone = catalogue(roster.ruleset), Phone("a")
    state = fold([phone.say(mark(piece, "lost")) for piece in lost])
    return side_statuses({"a": roster}, book, state, readings_of(book, roster.rulings))["a"]


MEN = [
    (ruleset, troops.id, leadership)
    for ruleset, book in BOOKS.items()
    if book.odds.saves
    for troops in book.classes
    for leadership in (0, 1)
]


@pytest.mark.parametrize(("ruleset", "class_", "leadership"), MEN)
def test_every_format_has_the_same_save_losses_and_suppression_for_a_man(
    ruleset: str, class_: str, leadership: int
) -> None:
    book = catalogue(ruleset)
    man = Figure(weapons=("rifle",), leadership=leadership, commander=bool(leadership))
    squad = Squad(name="A", class_=class_, figures=(man, Figure(count=3, weapons=("rifle",))))
    roster = a_roster(squad, ruleset=ruleset)
    with translation.override("en"):
        card, row = stats_of(cards_of(roster, kinds="troops")[0]), a_sheet(roster).squads[0]
        line = " ".join(fact.text for fact, _source in defeat_points(a_setting(roster))).replace("\u00a0", " ")
    save = save_of(book, class_, ("leader",) if leadership else ())
    own = next((tag for tag in row.units[0].tags if tag.startswith("save")), "") if leadership else ""
    assert card["Saving throw"] == f"{save}+"
    assert (own.replace("\u00a0", " ") or f"save {dict(row.stats)['Saving throw']}") == f"save {save}+"
    found = stands(roster, "1")
    made = tally(defeat_rows(book), fold([]), "a", found, readings_of(book, {}))
    assert card["Defeat points"] == str(made.total)
    named = row_of(defeat_rows(book), found.men[0])
    assert named is not None
    assert f"{named.name.en} {made.total}".replace("\u00a0", " ") in line
    alone, most = int(card["Suppression"]), book.die - 1
    assert acts_again(stands(roster), class_) == (min(alone, most), min(alone + leadership, most))


@pytest.mark.parametrize("squads", [1, 2])
@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn"])
def test_every_format_rolls_the_same_dice_for_morale(ruleset: str, squads: int) -> None:
    book = catalogue(ruleset)
    for troops in book.classes:
        squad = Squad(name="A", class_=troops.id, figures=(Figure(count=4),))
        roster = a_roster(*[squad] * squads, ruleset=ruleset)
        with translation.override("en"):
            printed = morale(a_setting(roster))
            cards = cards_of(roster, kinds="squads")
        assert printed is not None
        due = morale_due(stands(roster, "1"))
        assert due is not None
        assert (printed.dice, printed.per_squad) == (due.dice - due.formations, due.formations)
        [note] = [note for note in notes_of(cards[0]) if note.startswith("Morale ")]
        assert re.findall(r"(\d+) dice", note) == [str(printed.dice)]


def test_every_format_includes_extras_in_the_defeat_points() -> None:
    """They match the play screen with the same extras ticked (bn)."""
    book = catalogue("bn")
    bought = {
        "rules-of-engagement": "Rules of engagement: firing first",
        "media-embedded": "Embedded journalists",
    }
    squad = Squad(name="A", class_="veteran", figures=(Figure(count=2),))
    roster = a_roster(squad, extras=tuple(ExtraEntry(extra=extra) for extra in bought))
    rows = {row.name.en: row for row in defeat_rows(book)}
    with translation.override("en"):
        card = stats_of(cards_of(roster, kinds="troops")[0])
        line = " ".join(fact.text for fact, _source in defeat_points(a_setting(roster))).replace("\u00a0", " ")
    phone = Phone("a")
    state = fold([phone.say(Scored(row=rows[name].id, times=1)) for name in ("Firing first", *bought.values())])
    made = tally(defeat_rows(book), state, "a", stands(roster, "1"), readings_of(book, {}))
    points = {step.row.name.en: step.points for step in made.steps}
    assert points == {"Firing first": 60, "Other regulars": 20}
    assert card["Defeat points"] == "20"
    for name, worth in points.items():
        assert f"{name} {worth}" in line
