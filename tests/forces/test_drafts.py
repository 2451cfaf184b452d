"""Editing a force part by part: the draft, its marks, undo, keeping, and who may."""

from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.forces.actions import (
    DRAFTS_AT_MOST,
    UNDO_STEPS,
    begin_draft,
    change_draft,
    draft_of,
    keep_draft,
)
from armybuilder.forces.models import Force, ForceDraft
from armybuilder.forces.parts import mark_of, part_at
from rules.core.document.force import decode, encode
from rules.loading.reading import parse_force
from tests.clubs.clubs import a_club, browser_of
from tests.core.documents import LIBRARY
from tests.evenings.evenings import a_bn_list
from tests.forces.loading import a_text, of_club
from tests.lists.builder import text
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def club(marta: User, davide: User, ilaria: User) -> Club:
    return a_club(marta, davide, ilaria)


@pytest.fixture
def draft(club: Club, marta: User) -> ForceDraft:
    return begin_draft(club.pk, marta, parse_force(a_text(), LIBRARY.catalogues))


def address(draft: ForceDraft, act: str = "") -> str:
    return f"/clubs/{draft.club_id}/forces/drafts/{draft.pk}/{act}"


def posted(draft: ForceDraft, place: str, **changes: Any) -> dict[str, Any]:
    """What the page sends of a part: all fields of its form, with changes."""
    page = browser_of(User.objects.get(username="marta")).get(address(draft), {"open": place or "head"})
    form = next(form for form in forms_of(page.context["page"]) if form)
    sent = {name: form[name].value() for name in form.fields}
    part = part_at(draft.data, place)
    fields = {name: "" if value is None else value for name, value in sent.items()}
    return {"place": place, "act": "save", "seen": mark_of(part)} | fields | changes


def forms_of(page: Any) -> list[Any]:
    rows = [page["head"], *page["extras"], *page["limits"]]
    for squad in page["squads"]:
        rows += [squad["head"], *squad["rows"]]
    return [row.form for row in rows]


def change(client: Client, draft: ForceDraft, place: str, **changes: Any) -> Any:
    answer = client.post(address(draft, "change/"), posted(draft, place, **changes))
    draft.refresh_from_db()
    return answer


PLACES = ["", "squads.0", "squads.0.figures.0", "squads.0.figures.1", "limits.0"]


@pytest.mark.parametrize("place", PLACES)
def test_a_part_that_is_saved_as_it_is_stays_the_same(draft: ForceDraft, marta: User, place: str) -> None:
    before = draft.document
    assert change(browser_of(marta), draft, place).status_code == 302
    assert (draft.document, draft.past) == (before, [])


def test_parts_are_changed_one_by_one(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    change(client, draft, "squads.0", name="Ronda", smallest="5", largest="9")
    change(client, draft, "squads.0.figures.1", most="3", also=["pistol", "grenade"])
    squad = draft.data.squads[0]
    assert (squad.name.it, squad.name.en, squad.size) == ("Pattuglia", "Ronda", (5, 9))
    assert (squad.figures[1].most, squad.figures[1].also) == (3, ("pistol", "grenade"))
    assert len(draft.past) == 2


def test_a_part_is_added_duplicated_and_removed(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    figures = len(draft.data.squads[0].figures)
    answer = client.post(address(draft, "change/"), {"act": "add", "place": "squads.0.figures"})
    assert answer.headers["Location"].endswith(f"?open=squads.0.figures.{figures}#p-squads-0-figures-{figures}")
    for act, place in (("copy", "squads.0"), ("add", "squads"), ("remove", "squads.0"), ("add", "limits")):
        draft.refresh_from_db()
        seen = {} if act == "add" else {"seen": mark_of(part_at(draft.data, place))}
        assert client.post(address(draft, "change/"), {"act": act, "place": place} | seen).status_code == 302
    draft.refresh_from_db()
    assert [len(squad.figures) for squad in draft.data.squads] == [figures + 1, 1, 1]
    assert len({squad.id for squad in draft.data.squads}) == 3
    for _ in range(6):
        client.post(address(draft, "undo/"))
    draft.refresh_from_db()
    assert draft.data == parse_force(a_text(), LIBRARY.catalogues)


def test_a_part_is_moved_among_its_like(draft: ForceDraft, marta: User) -> None:
    client, before = browser_of(marta), [row.name for row in draft.data.squads[0].figures]
    sent = {
        "place": "squads.0.figures.0",
        "act": "down",
        "seen": mark_of(part_at(draft.data, "squads.0.figures.0")),
    }
    moved = client.post(address(draft, "change/"), sent)
    assert "open=squads.0.figures.1" in moved.headers["location"]
    draft.refresh_from_db()
    assert [row.name for row in draft.data.squads[0].figures] == [before[1], before[0], *before[2:]]
    for place, act in (
        ("squads.0.figures.0", "up"),
        (f"squads.0.figures.{len(before) - 1}", "down"),
        ("", "up"),
        ("squads", "up"),
    ):
        assert client.post(address(draft, "change/"), {"place": place, "act": act}).status_code == 404
    draft.refresh_from_db()
    assert [row.name for row in draft.data.squads[0].figures] == [before[1], before[0], *before[2:]]


def test_a_number_is_stepped_and_the_part_stays_open(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    place = "squads.0.figures.1"
    answer = change(client, draft, place, step="most:1")
    assert answer.headers["Location"].endswith("?open=squads.0.figures.1&at=squads.0.figures.1#p-squads-0-figures-1")
    most = draft.data.squads[0].figures[1].most
    change(client, draft, place, step="most:1")
    assert draft.data.squads[0].figures[1].most == (most or 0) + 1
    change(client, draft, place, most="1", step="most:-1")
    figure = draft.data.squads[0].figures[1]
    change(client, draft, place, least="0", step="least:-1")
    assert (figure.most, draft.data.squads[0].figures[1].least) == (None, 0)  # only `most` can be empty
    change(client, draft, place, step="name:1")
    assert change(client, draft, place, most="many", step="most:1").status_code == 302


def test_wrong_numbers_are_told_at_their_field_and_stay_typed(draft: ForceDraft, marta: User) -> None:
    before = draft.document
    page = change(browser_of(marta), draft, "squads.0.figures.1", least="7", most="2", name="")
    assert page.status_code == 422
    assert "This must be at least 7." in text(page)
    assert 'value="7"' in page.text
    assert draft.document == before


def test_a_draft_may_be_wrong_and_says_where(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    change(client, draft, "squads.0", smallest="0", largest="1")
    page = text(client.get(address(draft)))
    assert "The types below make at least 4 figures, but the squad has at most 1." in page
    assert "The lists appear here when there are no problems." in page
    client.post(address(draft, "keep/"))
    assert not Force.objects.exists()
    with refused("Nothing was saved: first correct what is marked."):
        keep_draft(draft.club_id, draft.pk, marta)


def test_a_part_that_moved_on_is_not_overwritten(draft: ForceDraft, marta: User, davide: User) -> None:
    old = posted(draft, "squads.0.figures.1", most="5")
    other = posted(draft, "squads.0.figures.0", also=["pistol"])
    change(browser_of(davide), draft, "squads.0.figures.1", most="4")
    page = browser_of(marta).post(address(draft, "change/"), old)
    assert page.status_code == 422
    assert "Nothing was changed: this part has changed meanwhile" in text(page)
    assert 'value="5"' in page.text  # what was typed stays
    assert browser_of(marta).post(address(draft, "change/"), other).status_code == 302  # another part
    draft.refresh_from_db()
    assert (draft.data.squads[0].figures[1].most, draft.data.squads[0].figures[0].also) == (4, ("pistol",))


def test_a_part_removed_twice_is_refused_the_second_time(draft: ForceDraft, marta: User) -> None:
    client, last = browser_of(marta), len(draft.data.squads[0].figures) - 1
    place = f"squads.0.figures.{last}"
    sent = {"act": "remove", "place": place, "seen": mark_of(part_at(draft.data, place))}
    for _press in range(2):
        answer = client.post(address(draft, "change/"), sent)
        assert answer.status_code == 302
    assert "Nothing was changed: this part has changed meanwhile" in text(client.get(address(draft)))
    draft.refresh_from_db()
    assert len(draft.data.squads[0].figures) == last


def test_nothing_is_added_to_a_squad_that_is_gone(draft: ForceDraft, marta: User) -> None:
    client, before = browser_of(marta), draft.document
    sent = {"place": "squads.19.figures", "act": "add"}
    answer = client.post(address(draft, "change/"), sent, follow=True)
    assert answer.redirect_chain == [(f"{address(draft)}?at=#p-head", 302)]
    assert [str(one) for one in answer.context["messages"]] == ["There is nothing more to add here."]
    draft.refresh_from_db()
    assert draft.document == before


def test_a_draft_becomes_a_version(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    assert "No force" not in text(client.get(address(draft)))
    client.post(address(draft, "keep/"))
    kept = Force.objects.get()
    assert (kept.version, kept.key, ForceDraft.objects.count()) == (1, "guard", 0)
    again = draft_of(draft.club_id, kept.pk, marta)
    assert draft_of(draft.club_id, kept.pk, marta).pk == again.pk  # one draft for all organisers
    change(client, again, "", note="Di notte.")
    client.post(address(again, "keep/"))
    kept.refresh_from_db()
    assert (kept.version, kept.force.note and kept.force.note.it) == (2, "Di notte.")
    assert parse_force(kept.text, LIBRARY.catalogues) == replace(kept.force, club="", version=1)


def test_a_newer_version_is_replaced_only_when_asked(club: Club, marta: User) -> None:
    stored = of_club(club, marta)
    draft = draft_of(club.pk, stored.pk, marta)
    Force.objects.filter(pk=stored.pk).update(version=2)
    with refused("Nothing was saved: the force has had a new version, 2, since this draft started."):
        keep_draft(club.pk, draft.pk, marta)
    assert "Saving replaces it." in text(browser_of(marta).get(address(draft)))
    assert keep_draft(club.pk, draft.pk, marta, anyway=True).pk == stored.pk


def test_a_draft_is_read_and_replaced_as_text(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    assert "id: guard" in client.get(address(draft, "text/")).text
    wrong = client.post(address(draft, "text/"), {"text": a_text().replace('"lmg"', '"lmgg"', 1)})
    assert (wrong.status_code, 'unknown weapon "lmgg"' in text(wrong)) == (422, True)
    assert client.post(address(draft, "text/"), {"text": a_text(limits=[])}).status_code == 302
    draft.refresh_from_db()
    assert draft.data.limits == ()


@pytest.mark.parametrize("begin", ["list", "force", "empty", "text"])
def test_a_force_begins_with_a_list_a_force_a_game_or_a_text(club: Club, marta: User, begin: str) -> None:
    army, other = a_bn_list(marta, name="Alpini"), of_club(club, marta)
    of = {"list": army.pk, "force": other.pk, "empty": "bn", "text": ""}[begin]
    client = browser_of(marta)
    assert client.get(f"/clubs/{club.pk}/forces/new/").status_code == 200
    sent = {"begin": begin, "of": of, "text": a_text(id="mine")}
    assert client.post(f"/clubs/{club.pk}/forces/new/", sent).status_code == 302
    draft = ForceDraft.objects.get()
    page = client.get(address(draft))
    assert page.context["page"]["wrong"] == 0
    assert [one["title"] for one in page.context["page"]["proof"]][:2] == [
        "The smallest legal list",
        "A full list",
    ]
    assert (draft.begun_from, draft.data.id) == {
        "list": ("Alpini", "force"),
        "force": ("", "force-1"),
        "empty": ("", "force"),
        "text": ("", "mine"),
    }[begin]


@pytest.mark.parametrize("of", ["", "x", "00000000-0000-0000-0000-000000000000", "bn"])
@pytest.mark.parametrize("begin", ["list", "force", "nothing"])
def test_what_does_not_exist_begins_nothing(club: Club, marta: User, begin: str, of: str) -> None:
    answer = browser_of(marta).post(f"/clubs/{club.pk}/forces/new/", {"begin": begin, "of": of})
    assert (answer.status_code, ForceDraft.objects.count()) == (404, 0)


@pytest.mark.parametrize(
    "place",
    ["squads.9", "squads", "squads.0.figures", "club", "squads.0.name", "x", "squads..0", "limits.0.ids"],
)
def test_a_place_that_is_none_is_refused(draft: ForceDraft, marta: User, place: str) -> None:
    client = browser_of(marta)
    before = draft.document
    for act in ("save", "remove", "copy"):
        for seen in ({}, {"seen": ""}):
            answer = client.post(address(draft, "change/"), {"act": act, "place": place} | seen)
            assert answer.status_code in (302, 404)
    assert client.get(address(draft), {"open": place}).status_code in (302, 404)
    draft.refresh_from_db()
    assert draft.document == before


def test_members_and_strangers_have_no_drafts(draft: ForceDraft, ilaria: User, paolo: User) -> None:
    for user in (ilaria, paolo):
        client = browser_of(user)
        assert client.get(address(draft)).status_code == 404
        for act in ("change/", "undo/", "keep/", "discard/", "text/"):
            assert client.post(address(draft, act), {"act": "add", "place": "squads"}).status_code == 404
    with pytest.raises(NotAllowedError):
        change_draft(draft.club_id, draft.pk, ilaria, lambda force: force)
    with pytest.raises(Club.DoesNotExist):
        change_draft(draft.club_id, draft.pk, paolo, lambda force: force)


def test_a_draft_is_discarded_and_the_force_stays(club: Club, marta: User) -> None:
    stored = of_club(club, marta)
    draft = draft_of(club.pk, stored.pk, marta)
    assert "Drafts Guard" in text(browser_of(marta).get(f"/clubs/{club.pk}/forces/"))
    browser_of(marta).post(address(draft, "discard/"))
    assert (ForceDraft.objects.count(), Force.objects.get().version) == (0, 1)


def test_there_is_an_end_to_drafts_and_to_undo(club: Club, draft: ForceDraft, marta: User) -> None:
    for number in range(UNDO_STEPS + 5):
        draft = change_draft(club.pk, draft.pk, marta, lambda force, n=number: replace(force, id=f"id-{n}"))  # type: ignore[misc]
    assert len(draft.past) == UNDO_STEPS
    ForceDraft.objects.bulk_create(ForceDraft(club=club, document=draft.document) for _ in range(DRAFTS_AT_MOST - 1))
    with refused("A club can have at most 20 drafts of forces."):
        begin_draft(club.pk, marta, draft.data)


def test_a_force_holds_no_more_than_its_format(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    for _ in range(30):
        client.post(address(draft, "change/"), {"act": "add", "place": "squads.0.figures"})
    draft.refresh_from_db()
    assert len(draft.data.squads[0].figures) == 20
    page = client.get(address(draft))
    assert "Nothing was changed: a force has 1 to 20 squads, and only so many rows in each." in text(page)
    place = f"extras.{len(draft.data.extras)}"
    client.post(address(draft, "change/"), {"act": "add", "place": "extras"})
    draft.refresh_from_db()
    assert change(client, draft, place, level="10").status_code == 422
    assert change(client, draft, place, level="9").status_code == 302


def test_the_last_squad_and_the_force_itself_are_not_removed(draft: ForceDraft, marta: User) -> None:
    client = browser_of(marta)
    for _ in range(3):
        client.post(address(draft, "change/"), {"act": "remove", "place": "squads.0"})
    assert [
        client.post(address(draft, "change/"), {"act": act, "place": ""}).status_code for act in ("remove", "copy")
    ] == [
        404,
        404,
    ]
    draft.refresh_from_db()
    assert len(draft.data.squads) == 1


def test_a_draft_is_stored_as_it_is_read(draft: ForceDraft) -> None:
    assert encode(decode(draft.document.encode())).decode() == draft.document
