"""A ruleset that nobody knew is built, advised, printed, shared, exported, imported, stored and played.

`make fuzz` takes thousands of generated rulesets along the way that each takes here.
"""

import re
from typing import Any
from unittest.mock import patch

import lxml.html
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening
from armybuilder.games.models import Game, Link
from armybuilder.lists import quotas
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.exchange.our_format.writing import SHAPES, write_text
from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from armybuilder.sharing.models import ShareLink
from rules.actions import load_catalogues
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.roster import Roster
from rules.core.text import LANGUAGES
from rules.loading.contradictions import contradictions
from tests.clubs.clubs import a_club, browser_of
from tests.evenings.evenings import an_evening
from tests.hostile import FUZZING
from tests.rules.generated import rulesets
from tests.rules.invented import HARBOUR, ORBIT

pytestmark = pytest.mark.django_db

ONE_BY_ONE = settings(max_examples=max(2, settings().max_examples // 30))


@pytest.mark.parametrize("book", [HARBOUR, ORBIT], ids=lambda book: book.id)
def test_a_made_up_ruleset_goes_everywhere(book: Catalogue) -> None:
    goes_everywhere(book)


@ONE_BY_ONE
@given(rulesets())
def test_a_generated_ruleset_goes_everywhere(book: Catalogue) -> None:
    assert list(contradictions(book)) == []
    with transaction.atomic():
        goes_everywhere(book)
        transaction.set_rollback(True)


def goes_everywhere(book: Catalogue) -> None:
    """Take a ruleset through the site: a list with one of each thing, and what players do with it."""
    load_catalogues([book])
    walks(book, *(User.objects.create_user(name) for name in ("marta", "davide")))


@patch.multiple(quotas, EDITS_AN_HOUR=1_000_000, MEGABYTES_AN_HOUR=1_000_000)  # of one visitor in many walks
def walks(book: Catalogue, marta: User, davide: User) -> None:
    client = browser_of(marta)
    for page in (reverse("lists:home"), reverse("rules:ruleset", args=[book.id])):
        shows(client, page)
    army = is_built(client, book)
    is_advised(client, army)
    is_printed(client, army, book)
    is_shared(client, army)
    is_read_back(army.roster, book)
    is_restored(client, army)
    plays(client, army)
    if book.is_own:
        is_opened_with_its_rules(davide, client, army)
    plays_on_a_night(a_club(marta, davide), marta, davide, book)


def shows(client: Client, address: str) -> Any:
    page = client.get(address)
    assert page.status_code == 200, address
    return page


def posts(client: Client, address: str, **fields: Any) -> None:
    answer = client.post(address, fields)
    assert answer.status_code == 302, (address, answer.status_code)


def is_built(client: Client, book: Catalogue) -> ArmyList:
    """Build a list with one of each thing in the builder."""
    posts(client, reverse("lists:create"), ruleset=book.id, role=book.offered.formats[0].id)
    army = ArmyList.objects.get()

    def act(name: str, *row: str, **fields: Any) -> None:
        posts(client, reverse(f"lists:{name}", args=[army.pk, *row]), **fields)

    offered = book.offered
    act("add-squad", **{"class": offered.classes[0].id})
    squad = ArmyList.objects.get().roster.squads[0].id
    for preset in offered.presets:
        act("add-figure", squad, preset=preset.id)
    for vehicle in offered.vehicles:
        act("add-vehicle", squad, type=vehicle.id)
    for extra in offered.extras:
        if extra.sold_for("squad"):
            act("add-squad-extra", squad, extra=extra.id)
        if extra.sold_for("list"):
            act("add-extra", extra=extra.id)
    army = ArmyList.objects.get()
    assert army.roster.squads[0].figure_count == len(offered.presets)
    return army


def is_advised(client: Client, army: ArmyList) -> None:
    for page in ("builder", "advice", "complete", "profile"):
        shows(client, reverse(f"lists:{page}", args=[army.pk]))


def is_printed(client: Client, army: ArmyList, book: Catalogue) -> None:
    shows(client, reverse("printing:index", args=[army.pk]))
    report = assess(army.roster, book)
    for form in FORMATS.values():
        for language in LANGUAGES:
            assert "<body" in form.page(army.roster, book, report, Options(language)).html


def is_shared(client: Client, army: ArmyList) -> None:
    posts(client, reverse("sharing:make-link", args=[army.pk]))
    link = ShareLink.objects.get()
    for page in ("shared", "shared-json", "card"):
        shows(Client(), reverse(f"sharing:{page}", args=[link.token]))
    before = ArmyList.objects.count()
    posts(Client(), reverse("sharing:copy", args=[link.token]))
    assert ArmyList.objects.count() == before + 1


def is_read_back(roster: Roster, book: Catalogue) -> None:
    """Write the list as text in every shape and language, and read it."""
    library = Library([book])
    for shape in SHAPES:
        for language in LANGUAGES:
            text = write_text(roster, book, assess(roster, book), shape, language)
            reading = read_text(text, library, language)
            assert reading.roster is not None, text
            assert without_ids(reading.roster) == without_ids(roster), text


def without_ids(roster: Roster) -> list[Any]:
    """What a list says of its squads, without the ids of rows, which text leaves out."""
    return [
        (
            squad.name,
            squad.class_,
            [replace(figure, id="") for figure in squad.figures],
            [replace(vehicle, id="") for vehicle in squad.vehicles],
            [replace(extra, id="") for extra in squad.extras],
        )
        for squad in roster.squads
    ]


def is_restored(client: Client, army: ArmyList) -> None:
    """Restore the list from a personal backup after it was deleted."""
    document = army.document
    backup = b"".join(client.get(reverse("backup:download")).streaming_content)  # type: ignore[attr-defined]
    ArmyList.objects.filter(pk=army.pk).delete()
    posts(client, reverse("backup:restore"), file=SimpleUploadedFile("backup.json", backup))
    assert [one.document for one in ArmyList.objects.filter(owner__username="marta")] == [document]


def is_opened_with_its_rules(other: User, client: Client, army: ArmyList) -> None:
    """Save a list of own rules with them, and open it as somebody else: the same list, the same report."""
    army = ArmyList.objects.get(owner__username="marta")
    file = client.get(reverse("own:list-file", args=[army.pk])).content
    posts(browser_of(other), reverse("own:open"), text=file.decode(), make="", key="opened")
    opened = ArmyList.objects.get(owner=other)
    assert without_ids(opened.roster) == without_ids(army.roster)
    assert opened.report == army.report
    opened.delete()


def plays(client: Client, army: ArmyList) -> None:
    """Play alone for both sides: press every button of the play screen, then read the report and the log."""
    posts(client, reverse("games:start", args=[ArmyList.objects.get(owner__username="marta").pk]), phones="one")
    link = Link.objects.get(kind="both")
    for _ in range(2):
        presses_all(client, shows(client, reverse("games:play", args=[link.token])))
    assert Game.objects.get(pk=link.game_id).last > 0
    for page in ("report", "log-text", "log-json"):
        shows(client, reverse(f"games:{page}", args=[link.token]))


def presses_all(client: Client, page: Any) -> None:
    """Press a button of each kind on a play screen; some are refused in words, none fails.

    Buttons that differ in a number only, such as those of each man, are of one kind.
    """
    pressed: set[str] = set()
    for form in lxml.html.fromstring(page.text).iter("form"):
        address = str(form.get("action") or "")
        if not re.search(r"/(say|roll)/$", address):
            continue
        fields = {
            str(field.get("name")): str(field.get("value") or "")
            for field in form.iter("input")
            if field.get("name") and field.get("type") not in ("checkbox", "radio")
        }
        for choice in form.iter("select"):
            fields[str(choice.get("name"))] = str(next(choice.iter("option")).get("value") or "")
        for button in form.iter("button"):
            sent = fields | ({str(button.get("name")): str(button.get("value") or "")} if button.get("name") else {})
            kind = re.sub(r"\d+", "", f"{address} {sorted(sent.items())}")
            if kind in pressed and not FUZZING:
                continue
            pressed.add(kind)
            assert client.post(address, sent).status_code in (200, 302, 409), (address, sent)


def plays_on_a_night(club: Club, marta: User, davide: User, book: Catalogue) -> None:
    """Pair two players on a games night of the ruleset, with their lists if these are legal, and start their game."""
    own = ArmyList.objects.get(owner=marta)
    legal = assess(own.roster, book).legal
    evening = an_evening(club, davide, ruleset=book.id, limits={own.roster.role: None} if legal else {})
    other = create_from(Visitor(davide), own.roster, own.ruleset_version_id)
    for user, army in ((marta, own), (davide, other)):
        if legal:
            submit(evening.pk, user, army.pk)
        else:
            answer(evening.pk, user, "coming")
    if legal:
        close_submissions(evening.pk, davide)
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    client = browser_of(davide)
    for page in ("evening", "desk", "paper", "results"):
        shows(client, reverse(f"evenings:{page}", args=[evening.pk]))
    posts(client, reverse("games:from-table", args=[evening.pk, table.pk]))
    game = Game.objects.latest("created")
    shows(client, reverse("games:play", args=[game.links.get(kind="a").token]))
    assert Evening.objects.get().ruleset_version_id == game.ruleset_version_id
