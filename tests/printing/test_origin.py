"""The origin of a list on a roster: the version of the rules, and a code with the public address."""

import hashlib
import io
from datetime import UTC, date, datetime
from typing import Any

import pypdf
import pytest
import segno
from django.urls import reverse
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.origin import origin_of, version_of
from armybuilder.printing.layout.options import Origin, Version
from rules.catalogue import version_mark
from rules.core.text import LANGUAGES
from rules.models import RulesetVersion
from tests.lists.factories import a_list
from tests.printing.looking import a_sample, address, browser_of
from tests.printing.pdfs import open_pdf, tags_of
from tests.printing.sheets import a_page, a_pdf, a_sheet, twelve_men

LINK = "https://squadra.example/lists/0b6d7e9c-1a2b-4c3d-9e8f-aabbccddeeff/"
ORIGIN = Origin(Version(3, date(2026, 11, 12)), LINK)
DARK = 128  # out of 255


# ── Owners and rules ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("loaded_rules")
def test_an_example_has_its_public_address() -> None:
    sample = a_sample()
    assert origin_of(sample, "https://squadra.example").link == f"https://squadra.example/lists/{sample.pk}/"


@pytest.mark.usefixtures("loaded_rules")
@pytest.mark.parametrize("site", ["", "http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_an_address_that_does_not_work_on_a_phone_is_left_out(site: str) -> None:
    assert origin_of(a_sample(), site).link == ""


@pytest.mark.usefixtures("loaded_rules")
def test_private_lists_have_no_public_address(alice: Visitor) -> None:
    assert origin_of(a_list(alice), "https://squadra.example").link == ""


@pytest.mark.usefixtures("loaded_rules")
@pytest.mark.parametrize("site", ["http://192.168.1.20:8000", "http://[fd00::20]:8000", "http://squadra.local:8000"])
def test_an_address_on_the_local_network_is_printed(site: str) -> None:
    sample = a_sample()
    assert origin_of(sample, site).link == f"{site}/lists/{sample.pk}/"


@pytest.mark.usefixtures("loaded_rules")
def test_a_list_with_an_owner_names_its_player(alice: Visitor) -> None:
    draft = a_list(Visitor(None, "a-browser"))
    assert [origin_of(one, "").player for one in (a_list(alice), draft, a_sample())] == ["alice", "", ""]


@pytest.mark.usefixtures("loaded_rules")
def test_the_version_is_the_shown_version_with_the_digest_of_the_exported_file(alice: Visitor) -> None:
    mine = a_list(alice)
    exported = browser_of(alice).get(reverse("lists:export", args=[mine.pk])).content
    version = version_of(mine)
    assert version is not None
    assert (version.number, version.digest) == (1, hashlib.sha256(exported).hexdigest()[:6])


def test_the_player_comes_first_in_the_head_of_the_roster() -> None:
    roster = replace(twelve_men(), pair_name="Lince")
    named = a_sheet(roster, "it", origin=Origin(player="marta")).facts
    assert [(fact.label, fact.text) for fact in named[:2]] == [("Giocatore", "marta"), ("Coppia", "Lince")]
    assert a_sheet(roster, "it").facts == named[1:]


@pytest.mark.usefixtures("loaded_rules")
def test_the_rules_are_the_lists_version(alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """The date is that in Rome, where it was past midnight."""
    mine, midnight_in_rome = a_list(alice), datetime(2026, 1, 31, 23, tzinfo=UTC)
    RulesetVersion.objects.filter(ruleset="bn").update(created=midnight_in_rome)
    version_mark.cache_clear()
    with django_assert_num_queries(1):  # a version of the rules never changes, and is read once
        origins = [origin_of(mine, ""), origin_of(mine, "")]
    version_mark.cache_clear()  # the next test uses its own rules
    assert [origin.rules for origin in origins] == [Version(1, date(2026, 2, 1))] * 2


@pytest.mark.usefixtures("loaded_rules")
def test_the_printout_of_an_example_has_a_code_and_that_of_an_own_list_has_none(
    alice: Visitor, rendered: list[str]
) -> None:
    client = browser_of(alice)
    for army_list in (a_sample(), a_list(alice)):
        client.get(address("roster", army_list))
    assert ['class="top-code"' in page for page in rendered] == [True, False]
    assert ["Rules: version 1 of" in page for page in rendered] == [True, True]


# ── On paper ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_roster_has_version_and_date_in_its_language() -> None:
    assert "Rules: version 3 of 12 November 2026." in a_page(twelve_men(), "en", origin=ORIGIN).html
    assert "Regole: versione 3 del 12 novembre 2026." in a_page(twelve_men(), "it", origin=ORIGIN).html
    assert "Rules: version" not in a_page(twelve_men()).html


def test_the_head_has_version_date_and_digest_in_its_language() -> None:
    origin = Origin(version=Version(12, date(2026, 11, 20), "a1b2c3"))
    said = [" ".join(a_page(twelve_men(), language, origin=origin).html.split()) for language in LANGUAGES]
    assert "Version 12 of 20 November 2026 · a1b2c3" in said[LANGUAGES.index("en")]
    assert "Versione 12 del 20 novembre 2026 · a1b2c3" in said[LANGUAGES.index("it")]
    assert 'class="label version"' not in a_page(twelve_men()).html


def test_without_an_address_there_is_no_code() -> None:
    assert "<svg" not in a_page(twelve_men()).html


def test_the_code_makes_room_for_a_long_title() -> None:
    roster = twelve_men()
    assert [a_sheet(roster, origin=origin).top.size for origin in (Origin(), ORIGIN)] == ["l", "l"]
    longer = replace(roster, name="Pattuglia a Surobi, inverno 2009")
    assert [a_sheet(longer, origin=origin).top.size for origin in (Origin(), ORIGIN)] == ["l", "m"]


def test_the_code_encodes_the_address() -> None:
    """Check the middle of each square on the printed page."""
    pdf = a_pdf(twelve_men(), origin=ORIGIN)
    notes: Any = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]["/Annots"]
    links = [note.get_object() for note in notes]
    assert {link["/A"]["/URI"] for link in links} == {LINK}
    place = [float(edge) for edge in links[0]["/Rect"]]
    assert "Figure" in tags_of(pdf)
    code = [list(map(bool, row)) for row in segno.make_qr(LINK, error="m").matrix]
    assert printed_code(pdf, place, len(code)) == code


def printed_code(pdf: bytes, place: list[float], side: int) -> list[list[bool]]:
    """The dark squares of the code on the first page."""
    page, scale = open_pdf(pdf)[0], 8
    picture = page.render(scale=scale).to_pil().convert("L")
    left, top, right, bottom = (edge * scale for edge in place)
    step, upper = (right - left) / side, page.get_height() * scale - top
    assert top - bottom == pytest.approx(right - left, abs=1)
    middles = [(number + 0.5) * step for number in range(side)]
    return [
        [picture.getpixel((int(left + across), int(upper + down))) < DARK for across in middles] for down in middles
    ]
