"""A figure changed in the YAML changes in the reference, the builder and the printouts."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import override

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.layout import lay_out
from armybuilder.printing.layout.options import Options
from rules.actions import load_catalogues
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import YAML_FOLDER
from rules.loading.reading import read_ruleset
from tests.lists.builder import at_the_builder
from tests.lists.factories import a_group, a_roster, a_squad
from tests.printing.sheets import a_setting

LMG = re.compile(
    r"(?P<points>\{id: lmg, name: \{it: LMG, en: LMG\}.*?points: )5(?P<dice>.*?fire: \[\{dice: )4", re.DOTALL
)
GUNNERS = a_roster(a_squad(a_group(2, "lmg"), class_="elite"))


def bn(folder: Path, lmg: str = "") -> Catalogue:
    """Breaking News as shipped, or with a changed light machine gun: its price and dice."""
    text = (YAML_FOLDER / "bn.yaml").read_text(encoding="utf-8")
    changed, times = LMG.subn(lmg or r"\g<points>5\g<dice>4", text, count=1)
    assert times == 1
    copy = folder / "bn.yaml"
    copy.write_text(changed, encoding="utf-8")
    return read_ruleset(copy)


SHIPPED = ""
SIX_DICE = r"\g<points>5\g<dice>6"
EIGHT_POINTS = r"\g<points>8\g<dice>4"


def cells(html: str, anchor: str) -> list[str]:
    """The texts in the cells of a reference entry."""
    row = re.search(rf'<tbody id="{anchor}">(.*?)</tbody>', html, re.DOTALL)
    assert row
    return [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row[1], re.DOTALL)]


@pytest.fixture
def english(client: Client, settings: object) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lmg", "points", "dice"), [(SHIPPED, "5", "4"), (SIX_DICE, "5", "6"), (EIGHT_POINTS, "8", "4")]
)
def test_in_the_reference(english: Client, tmp_path: Path, lmg: str, points: str, dice: str) -> None:
    load_catalogues([bn(tmp_path, lmg)])
    shown = cells(english.get("/rules/bn/").content.decode(), "weapons-lmg")
    in_short, *line = shown
    assert line[:7] == [points, "on foot, on vehicles", "4", "5", "6", "6", dice]
    assert f"25/50/100/150 cm: 4 5 6 6{dice} dicecovering 5 4+{points}\N{NO-BREAK SPACE}pt" in in_short


@pytest.mark.django_db
@pytest.mark.parametrize(("lmg", "row", "gunner"), [(SHIPPED, "40", "20"), (EIGHT_POINTS, "46", "23")])
def test_in_the_row_and_the_palette_of_the_builder(
    english: Client, tmp_path: Path, lmg: str, row: str, gunner: str
) -> None:
    load_catalogues([bn(tmp_path, lmg)])
    page = at_the_builder(english, Visitor(User.objects.create_user("alice")), GUNNERS)
    html = page.get().content.decode()
    assert f'<div class="fig-points"><b>{row}</b><span>2 × {gunner}</span></div>' in html
    price = re.search(r'value="lmg">.*?<span class="preset-price">(.*?)</span>', html)
    assert price
    assert price[1] == gunner


@pytest.mark.parametrize(
    ("lmg", "dice", "points"), [(SHIPPED, "4", "40"), (SIX_DICE, "6", "40"), (EIGHT_POINTS, "4", "46")]
)
def test_on_the_printed_roster(tmp_path: Path, lmg: str, dice: str, points: str) -> None:
    book = bn(tmp_path, lmg)
    with override("en"):
        row = lay_out(a_setting(GUNNERS, book=book)).squads[0].units[0]
    assert (row.guns[0][0].dice, row.points) == (dice, points)


@pytest.mark.parametrize(("lmg", "dice"), [(SHIPPED, "4"), (SIX_DICE, "6")])
def test_on_the_printed_quick_reference(tmp_path: Path, lmg: str, dice: str) -> None:
    book = bn(tmp_path, lmg)
    html = FORMATS["reference"].page(GUNNERS, book, assess(GUNNERS, book), Options("en")).html
    row = re.search(r'<th scope="row">LMG</th>(.*?)</tr>', html)
    assert row
    assert re.findall(r"<td>(.*?)</td>", row[1]) == ["4", "5", "6", "6", dice]


def test_a_modifier_of_the_handbook_on_the_printed_quick_reference(tmp_path: Path) -> None:
    shipped = (YAML_FOLDER / "bn.yaml").read_text(encoding="utf-8")
    dodges = "{roll: hit, need: 1, unless_weapons: [sniper-rifle]}"  # printed from the odds
    assert shipped.count(dodges) == 1
    copy = tmp_path / "bn.yaml"
    copy.write_text(shipped.replace(dodges, dodges.replace("1", "3")), encoding="utf-8")
    values = []
    for book in (read_ruleset(YAML_FOLDER / "bn.yaml"), read_ruleset(copy)):
        html = FORMATS["reference"].page(GUNNERS, book, assess(GUNNERS, book), Options("en")).html
        values += re.findall(r'<b class="value">([^<]*)</b><b *>Target dodges</b></p>', html)
    assert values == ["+1", "+3"]
