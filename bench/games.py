"""What games at the table cost those who edit lists meanwhile.

measure() -> Iterator[Measured]     needs the site of `bench.site`
"""

import json
import random
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.games.models import Game, Link
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from bench.beside import Site, Visit, beside
from bench.make_lists import army_list
from bench.server import served
from bench.table import Measured
from rules.catalogue import current_version
from rules.core.roster import decode

GAMES = 40
EVERY = 3.0  # s: how often a phone asks
TAP = 20  # a phone says something every so many times that it asks: once a minute
EDITS, BREATH = 80, 0.05  # of a block
LAST = re.compile(rb'data-last="(\d+)"')


def measure() -> Iterator[Measured]:
    """Yield how much longer edits take beside 40 games of two phones each."""
    owner = User.objects.create_user("plays")
    client = Client()
    client.force_login(owner)
    edited = _a_list(owner)
    links = [link for _ in range(GAMES) for link in _game(owner)]
    with served() as address:
        site = Site(address, client)
        phones = Phones(site, links)
        ratio = beside(site, edited, phones.going_on, EDITS, BREATH)
    yield Measured(f"p95 of an edit beside {GAMES} games over the idle one", ratio, "×", 1.1, "lower")


def _a_list(owner: User) -> ArmyList:
    roster = decode(json.dumps(army_list(15, 2)).encode())
    return ArmyList.objects.create_from(Visitor(owner, ""), roster, current_version("bn").pk)


def _game(owner: User) -> tuple[Link, Link]:
    own = Game.objects.begin(_a_list(owner), owner, both=False)
    enemy = Link.objects.get(game=own.game, kind="b")
    Link.objects.play_list(str(enemy.token), _a_list(owner), owner)
    return own, enemy


class Phones:
    """The phones of all games: each asks every three seconds, and says something once a minute."""

    def __init__(self, site: Site, links: list[Link]) -> None:
        self.phones = [Phone(site, link) for link in links]

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """All of them are at it, each at moments of its own."""
        over = threading.Event()
        with ThreadPoolExecutor(len(self.phones)) as threads:
            playing = [threads.submit(phone.play, over) for phone in self.phones]
            time.sleep(EVERY)  # until all have asked
            try:
                yield
            finally:
                over.set()
        for one in playing:
            one.result()  # one that broke off would leave the edits alone


class Phone:
    """A phone that plays a side."""

    def __init__(self, site: Site, link: Link) -> None:
        self.site, self.link = site, link
        self.last = self.number = 0
        self.moments = random.Random(link.pk)

    def play(self, over: threading.Event) -> None:
        """Ask and tap until it is over."""
        visit = self.site.visit()
        over.wait(self.moments.uniform(0, EVERY))
        while not over.wait(EVERY):
            if self.moments.randrange(TAP) == 0:
                self._tap(visit)
            answer = visit.get(reverse("games:since", args=[self.link.token, self.last]))
            if found := LAST.search(answer):
                self.last = int(found[1])

    def _tap(self, visit: Visit) -> None:
        self.number += 1
        piece = str(self.moments.randrange(1, 15))
        event = {"kind": "mark", "piece": piece, "state": "suppressed", "on": self.number % 2 == 1}
        line = {"side": self.link.kind, "phone": f"phone-{self.link.pk}", "number": self.number}
        said = {
            "side": self.link.kind,
            "phone": line["phone"],
            "lines": [line | {"seen": self.last, "event": event}],
        }
        visit.send(reverse("games:write", args=[self.link.token]), said)
