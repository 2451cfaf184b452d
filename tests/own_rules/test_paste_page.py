"""The page that a price table is pasted into."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import GAMES_AT_MOST, begin_game, change_cells
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import catalogue_for
from rules.own.problems import problems_of
from tests.clubs.clubs import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")

PASTE = reverse("own:paste")
TABLE = "Fucili del sud\nTruppe\nAlpini – 12 pt\nFanti – 8 pt\nArmi\nMoschetto – 2 pt\nchi tira per primo?"


@pytest.fixture
def client(marta: User) -> Client:
    return browser_of(marta)


def patch_of(rules: OwnRules) -> dict[str, Any]:
    """Return the patch by table and field, the rows in order."""
    rows = [(place.split("/")[0], place.split("/")[2], value) for place, value in rules.patch.items()]
    return {f"{table}.{field}": value for table, field, value in rows}


def test_nothing_is_stored_by_reading(client: Client) -> None:
    shown = client.post(PASTE, {"text": TABLE})
    assert shown.status_code == 200
    assert "Alpini" in shown.text
    assert not OwnRules.objects.exists()


def test_a_line_says_how_it_was_read_and_has_its_question(client: Client) -> None:
    client.cookies["django_language"] = "en"
    shown = client.post(PASTE, {"text": "Truppe\nAlpini – 4,5 pt\nFanti – 3,5 pt\nchi tira per primo?"})
    lines = html.fromstring(shown.content).cssselect(".import-line")
    marks = [line.get("class").removeprefix("import-line").strip() for line in lines]
    assert marks == ["", "is-guess", "is-guess", "is-note"]
    assert [len(line.cssselect("[name=halves]")) for line in lines] == [0, 1, 0, 0]
    assert [said.text_content().strip() for said in lines[2].cssselect(".import-typed-points")] == ["the text says 3,5"]


def test_a_game_is_made_of_the_rows_once(client: Client) -> None:
    for _ in range(2):
        made = client.post(PASTE, {"text": TABLE, "make": "1", "key": "k1"})
        rules = OwnRules.objects.get()
        assert made.headers["location"] == reverse("own:tables", args=[rules.pk])
    assert rules.ruleset.name_it == "Fucili del sud"
    assert [(one.name.it, one.points) for one in rules.catalogue.classes] == [("Alpini", 12), ("Fanti", 8)]
    assert [(one.name.it, one.points) for one in rules.catalogue.weapons] == [("Moschetto", 2)]
    assert (rules.notes, rules.pasted) == ("chi tira per primo?", TABLE)
    assert [role.limit for role in rules.catalogue.formats] == [100]


def test_a_number_of_men_becomes_a_ready_squad(client: Client, marta: User) -> None:
    client.post(PASTE, {"text": TABLE.replace("Armi", "10 Fanti = 80\nArmi"), "make": "1", "key": "k1"})
    rules = OwnRules.objects.get()
    version = publish(rules.pk, marta, licence="mine").version
    book = catalogue_for(version.pk)
    [squad] = book.ready_squads
    assert (squad.name.it, squad.troops, [row.count for row in squad.figures]) == (
        "10 Fanti",
        book.classes[1].id,
        [10],
    )
    change_cells(rules.pk, marta, [(f"ready_squads/{squad.id}/men", 12)], key="k2")
    assert [row.count for row in OwnRules.objects.get().catalogue.ready_squads[0].figures] == [12]
    change_cells(rules.pk, marta, [(f"ready_squads/{squad.id}/retired", True)], key="k3")
    assert OwnRules.objects.get().catalogue.ready_squads == ()


@pytest.mark.parametrize("lacking", ["troops", "men"])
def test_a_ready_squad_that_lacks_something_is_left_out(client: Client, marta: User, lacking: str) -> None:
    client.post(PASTE, {"text": TABLE.replace("Armi", "10 Fanti = 80\nArmi"), "make": "1", "key": "k1"})
    rules = OwnRules.objects.get()
    [place] = [place for place in rules.patch if place.endswith(f"/{lacking}")]
    change_cells(rules.pk, marta, [(place, None)], key="k2")
    rules = OwnRules.objects.get()
    assert rules.catalogue.ready_squads == ()
    found = problems_of(rules.base, rules.patch, rules.catalogue)
    assert [str(problem.place) for problem in found] == [place]


def test_rows_are_added_to_a_game(client: Client, marta: User) -> None:
    game = begin_game(marta, "Mio", limit=50, has_roles=False, has_leaders=False)
    made = client.post(PASTE, {"text": TABLE, "add": "1", "to": game.pk, "key": "k1"})
    assert made.status_code == 302
    assert [one.name.it for one in OwnRules.objects.get(pk=game.pk).catalogue.classes] == ["Alpini", "Fanti"]


def test_the_game_it_was_opened_from_is_chosen(client: Client, marta: User) -> None:
    begin_game(marta, "Altro", limit=50, has_roles=False, has_leaders=False)
    game = begin_game(marta, "Mio", limit=50, has_roles=False, has_leaders=False)
    begin_game(marta, "Terzo", limit=50, has_roles=False, has_leaders=False)
    assert f'name="to" value="{game.pk}"' in client.get(PASTE, {"into": game.pk}).text
    read = client.post(PASTE, {"text": TABLE, "to": game.pk}).text
    assert f'value="{game.pk}" selected' in read


def test_rows_are_not_added_to_the_game_of_another(client: Client, davide: User) -> None:
    game = begin_game(davide, "Suo", limit=50, has_roles=False, has_leaders=False)
    assert client.post(PASTE, {"text": TABLE, "add": "1", "to": game.pk}).status_code == 404
    assert "classes" not in str(OwnRules.objects.get(pk=game.pk).patch)


def test_a_file_is_read(client: Client) -> None:
    file = SimpleUploadedFile("tabella.csv", "Nome;Punti\r\nÀlpini;12\r\n".encode("cp1252"))
    assert "Àlpini" in client.post(PASTE, {"file": file}).text


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"text": "  "}, "There is no text yet: paste the table below."),
        ({"text": "x" * 100_001}, "The text is too long: paste one table at a time."),
        ({"file": SimpleUploadedFile("a.pdf", b"%PDF-1.7")}, "This is not a text file."),
        ({"text": "ciao a tutti", "make": "1"}, "There are no rows in this text:"),
    ],
)
def test_what_cannot_be_read_is_said(client: Client, sent: dict[str, Any], sentence: str) -> None:
    client.cookies["django_language"] = "en"
    assert sentence in client.post(PASTE, sent).text
    assert not OwnRules.objects.exists()


def test_over_the_quota_the_text_stays(client: Client, marta: User) -> None:
    for number in range(GAMES_AT_MOST):
        begin_game(marta, f"Gioco {number}", limit=50, has_roles=False, has_leaders=False)
    refused = client.post(PASTE, {"text": TABLE, "make": "1"})
    assert refused.status_code == 422
    assert "chi tira per primo?" in refused.text


def test_a_hostile_table_is_escaped(client: Client) -> None:
    shown = client.post(PASTE, {"text": "Truppe\n<script>alert(1)</script> 10\n{{ x }} {% y %} 4\n"})
    assert "<script>alert" not in shown.text
    assert "{{ x }}" in shown.text


def test_a_hostile_table_has_menus_for_as_many_columns_as_a_game_needs(client: Client) -> None:
    wide = ";".join("abcdefghijklmnopqrstuvwxyz") + "\n" + ";".join("1" * 30) + "\n"
    shown = client.post(PASTE, {"text": wide * 100})
    assert shown.status_code == 200
    assert shown.text.count('name="column-') == 12 * 24
