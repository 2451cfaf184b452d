"""Own rules as large as quotas allow, described by a few numbers, and the requests that cost most with them."""

import itertools
import string
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.exchange.our_format.writing import write_text
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import (
    INCLUDED_AT_MOST,
    begin_game,
    begin_variant,
    change_cells,
)
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from bench.worst_lists import Shape, list_of
from rules.catalogue import catalogue_for, current_version
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.edits import new_ids, with_ids
from rules.own.columns import TABLES, columns_of
from rules.own.dice import BANDS
from rules.own.limits import CHECKS_AT_MOST, columns_of_check, functions

TEXT = "W" * 60 + " 漢" * 9
Patch = dict[str, Any]
Act = Callable[[], object]


class Rules(NamedTuple):
    """The shape of own rules: rows of each table, ids that a cell names, limits and their ids, letters of a name."""

    parent: str = ""
    classes: int = 300
    weapons: int = 300
    vehicles: int = 20
    extras: int = 20
    roles: int = 20
    kit: int = 20
    ready_squads: int = 4
    sides: int = 2
    characteristics: int = 4
    leadership: int = 4
    named: int = 4
    limits: int = CHECKS_AT_MOST
    limit_ids: int = 20
    letters: int = 10
    texts: bool = False
    bands: int = 5
    seed: int = 1


SIZES = (0, 4, 20, 100, 300)
RANGES: dict[str, tuple[Any, ...]] = {
    "parent": ("", "rth-it", "rth-en", "bn", "bi", "ludonet"),
    "classes": SIZES[1:],
    "weapons": SIZES,
    "vehicles": SIZES,
    "extras": SIZES,
    "roles": SIZES,
    "kit": SIZES,
    "ready_squads": SIZES,
    "sides": (0, 2, 20),
    "characteristics": (0, 4, 20),
    "leadership": (0, 4),
    "named": (0, 4, 40, 300),
    "limits": (0, 10, CHECKS_AT_MOST),
    "limit_ids": (1, 20, 300),
    "letters": (1, 10, 78),
    "texts": (False, True),
    "bands": (0, 1, 5),
    "seed": tuple(range(1, 9)),
}


class Case(NamedTuple):
    """Own rules, and a list of them."""

    rules: Rules
    list: Shape = Shape("")


def patch_of(shape: Rules, base: Catalogue) -> Patch:
    """Return the cells of the rules."""
    random = Random(shape.seed)
    counts = {table: getattr(shape, table) for table in TABLES if table != "formats"}
    rows = {table: [_row_id(table, number) for number in range(count)] for table, count in counts.items()}
    rows["leadership"] = [str(level) for level in range(1, shape.leadership + 1)]
    patch: Patch = {}
    for table, ids in rows.items():
        columns = [column for column in columns_of(base, table) if not column.field.startswith("stats.")]
        for number, row in enumerate(ids):
            place = f"{table}/{row}"
            patch[f"{place}/position"] = 100_000 + number
            for column in columns:
                known, at = rows.get(column.source, []), f"{place}/{column.field}"
                match column.kind:
                    case "name":
                        name = f"{TEXT[: shape.letters]}{number}"
                        patch[at] = {"it": name, "en": name}
                    case "text" if shape.texts:
                        patch[at] = {"it": TEXT, "en": TEXT}
                    case "points":
                        patch[at] = random.randint(0, 1)
                    case "number":
                        patch[at] = random.randint(1, 9)
                    case "one" if known:
                        patch[at] = random.choice(known)
                    case "some" if known and shape.named:
                        most = INCLUDED_AT_MOST if column.field == "includes" else len(known)
                        patch[at] = random.sample(known, min(shape.named, most, len(known)))
            if table == "classes":
                patch |= {f"{place}/stats.{stat}": random.randint(1, 6) for stat in rows["characteristics"]}
    return patch | _limits(shape, base, rows, random) | ({} if shape.parent else _dice(shape, rows, random))


def _row_id(table: str, number: int) -> str:
    letters = string.ascii_lowercase
    return f"{table[:3]}{letters[number // 26]}{letters[number % 26]}0"


def _dice(shape: Rules, rows: Mapping[str, list[str]], random: Random) -> Patch:
    bands = BANDS[: shape.bands]
    patch: Patch = {"dice//die": 20, "dice//moved": 1, "dice//cover": 1}
    patch |= {f"dice/{band}/to": 10 * number for number, band in enumerate(bands, 1)}
    for weapon in rows["weapons"]:
        patch[f"dice/{weapon}/dice"] = 20
        patch |= {f"dice/{weapon}/{band}": random.randint(2, 20) for band in bands}
    return patch | ({"dice//save": rows["characteristics"][0]} if rows["characteristics"] else {})


def _limits(shape: Rules, base: Catalogue, rows: Mapping[str, list[str]], random: Random) -> Patch:
    """Return limits of every kind, as advice: a list breaks as many as it likes."""
    patch: Patch = {}
    known = sorted(set(functions()) - (set() if base.has_points else {"cheaper-scope"}))
    wanted = list(itertools.islice(itertools.cycle(known), shape.limits))
    random.shuffle(wanted)
    for number, function in enumerate(wanted):
        given: Patch = {"check": function, "severity": "warning"}
        for name, column in columns_of_check(function, {}).items():
            if column.kind == "choice":
                given[name] = random.choice(column.options)[0]
            elif column.kind == "number":
                given[name] = random.choice((1, 2, 9, 200)) if name != "most" else random.choice((200, 300))
        for name, column in columns_of_check(function, given).items():
            known = rows.get(column.source, [])
            if column.kind == "some":
                given[name] = random.sample(known, min(shape.limit_ids, len(known)))
            elif column.kind == "one" and known:
                given[name] = random.choice(known)
        patch |= {f"checks/limit-{number}/{name}": value for name, value in given.items()}
    return patch


def published(shape: Rules, owner: User) -> tuple[OwnRules, Catalogue, UUID]:
    """Publish rules, in place of the owner's others. Raises RefusedError."""
    OwnRules.objects.filter(ruleset__owner=owner).update(put_away="2020-01-01T00:00Z")
    if shape.parent:
        rules = begin_variant(owner, current_version(shape.parent), "Worst")
    else:
        rules = begin_game(owner, "Worst", limit=9999, has_roles=False, has_leaders=False)
    change_cells(rules.pk, owner, list(patch_of(shape, rules.base).items()), key="all")
    version = publish(rules.pk, owner, licence="mine").version
    return OwnRules.objects.get(pk=rules.pk), catalogue_for(version.pk), version.pk


def requests(client: Client, owner: User, case: Case) -> Iterator[tuple[str, Act]]:
    """Yield what readers and writers of rules ask for, in order: each once. Raises RefusedError if there are none."""
    rules, book, version = published(case.rules, owner)
    shape = case.list._replace(ruleset=book.id)
    roster = with_ids(list_of(shape, Library([book])), new_ids())
    army = create_from(Visitor(owner), roster, version)
    report, row = assess(roster, book), roster.squads[0].figures[0].id

    def get(address: str) -> Act:
        return lambda: client.get(address)

    def post(address: str, **fields: object) -> Act:
        return lambda: client.post(address, fields, headers={"HX-Request": "true"})

    def at(name: str, *more: object) -> str:
        return reverse(f"lists:{name}", args=[army.pk, *more])

    def own(name: str, *more: str) -> str:
        return reverse(f"own:{name}", args=[rules.pk, *more])

    def form(name: str) -> Act:
        return lambda: FORMATS[name].page(roster, book, report, Options("en"))

    yield "page of the rules", get(reverse("rules:ruleset", args=[rules.pk]))
    yield "builder", get(at("builder"))
    yield "edit of a list", post(at("set-count", row), count=3, key="k")
    for name in ("advice", "complete", "profile"):
        yield name, get(at(name))
    for name in FORMATS:
        yield f"layout of the {name}", form(name)
    yield "import", post(reverse("lists:import"), text=write_text(roster, book, report, "forum", "it"))
    if book.odds.questions:
        yield "odds", get(f"/lists/odds/{rules.pk}/fire/?list={army.pk}")
    yield "tables", get(own("tables"))
    place = f"classes/{book.classes[-1].id}/points"
    yield "edit of a cell", post(own("cells"), **{place: "55", "key": "e1", "at": "1000000"})
    yield "undo", post(own("undo"), at="1000000", key="u1")
    yield "redo from a page that is out of date", post(own("redo"), at="0", key="r1")
    for name in ("limits", "try", "publish"):
        yield f"page “{name}”", get(own(name))
    yield "publishing", post(own("publish"), see="owner", licence="mine")
    yield "table as CSV", get(own("download", "csv"))
    file = client.get(reverse("own:list-file", args=[army.pk])).content.decode()
    yield "file with a list and its rules", post(reverse("own:open"), text=file)
