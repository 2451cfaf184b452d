"""The cost of a games night: its pages with 8 and 96 players, pairing 32, and all its sheets."""

import secrets
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256

from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import create_club
from armybuilder.clubs.models import Membership
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing
from armybuilder.evenings.pairing.matching import pair_round
from armybuilder.evenings.paper.parts import Paper
from armybuilder.evenings.paper.sheets import EveningPaperForm
from armybuilder.evenings.played import players_of
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs.pool import Pool
from bench.make_lists import roster
from bench.printing import rendered_whole
from bench.table import Measured
from bench.turns import in_turns
from bench.users import signed_in
from rules.catalogue import current_version
from rules.core.assess import assess
from rules.core.document.roster import encode

ROUNDS = 25
ENTRIES = 12  # of each list


def measure() -> Iterator[Measured]:
    """Yield the figures of games nights played to the second round."""
    few, many = _played(8), _played(96)
    pages = (("games night’s page", _front), ("organiser’s desk", _desk), ("standings of a round", _round))
    more = 0
    for name, page in pages:
        small, large = page(few), page(many)
        taken = in_turns(small, large, rounds=ROUNDS, warm=3)
        more = max(more, _queries(large) - _queries(small))
        yield Measured(f"{name}, 96 people over 8", taken[1] / taken[0], "×", 4)
    yield Measured("queries more for 96 people than for 8", more, "queries", 0)
    yield from _pairing()
    yield from _paper()


def _pairing() -> Iterator[Measured]:
    """32 players who have played a round."""
    players = players_of(_played(32))
    (taken,) = in_turns(lambda: pair_round(players, secrets.randbelow(2**31), "swiss"), rounds=ROUNDS)
    yield Measured("pairing 32 players", taken * 1000, "ms", 60)


def _paper() -> Iterator[Measured]:
    """All sheets of a games night with 16 lists, beside a bundle of rosters of the same lists."""
    evening, options = _played(16), Options("it")
    like, rules = roster(ENTRIES), evening.rules_played
    bundle = [FORMATS["roster"].page(like, rules, assess(like, rules), options)] * 16
    sheets = ("pairings", "cards", "slips", "standings", "lists")
    pages = _pages(evening, *sheets)
    copies = _pages(evening, *sheets, "copies")
    own = Pool(processes=1, seconds=600, patience=600)
    taken = own.run(rendered_whole, [bundle, pages, copies])
    yield Measured("paper of a games night of 16 lists over their bundle", taken[1] / taken[0], "×", 1.3)
    both = "paper of a games night with the opponents’ copies over a bundle of 32"
    yield Measured(both, taken[2] / (2 * taken[0]), "×", 1.3)


def _pages(evening: Evening, *what: str) -> list[Printout]:
    paper = Paper(evening, _organiser(evening))
    query = QueryDict("&".join(f"what={one}" for one in what))
    form = EveningPaperForm(query, paper.offered, paper.round_numbers, "it")
    return [page for part in paper.parts(form, "https://squadra.club") for _, page in part.pages()]


# ── A games night ──────────────────────────────────────────────────────────────────────────────────────────────────


def _played(people: int) -> Evening:
    """Return a games night with this many players, each with a list, whose first round is over."""
    owner = User.objects.create_user(f"organiser of {people} {secrets.token_hex(4)}")
    club = create_club(owner, "Il Ridotto")
    users = User.objects.bulk_create(User(username=f"{number} of {people} {owner.pk}") for number in range(people))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users)
    now = timezone.now()
    evening = Evening.objects.create(
        club=club,
        start=now + timedelta(minutes=1),
        deadline=now - timedelta(days=1),
        ruleset_version_id=current_version("bn").pk,
        limits={"open": None},
        state="open",
    )
    entries = Entry.objects.bulk_create(
        Entry(evening=evening, user=user, state="coming", answered=now) for user in users
    )
    document = encode(roster(ENTRIES))
    HandIn.objects.bulk_create(
        HandIn(
            entry=entry,
            role="open",
            name="Rangers",
            document=document.decode(),
            digest=sha256(document).hexdigest(),
            total=100,
        )
        for entry in entries
    )
    draw(evening.pk, owner, "swiss")
    publish(evening.pk, owner)
    Pairing.objects.filter(round__evening=evening).update(first_lost=35, second_lost=40)
    return evening


def _organiser(evening: Evening) -> Membership:
    return evening.club.memberships.select_related("user").get(role=Membership.Role.OWNER)


def _front(evening: Evening) -> Callable[[], object]:
    return _page(evening, reverse("evenings:evening", args=[evening.pk]))


def _desk(evening: Evening) -> Callable[[], object]:
    return _page(evening, reverse("evenings:desk", args=[evening.pk]))


def _round(evening: Evening) -> Callable[[], object]:
    return _page(evening, reverse("evenings:round", args=[evening.pk, 1]))


def _page(evening: Evening, address: str) -> Callable[[], object]:
    client = signed_in(_organiser(evening).user)

    def ask() -> object:
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} was answered with {answer.status_code}")
        return answer

    return ask


def _queries(page: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        page()
    return len(captured)
