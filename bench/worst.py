"""The cost of one request for the worst list that the quotas allow, in processor seconds.

Each page has its own worst list, found by a hill climb from one list of each ruleset, always with the same steps
(`bench.worst_lists`). Values cached for one list do not help another.
"""

from collections.abc import Callable, Iterator
from random import Random

from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.exchange.our_format.writing import write_text
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import LARGE_SIGNED_OUT, Printout
from armybuilder.printing.pdfs.pool import Pool
from armybuilder.sharing.actions import make_link
from bench.printing import processor_seconds
from bench.table import Measured
from bench.turns import seconds
from bench.users import new_user, store
from bench.worst_lists import Shape, first_shapes, list_of, neighbour
from rules.catalogue import library
from rules.core.assess import assess
from rules.core.document.edits import new_ids, with_ids, without_ids
from rules.core.document.roster import Roster, encode

STEPS = 6  # of a climb
SECOND = 1.0


def measure() -> Iterator[Measured]:
    """Yield the cost of each request for its worst list, then of the largest PDF of each format made at once."""
    owner, client = new_user("worst")
    for name, ask in requests(client, owner).items():
        worst = climb(ask)
        yield Measured(f"{name}, worst list", worst, "s", SECOND)
    own = Pool(processes=1, seconds=600, patience=600)
    for name in FORMATS:
        took = own.run(processor_seconds, largest_at_once(name))
        yield Measured(f"the largest PDF without an account, {name}", took, "s", SECOND)


def requests(client: Client, owner: User) -> dict[str, Callable[[Roster], float]]:
    """Return the requests, each as a function from a list to its seconds."""

    def page(address: str) -> Callable[[Roster], float]:
        def ask(roster: Roster) -> float:
            army_list = store(owner, roster)
            link = make_link(army_list.pk, Visitor(owner), frozen=False)
            where = address.format(pk=army_list.pk, token=link.token, ruleset=roster.ruleset)
            took = seconds(lambda: client.get(where))
            ArmyList.objects.filter(pk=army_list.pk).delete()
            return took

        return ask

    def judged(roster: Roster) -> float:
        document = encode(without_ids(roster))
        return seconds(lambda: client.post("/api/v1/assess", document, "application/json"))

    def imported(roster: Roster) -> float:
        catalogue = library().catalogues[roster.ruleset]
        text = write_text(roster, catalogue, assess(roster, catalogue), "forum", "it")
        return seconds(lambda: client.post(reverse("lists:import"), {"text": text}))

    return {
        "builder": page("/lists/{pk}/"),
        "advice and what fits": page("/lists/{pk}/advice/"),
        "completion": page("/lists/{pk}/complete/"),
        "profile": page("/lists/{pk}/profile/"),
        "print preview, HTML": page("/lists/{pk}/print/?form=cards&duplex=1"),
        "cards by a link, refused": page("/s/{token}/print/cards.pdf?duplex=1"),
        "compare": page("/lists/compare/?a={pk}&b={pk}"),
        "odds, who is in the list": page("/lists/odds/{ruleset}/fire/?list={pk}"),
        "shared page": page("/s/{token}/"),
        "API, a list judged": judged,
        "import, preview": imported,
    }


def climb(ask: Callable[[Roster], float]) -> float:
    """Return the seconds for the worst list found, after a first request has loaded everything."""
    random = Random(1)
    best: tuple[float, Shape] | None = None
    for shape in first_shapes(library()):
        ask(made(shape._replace(seed=0)))
        took = ask(made(shape))
        if best is None or took > best[0]:
            best = took, shape
    assert best
    for _ in range(STEPS):
        shape = neighbour(best[1], random)
        took = ask(made(shape))
        if took > best[0]:
            best = took, shape
    return best[0]


def made(shape: Shape) -> Roster:
    return with_ids(list_of(shape, library()), new_ids())


def largest_at_once(name: str) -> Printout:
    """Return the largest page of a format that is printed at once for a user without an account."""
    found, pages = FORMATS[name], []
    for options in (Options("it"), Options("it", duplex=True)):
        for shape in first_shapes(library()):
            for rows in range(4, 80, 4):
                roster, catalogue = made(shape._replace(rows=rows)), library().catalogues[shape.ruleset]
                page = found.page(roster, catalogue, assess(roster, catalogue), options)
                if page.work > LARGE_SIGNED_OUT:
                    break
                pages.append(page)
    return max(pages, key=lambda page: page.html.count("<"))
