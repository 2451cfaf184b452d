"""The forces of a club: rights, errors, and effects on lists."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.forces.actions import FORCES_AT_MOST, add_force, edit_force
from armybuilder.forces.models import Force
from rules.loading.reading import parse_force
from tests.clubs.clubs import a_club, browser_of
from tests.core.documents import LIBRARY
from tests.forces.loading import a_text, of_club
from tests.lists.builder import text
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def club(marta: User, davide: User, ilaria: User) -> Club:
    return a_club(marta, davide, ilaria)


def write(client: Client, club: Club, written: str, at: str = "new/", **fields: Any) -> Any:
    return client.post(f"/clubs/{club.pk}/forces/{at}", {"text": written} | fields)


def test_an_organiser_describes_a_force_and_changes_it(club: Club, davide: User, ilaria: User) -> None:
    hers, his = browser_of(ilaria), browser_of(davide)
    address = f"/clubs/{club.pk}/forces/"
    assert write(his, club, a_text()).headers["Location"] == address
    kept = Force.objects.get()
    assert (kept.key, kept.force.club, kept.force.version, kept.changed_by) == (
        "guard",
        "Il Ridotto",
        1,
        davide,
    )
    assert "Guard version 1" in text(hers.get(address))
    shown = text(hers.get(f"{address}{kept.pk}/"))
    assert "1–2 × Patrol Trained, 4–8 figures" in shown
    assert "Source text" not in shown
    assert "Source text" in text(his.get(f"{address}{kept.pk}/"))
    write(his, club, a_text() + "\n", f"{kept.pk}/")  # says the same
    assert Force.objects.get().version == 1
    file = SimpleUploadedFile("mine.yaml", a_text(limits=[]).encode())
    write(his, club, "", f"{kept.pk}/", file=file)
    assert (Force.objects.get().version, Force.objects.get().force.limits) == (2, ())
    his.post(f"{address}{kept.pk}/remove/")
    assert not Force.objects.exists()


def test_errors_name_their_line_and_the_text_stays(club: Club, marta: User) -> None:
    written = a_text().replace('"lmg"', '"lmgg"', 1).replace("{", "{\n", 1)
    response = write(browser_of(marta), club, written)
    assert response.status_code == 422
    assert 'Line 2: squads[0].figures[1].weapons[0]: unknown weapon "lmgg"; did you mean "lmg"?' in text(
        response
    )
    assert "lmgg&quot;" in response.content.decode()
    file = SimpleUploadedFile("mine.yaml", b"\xff\xfe\x00")
    refused = write(browser_of(marta), club, "", file=file)
    assert (refused.status_code, "This is not a text file" in text(refused)) == (422, True)
    assert "the file is empty" in text(write(browser_of(marta), club, ""))
    assert not Force.objects.exists()


def test_others_get_nothing(club: Club, marta: User, ilaria: User, paolo: User) -> None:
    force = of_club(club, marta)
    hers, his = browser_of(ilaria), browser_of(paolo)
    found = parse_force(a_text(id="other"), LIBRARY.catalogues)
    for client in (hers, his):
        assert write(client, club, a_text(id="other")).status_code == 404
        assert write(client, club, a_text(limits=[]), f"{force.pk}/").status_code == 404
    assert his.get(f"/clubs/{club.pk}/forces/").status_code == 404
    assert his.get(f"/clubs/{club.pk}/forces/{force.pk}/").status_code == 404
    other = a_club(paolo)  # an organiser elsewhere
    assert write(his, other, a_text(limits=[]), f"{force.pk}/").status_code == 404
    assert his.post(f"/clubs/{other.pk}/forces/{force.pk}/remove/").status_code == 404
    with pytest.raises(NotAllowedError):
        add_force(club.pk, ilaria, found, "")
    with pytest.raises(Club.DoesNotExist):
        add_force(club.pk, paolo, found, "")
    assert Force.objects.get().version == 1


def test_an_id_stands_once_a_club_and_there_is_an_end(club: Club, marta: User) -> None:
    force = of_club(club, marta)
    again = write(browser_of(marta), club, a_text())
    assert "The club already has a force with the ID “guard”." in text(again)
    other = of_club(club, marta, id="other")
    data = parse_force(a_text(), LIBRARY.catalogues)
    with refused("The club already has a force with the ID “guard”."):
        edit_force(club.pk, other.pk, marta, data, "")
    Force.objects.bulk_create(
        Force(club=club, key=f"f-{n}", ruleset="bn", text="", document=force.document)
        for n in range(FORCES_AT_MOST - 2)
    )
    with refused("A club can have at most 40 forces."):
        of_club(club, marta, id="one-more")
    full = write(browser_of(marta), club, a_text(id="one-more"))
    assert "A club can have at most 40 forces." in text(full)


def test_the_command_loads_what_has_changed(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    file = tmp_path / "guard.yaml"
    for written, said in (
        (a_text(), "guard: new\n"),
        (a_text(), "Forces: no changes.\n"),
        (a_text(limits=[]), "guard: new\n"),
    ):
        file.write_text(written, encoding="utf-8")
        call_command("load_forces", file)
        assert capsys.readouterr().out == said
    assert Force.objects.get().version == 2
