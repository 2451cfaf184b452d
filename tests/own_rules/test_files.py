"""Own rules as files, and lists that carry their rules to another site."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.bringing import game_from_paste
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.files import FORMAT, carried
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.pasting.reading import read_paste
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_versions
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Squad
from rules.encoding import encode
from rules.models import Ruleset
from tests.clubs.clubs import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")

WORD = {"it": "a", "en": "a"}
TABLE = """Fucili del sud
Tabella;Nome;Punti;Coraggio;Nota
Truppe;Alpini;12;4;
Truppe;=Fanti;8;3;in fila
Armi;Moschetto;2;;
Extra;Imboscata;15;;
"""


@pytest.fixture
def game(marta: User) -> OwnRules:
    rules = game_from_paste(marta, read_paste(TABLE, {}), TABLE, key="k1")
    OwnRules.objects.filter(pk=rules.pk).update(licence="mine")
    publish(rules.pk, marta)
    return OwnRules.objects.get(pk=rules.pk)


@pytest.fixture
def army_list(game: OwnRules, marta: User) -> ArmyList:
    version = Ruleset.objects.get(pk=game.pk).current
    assert version
    book = catalogue_for(version.pk)
    men = Figure(weapons=(book.weapons[0].id,), count=5)
    squad = Squad(name="Prima", class_=book.classes[0].id, figures=(men,))
    roster = Roster(format="armylist/1", ruleset=book.id, name="Al passo", squads=(squad,))
    return create_from(Visitor(marta), roster, version.pk)


def rows(table: str) -> list[tuple[Any, ...]]:
    return [(row.table, row.name, row.points, row.stats, row.note) for row in read_paste(table, {}).entries]


def test_the_table_is_read_back_as_it_was(game: OwnRules, marta: User) -> None:
    client = browser_of(marta)
    client.cookies["django_language"] = "it"
    table = client.get(reverse("own:download", args=[game.pk, "csv"])).content.decode("utf-8-sig")
    assert "'=Fanti" in table
    assert rows(table.replace("'=", "=")) == rows(TABLE)


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_the_whole_ruleset_is_a_file(game: OwnRules, marta: User, ending: str) -> None:
    file = browser_of(marta).get(reverse("own:download", args=[game.pk, ending]))
    assert file.headers["content-disposition"] == f'attachment; filename="fucili-del-sud.{ending}"'
    assert "Alpini" in file.content.decode()


@pytest.mark.parametrize("address", ["rules.csv", "rules.exe", "rules.csv?draft=1"])
def test_a_stranger_gets_no_file(game: OwnRules, davide: User, address: str) -> None:
    for client in (Client(), browser_of(davide)):
        assert client.get(f"/rules/{game.pk}/{address}").status_code == 404


def test_the_site_s_games_are_no_own_files(marta: User) -> None:
    assert browser_of(marta).get("/rules/bn/rules.yaml").status_code == 404


def test_a_list_opens_elsewhere_with_its_rules(army_list: ArmyList, marta: User, davide: User) -> None:
    file = browser_of(marta).get(reverse("own:list-file", args=[army_list.pk])).content
    client = browser_of(davide)
    shown = client.post(reverse("own:open"), {"file": SimpleUploadedFile("a.json", file)})
    assert "Fucili del sud" in shown.text
    assert OwnRules.objects.count() == 1
    for key in ("a", "b"):
        client.post(reverse("own:open"), {"text": file.decode(), "make": "1", "key": key})
    first, second = ArmyList.objects.filter(owner=davide)
    assert first.report.total == second.report.total == army_list.report.total
    assert first.ruleset_version == second.ruleset_version != army_list.ruleset_version
    assert Ruleset.objects.get(pk=first.roster.ruleset).visibility == "owner"


def test_a_list_of_the_site_carries_nothing(marta: User, army_list: ArmyList) -> None:
    ArmyList.objects.filter(pk=army_list.pk).update(owner=None)
    assert browser_of(marta).get(reverse("own:list-file", args=[army_list.pk])).status_code == 404


def test_the_site_s_games_are_within_the_bounds_of_a_file(marta: User) -> None:
    for version in current_versions():
        rules = json.dumps({"format": FORMAT, "list": {}, "rules": json.loads(encode(catalogue_for(version.pk)))})
        assert carried(rules.encode())[1].id == version.ruleset_id


def test_dice_of_a_file_are_few_enough_to_be_counted(marta: User) -> None:
    """Two rolls of 20d100 take minutes, and a chance of 9,999 dice has more digits than Python writes."""
    [version] = [one for one in current_versions() if one.ruleset_id == "bi"]
    book = json.loads(encode(catalogue_for(version.pk)))

    def opened() -> Catalogue:
        return carried(json.dumps({"format": FORMAT, "list": {}, "rules": book}).encode())[1]

    stat = next(iter(book["classes"][0]["stats"]))
    book["classes"][0]["stats"][stat] = 999
    assert opened().classes[0].stats[stat] == 999
    book["classes"][0]["stats"][stat] = 1_000
    with pytest.raises(RefusedError):
        opened()
    book["classes"][0]["stats"][stat] = 1
    for rolled in ([20, 10], [2, 100]):
        book["odds"]["explosions"]["precise_dice"] = rolled
        with pytest.raises(RefusedError):
            opened()


def with_rules(file: bytes, **changes: Any) -> str:
    document = json.loads(file)
    document["rules"] |= changes
    return json.dumps(document)


def test_rules_that_contradict_themselves_are_refused(army_list: ArmyList, marta: User) -> None:
    client = browser_of(marta)
    client.cookies["django_language"] = "en"
    file = client.get(reverse("own:list-file", args=[army_list.pk])).content
    bad = [
        with_rules(file, classes=[]),
        with_rules(file, id="bn"),
        with_rules(file, die="six"),
        with_rules(file, weapons=[[[]]]),
        with_rules(file, die=101),
        with_rules(file, die=0),
        with_rules(file, procedures={"attacker_depth": -1}),
        with_rules(file, leadership={"1": 10**300}),
        with_rules(file, line={"it": "x" * 5_000, "en": "x"}),
        with_rules(file, bands=list(range(1, 14))),
        "1" * 900_000,
        '{"a":' * 100_000,
        '{"format": "armylist-with-rules/1"}',
        "[" * 100_000,
        "{}",
        "",
    ]
    for text in bad:
        assert client.post(reverse("own:open"), {"text": text, "make": "1"}).status_code == 422
    assert OwnRules.objects.count() == 1


@pytest.mark.parametrize(
    ("table", "entry", "most"),
    [
        ("checks", {"code": "empty", "severity": "error", "source": ""}, 80),
        ("characteristics", {"id": "q", "name": WORD, "short": WORD, "source": ""}, 30),
        (
            "vehicles",
            {"id": "v", "name": WORD, "source": "", "includes": [f"w{number}" for number in range(12)]},
            640,
        ),
    ],
)
def test_a_file_has_as_much_as_rules_can_have(
    army_list: ArmyList, marta: User, table: str, entry: dict[str, Any], most: int
) -> None:
    file = browser_of(marta).get(reverse("own:list-file", args=[army_list.pk])).content
    assert len(getattr(carried(with_rules(file, **{table: [entry] * most}).encode())[1], table)) == most
    longer = {name: [*value, "one more"] for name, value in entry.items() if isinstance(value, list)}
    for more in ([entry] * (most + 1), [entry | longer] if longer else [entry] * 700):
        with pytest.raises(RefusedError):
            carried(with_rules(file, **{table: more}).encode())
