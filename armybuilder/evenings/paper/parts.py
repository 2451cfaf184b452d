"""What can be printed of a games night: the choice, and its parts."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import override

from armybuilder.clubs.models import Membership
from armybuilder.evenings.actions.desk import look
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.pages.round_tables import begun, names_of, ranks, tables
from armybuilder.evenings.paper.sheets import (
    NAMES,
    EveningPaperForm,
    PrintedPlace,
    PrintedPlayer,
    What,
    kit_of,
    played,
    sheet_page,
    submitted_page,
    worths,
)
from armybuilder.evenings.played import published_pairings, standings_of
from armybuilder.evenings.seats import Seat
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.actions import order_job
from armybuilder.printing.bundles.binding import BundlePart, Source
from armybuilder.printing.choosing.origin import reachable
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import PrintJob


class Paper:
    """A games night for a member of its club: the offered prints, and the parts of the chosen ones.

    Organisers and referees print what everyone sees, and the lists that they see; players print their own lists.
    """

    def __init__(self, evening: Evening, membership: Membership) -> None:
        self.evening, self.membership = evening, membership
        self.rounds = list(evening.rounds.filter(published__isnull=False))
        self.handed = list(HandIn.objects.of_evening(evening))
        self.seat = Seat(evening, membership)

    @property
    def round_numbers(self) -> list[int]:
        return [one.number for one in self.rounds]

    @property
    def own(self) -> list[HandIn]:
        return [one for one in self.handed if one.entry.user_id == self.membership.user_id]

    @cached_property
    def offered(self) -> tuple[What, ...]:
        """Return the parts that the member can print now, in the order of the page."""
        prints, shown = self.seat.has_desk, self.evening.shows_lists
        of_a_round, lists = prints and bool(self.rounds), prints and self.seat.sees_all and bool(self.handed)
        there: dict[What, bool] = {
            "pairings": of_a_round,
            "cards": of_a_round,
            "slips": of_a_round,
            "standings": of_a_round,
            "lists": lists,
            "copies": of_a_round and shown and bool(self.handed),
            "mine": bool(self.own),
            "kits": bool(self.rounds) and shown and bool(self.handed if prints else self.own),
        }
        return tuple(what for what, is_there in there.items() if is_there)

    def parts(self, form: EveningPaperForm, site: str) -> list[BundlePart]:
        """Return the chosen parts. Each is laid out only when its pages are needed."""
        return list(_Chosen(self, form, site).parts())


class _Chosen:
    """The chosen prints of a games night."""

    def __init__(self, paper: Paper, form: EveningPaperForm, site: str) -> None:
        self.paper, self.form, self.site = paper, form, site
        self.evening, self.options = paper.evening, form.options()
        self.drawn = next((one for one in paper.rounds if one.number == form.round_number), None)

    def parts(self) -> Iterator[BundlePart]:
        """Yield the parts, in the order of the page."""
        for what in self.form.marked:
            if what == "lists":
                yield from map(self._list, self.paper.handed)
            elif what == "mine":
                yield from map(self._list, self.paper.own)
            elif what == "copies":
                yield from self._for_opponents()
            elif what == "kits":
                yield from self._kits()
            else:
                yield self._sheet(what)

    @cached_property
    def places(self) -> list[PrintedPlace]:
        """The tables of the round, with the lists played there if lists are revealed."""
        if self.drawn is None:
            return []
        shown = self.evening.shows_lists
        people = {
            entry: (
                " · ".join(one.name for one in handed) if shown else "",
                " · ".join(one.shown_code for one in handed),
            )
            for entry, handed in self._by_entry.items()
        }
        return [
            PrintedPlace(
                table.number,
                tuple(PrintedPlayer(side, *people.get(side.entry, ("", ""))) for side in table.sides),
            )
            for table in tables(self.evening, self.drawn, self._names, {}, None)
        ]

    @cached_property
    def _names(self) -> dict[int, str]:
        return names_of(self.evening.entries.named())

    @cached_property
    def _by_entry(self) -> dict[int, list[HandIn]]:
        handed = groupby(self.paper.handed, lambda one: one.entry_id)  # they are ordered by entry
        return {entry: list(lists) for entry, lists in handed}

    def _facts(self, what: What) -> dict[str, Any]:
        """Return what a sheet shows beside the facts of the round."""
        if what == "standings":
            pairings = published_pairings(self.evening)
            ranked = ranks(standings_of(self.evening, pairings), self._names, None) if begun(pairings) else []
            unsettled = sum(not pairing.is_settled for pairing in pairings)
            return {"ranks": ranked, "unsettled": unsettled, "after": max(self.form.rounds, default=0)}
        if what == "pairings":
            return {"places": self.places}
        worth = worths(self.evening.catalogue, self.options.language)
        return {"places": [place for place in self.places if place.number], "worth": worth}

    def _for_opponents(self) -> Iterator[BundlePart]:
        """Yield each player's list for their opponent; if the side is known, the list for it."""
        for person, other in self._met():
            yield from (self._list(one, other.side.name) for one in self._played(person))

    def _met(self) -> Iterator[tuple[PrintedPlayer, PrintedPlayer]]:
        for place in self.places:
            if place.number:
                yield from zip(place.people, reversed(place.people), strict=True)

    def _played(self, person: PrintedPlayer) -> list[HandIn]:
        return played(self._by_entry.get(person.side.entry, []), person.side.role)

    def _kits(self) -> Iterator[BundlePart]:
        """Yield the cut-out sheets of each list played in the round, or of the member's own."""
        for person, other in self._met():
            for one in self._played(person):
                if self.paper.seat.has_desk or one in self.paper.own:
                    name = f"{one.entry}: {one.name} → {other.side.name}"
                    yield BundlePart(name, partial(self._kit_pages, one, name))

    def _kit_pages(self, own: HandIn, name: str) -> list[tuple[str, Printout]]:
        return [(name, kit_of(self._looked_at(own), self.evening.rules_played, self.options))]

    def _sheet(self, what: What) -> BundlePart:
        in_its_language = override(self.options.language)
        with in_its_language:
            name = str(NAMES[what][0])
        return BundlePart(name, in_its_language(lambda: [(name, self._sheet_page(what))]))

    def _sheet_page(self, what: What) -> Printout:
        link = ""
        if reachable(self.site) and self.drawn:
            address = reverse("evenings:round", args=[self.evening.pk, self.drawn.number])
            link = f"{self.site}{address}"
        return sheet_page(what, self.evening, self.drawn, self.options, link, **self._facts(what))

    def _list(self, handed: HandIn, reader: str = "") -> BundlePart:
        """Return a list for its player and the referee, or for a `reader` who plays against it."""
        name = f"{handed.entry}: {handed.name}" + (f" → {reader}" if reader else "")
        return BundlePart(name, partial(self._list_pages, handed, reader, name))

    def _list_pages(self, handed: HandIn, reader: str, name: str) -> list[tuple[str, Printout]]:
        shown = self._looked_at(handed)
        return [(name, submitted_page(self.evening, shown, self.options, self.site, reader))]

    def _looked_at(self, handed: HandIn) -> HandIn:
        """Return a list with its document; a look at a hidden list of another player is logged."""
        user = self.paper.membership.user
        if handed.entry.user_id == user.pk or self.evening.shows_lists:
            return HandIn.objects.select_related("entry__user").get(pk=handed.pk)
        return look(self.evening.pk, user, handed.pk)


SOURCE = "evening"


def order(paper: Paper, form: EveningPaperForm, site: str, parts: Sequence[BundlePart]) -> PrintJob:
    """Return a job for the chosen parts. Raises RefusedError."""
    evening = paper.evening
    job = PrintJob(title=str(evening), choice=form.query, site=site, total=len(parts))
    job.source, job.lists = SOURCE, [str(evening.pk)]
    return order_job(Visitor(paper.membership.user), job)


def parts_of(job: PrintJob) -> Iterator[BundlePart]:
    """Yield the ordered parts that the member may still print."""
    evening = Evening.objects.select_related("club").filter(pk=_evening_id(job)).first()
    mine = evening and evening.club.memberships.select_related("user").filter(user=job.owner_id).first()
    if evening and mine and (evening.state != "draft" or mine.may_organise):
        paper = Paper(evening, mine)
        form = EveningPaperForm(QueryDict(job.choice), paper.offered, paper.round_numbers, "it")
        yield from paper.parts(form, job.site)


def again(job: PrintJob) -> str:
    """Return the page to order it again."""
    return f"{reverse('evenings:paper', args=[_evening_id(job)])}?{job.choice}"


def _evening_id(job: PrintJob) -> UUID:
    return UUID(job.lists[0])


SOURCE_OF_JOBS = Source(parts_of, again)
