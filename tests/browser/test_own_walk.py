"""A club secretary's walk, counted: from a pasted table of twenty rows to a printed roster of an own game."""

from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import create_club
from tests.browser.people import sign_in
from tests.browser.test_taps import Finger

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

TABLE = """Briganti e bersaglieri
Truppe
Bersaglieri 12
Guardia nazionale 7
Briganti 6
Contadini in armi 4
Carabinieri 11
Fanteria di linea 9
Capobanda 14
Armi
Moschetto 2
Carabina rigata 5
Trombone 3
Schioppo 0
Pistola 2
Sciabola 1
Forcone 0
Cannoncino 25
Mezzi
Carro 8
Mulo 4
Extra
Imboscata 10
Notte 5
Conoscono il bosco 8
"""


def test_from_a_pasted_table_to_a_printed_roster(page: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    create_club(marta, "Il Ridotto")
    sign_in(page, live_server, marta)
    finger = Finger(page, live_server)
    finger.open("/")
    finger.follow("Regole")
    finger.follow("Regole tue")
    finger.follow("Incolla")
    page.get_by_label("La tabella come testo").fill(TABLE)
    finger.choose("Leggi la tabella")
    expect(page.get_by_text("20 righe")).to_be_visible()
    finger.choose("Fai il gioco")
    assert finger.taps == 5
    finger.follow("Pubblica…")
    finger.tap(page.get_by_text("Il Ridotto"))
    finger.tap(page.get_by_text("Miei", exact=True))
    finger.choose("Pubblica la versione 1")
    finger.follow("Fai una lista")
    finger.choose("Nuova lista: Aperta")
    finger.choose("Dammi una lista legale")
    expect(page.locator(".squad").first).to_be_visible()
    finger.follow("Stampa")
    with page.expect_download() as download:
        finger.choose("Scarica il PDF")
    pages = PdfReader(BytesIO(download.value.path().read_bytes())).pages
    words = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "Contadini in armi, 5 figure" in words
    assert "Briganti e bersaglieri, Versione 1 · Il Ridotto" in words
    assert finger.taps == 14
