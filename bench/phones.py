"""The phones of games at the table, in a separate process: in reality they are other machines.

`python -m bench.phones ADDRESS` reads their description from standard input (one line of JSON), and plays until that
is closed. It prints the numbers of requests and of recorded events.
"""

import json
import random
import re
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

EVERY = 3.0  # s: the interval of requests
FAR, REST = 15.0, 60.0  # s: the interval after so long without a tap, as in play.js
TAP = 60.0  # s: a phone records something about once a minute, at random moments
LAST = re.compile(r'data-last="(\d+)"')
PART = re.compile(r'id="([\w-]+)" data-(?:part="([\w-]+)"|same)')


class Phone:
    """A phone that plays a side like play.js: it names the parts that it shows, and receives the others."""

    def __init__(self, place: str, known: dict[str, Any]) -> None:
        self.connection, self.known = HTTPConnection(place), known
        self.last, self.number = 0, known["number"]
        self.shown: dict[str, str] = {}
        self.moments = random.Random(known["seed"])
        self.tapped = time.monotonic() - self.moments.expovariate(1 / TAP)

    def play(self, over: threading.Event) -> Counter[str]:
        """Ask and tap until the end; return the number of times."""
        done: Counter[str] = Counter()
        over.wait(self.moments.uniform(0, EVERY))
        self.ask()
        taps, asks = self._next_tap(), time.monotonic() + self.moments.uniform(0, self.pause)
        while not over.wait(max(0.0, min(taps, asks) - time.monotonic())):
            if taps < asks:
                self.tap()
                taps = self._next_tap()
                done["taps"] += 1
            else:
                done["news" if self.ask() else "questions without news"] += 1
                asks = time.monotonic() + self.pause
        return done

    def _next_tap(self) -> float:
        return time.monotonic() + self.moments.expovariate(1 / TAP)

    @property
    def pause(self) -> float:
        return FAR if time.monotonic() - self.tapped > REST else EVERY

    def ask(self) -> bool:
        text = self.send("GET", f"{self.known['since']}{self.last}/", None)
        self._show(text)
        return bool(text)

    def tap(self) -> None:
        self.number, self.tapped = self.number + 1, time.monotonic()
        piece, is_on = str(self.moments.randrange(1, 15)), self.number % 2 == 1
        event = {"kind": "mark", "piece": piece, "state": "suppressed", "on": is_on}
        said = {"phone": self.known["phone"]}
        line = said | {"side": self.known["side"], "number": self.number, "seen": self.last, "event": event}
        answer = self.send("POST", self.known["write"], json.dumps(said | {"lines": [line]}))
        self._show(json.loads(answer)["table"])

    def _show(self, table: str) -> None:
        if found := LAST.search(table):
            self.last = int(found[1])
            # The parts of an unchanged part are not named again: they stay as well.
            self.shown |= {part: mark for part, mark in PART.findall(table) if mark}

    @property
    def headers(self) -> dict[str, str]:
        held = {"X-Held": " ".join(self.shown.values()), "Content-Type": "application/json"}
        return {**self.known["headers"], **held}

    def send(self, method: str, path: str, body: str | None) -> str:
        """Return the site's answer. Raises RuntimeError if it is not 2xx."""
        self.connection.request(method, path, body, self.headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status // 100 != 2:
            raise RuntimeError(f"{path} was answered with {answer.status}")
        return text


def main(place: str) -> None:
    """Play until standard input is closed. Raises any error of a phone."""
    phones = [Phone(place, known) for known in json.loads(sys.stdin.readline())]
    over = threading.Event()
    with ThreadPoolExecutor(len(phones)) as threads:
        playing = [threads.submit(phone.play, over) for phone in phones]
        sys.stdin.read()
        over.set()
    print(json.dumps(sum((one.result() for one in playing), Counter())))


if __name__ == "__main__":
    main(sys.argv[1])
