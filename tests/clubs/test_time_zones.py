"""The time zone of a club: taken from the browser, changed by organisers, refused if unknown."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.clubs.views.clubs import ClubForm
from armybuilder.time_zones import zone_names, zone_of
from tests.clubs.clubs import a_club, browser_of


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("America/New_York", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("UTC", "UTC"),
        (" Europe/London ", "Europe/London"),
        ("", ""),
    ],
)
def test_a_time_zone_is_known_by_its_name(said: str, kept: str) -> None:
    form = ClubForm({"name": "Il Ridotto", "time_zone": said})
    assert (form.is_valid(), form.cleaned_data["time_zone"]) == (True, kept)


@pytest.mark.parametrize(
    "said", ["Rome", "Europe/Nowhere", "../etc/passwd", "Europe/Rome\x00", "/etc/localtime", "CET", "x" * 65]
)
def test_an_unknown_time_zone_is_refused(said: str) -> None:
    form = ClubForm({"name": "Il Ridotto", "time_zone": said})
    assert [*form.errors] == ["time_zone"]


def test_a_club_begins_with_the_zone_of_the_browser_or_of_the_site(marta: User) -> None:
    browser = browser_of(marta)
    page = browser.get("/clubs/new/").content.decode()
    assert ('value="Europe/Rome"' in page, "data-own-zone" in page) == (True, True)
    for said in ("Asia/Tokyo", ""):
        browser.post("/clubs/new/", {"name": f"Club {said}", "time_zone": said})
    assert [*Club.objects.order_by("created").values_list("time_zone", flat=True)] == [
        "Asia/Tokyo",
        "Europe/Rome",
    ]
    refused = browser.post("/clubs/new/", {"name": "Third", "time_zone": "Rome"})
    assert (refused.status_code, Club.objects.count()) == (422, 2)
    assert "data-own-zone" not in refused.content.decode()


def test_organisers_change_it(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    said = {"name": club.name, "about": ""}
    address = f"/clubs/{club.pk}/edit/"
    assert browser_of(davide).post(address, said | {"time_zone": "Europe/London"}).status_code == 302
    browser_of(ilaria).post(address, said | {"time_zone": "Asia/Tokyo"})
    browser_of(davide).post(address, said)
    refused = browser_of(davide).post(address, said | {"time_zone": "London"})
    assert refused.status_code == 422
    assert "This time zone does not exist. Enter one like Europe/Rome." in refused.content.decode()
    club.refresh_from_db()
    assert club.time_zone == "Europe/London"


def test_a_removed_zone_falls_back_to_the_sites() -> None:
    assert [zone_of(name).key for name in ("Asia/Tokyo", "Mars/Olympus", "")] == [
        "Asia/Tokyo",
        "Europe/Rome",
        "Europe/Rome",
    ]
    assert "Factory" not in zone_names()
