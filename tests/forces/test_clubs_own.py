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


def begin(client: Client, club: Club, written: str, **fields: Any) -> Any:
    """Begin a force with a text."""
    return client.post(f"/clubs/{club.pk}/forces/new/", {"begin": "text", "text": written} | fields)


def keep(client: Client, begun: Any) -> None:
    """Keep the draft that was begun."""
    client.post(f"{begun.headers['Location']}keep/")


def test_an_organiser_describes_a_force_and_members_see_it(club: Club, davide: User, ilaria: User) -> None:
    hers, his = browser_of(ilaria), browser_of(davide)
    address = f"/clubs/{club.pk}/forces/"
    keep(his, begin(his, club, a_text()))
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
    assert "Edit the force" not in shown
    assert "Edit the force" in text(his.get(f"{address}{kept.pk}/"))
    file = SimpleUploadedFile("mine.yaml", a_text(id="other", limits=[]).encode())
    keep(his, begin(his, club, "", file=file))
    assert Force.objects.get(key="other").force.limits == ()
    his.post(f"{address}{kept.pk}/remove/")
    assert Force.objects.get().key == "other"


def test_errors_name_their_line_and_the_text_stays(club: Club, marta: User) -> None:
    written = a_text().replace('"lmg"', '"lmgg"', 1).replace("{", "{\n", 1)
    client = browser_of(marta)
    response = begin(client, club, written)
    assert response.status_code == 422
    assert 'Line 2: squads[0].figures[1].weapons[0]: unknown weapon "lmgg"; did you mean "lmg"?' in text(response)
    assert "lmgg&quot;" in response.content.decode()
    file = SimpleUploadedFile("mine.yaml", b"\xff\xfe\x00")
    refused = begin(client, club, "", file=file)
    assert (refused.status_code, "This is not a text file" in text(refused)) == (422, True)
    assert "the file is empty" in text(begin(client, club, ""))
    assert not Force.objects.exists()


def test_others_get_nothing(club: Club, marta: User, ilaria: User, paolo: User) -> None:
    force = of_club(club, marta)
    hers, his = browser_of(ilaria), browser_of(paolo)
    found = parse_force(a_text(id="other"), LIBRARY.catalogues)
    for client in (hers, his):
        assert begin(client, club, a_text(id="other")).status_code == 404
        assert client.post(f"/clubs/{club.pk}/forces/{force.pk}/edit/").status_code == 404
    assert his.get(f"/clubs/{club.pk}/forces/").status_code == 404
    assert his.get(f"/clubs/{club.pk}/forces/{force.pk}/").status_code == 404
    other = a_club(paolo)  # an organiser elsewhere
    assert his.post(f"/clubs/{other.pk}/forces/{force.pk}/edit/").status_code == 404
    assert his.post(f"/clubs/{other.pk}/forces/{force.pk}/remove/").status_code == 404
    with pytest.raises(NotAllowedError):
        add_force(club.pk, ilaria, found, "")
    with pytest.raises(Club.DoesNotExist):
        add_force(club.pk, paolo, found, "")
    assert Force.objects.get().version == 1


def test_an_id_stands_once_a_club_and_there_is_an_end(club: Club, marta: User) -> None:
    force = of_club(club, marta)
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
    client = browser_of(marta)
    begun = begin(client, club, a_text(id="one-more"))
    keep(client, begun)
    assert "A club can have at most 40 forces." in text(client.get(begun.headers["Location"]))


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
