"""The site's clock is set forward and back by an hour and a day; PostgreSQL's is unchanged."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path
from threading import Event
from urllib.request import urlopen

from bench.editing import a_browser, bundle, fetch
from bench.killable import until
from bench.outages.player import Player
from bench.outages.running import Running, running
from bench.outages.visit import look
from bench.stored import use_its_database

HOUR, DAY = 3600, 24 * 3600
JUMPS = (HOUR, 0, DAY, 0, -HOUR, 0, -DAY, 0)  # the next clock offset, in seconds from the right time
BREATH = 0.1  # seconds between two edits
LIMIT = 90  # seconds until a limit lets a sign-in through again, at most; normally it allows one a minute
TAKEN_UP = 150  # seconds until the bundle of a killed worker is ready, at most
STANDS = 0.5  # seconds until each process has the new time


class Clock:
    """The clock of a site, and of all its processes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0)

    def set(self, ahead: int) -> None:
        """Set it this many seconds ahead of the right time."""
        new = self.file.with_suffix(".new")
        new.write_text(str(ahead))
        new.replace(self.file)
        time.sleep(STANDS)

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables that tell a process its place."""
        return {"CLOCK": str(self.file), "PYTHONPATH": str(Path(__file__).with_name("clock"))}


def moved(top: Path, kind: str) -> None:
    """Set the clock several times during edits; at each time users sign in, print and play."""
    clock = Clock(top / "clock")
    with running(top, kind, **clock.variables) as on:
        use_its_database()
        player = Player(on.site.address, "player")
        link = Player(on.site.address, "forgetful").link_for_a_new_password()
        with editing(on):
            for number, ahead in enumerate(JUMPS):
                print(f"  {ahead / HOUR:+.0f} h", flush=True)
                everything_goes_on(on, clock, ahead, player, f"bundle-{number}")
                # Its 24 hours end by this clock.
                assert (look(a_browser(), link)[0] == 302) == (ahead < DAY)
            a_limit_ends(on, clock)
            a_bundle_is_taken_up(on, clock)
        on.is_well()
        stored_in_order(on)


@contextmanager
def editing(on: Running) -> Iterator[None]:
    """Make edits meanwhile; each must succeed at once."""
    ends = Event()

    def edit() -> None:
        while not ends.wait(BREATH):
            status = on.visit.edit()
            assert status == 302, f"an edit was answered with {status}"

    with ThreadPoolExecutor(1) as thread:
        editor = thread.submit(edit)
        try:
            yield
        finally:
            ends.set()
            editor.result()


def everything_goes_on(on: Running, clock: Clock, ahead: int, player: Player, key: str) -> None:
    """Set the clock during a bundle, and check that everything continues."""
    with ThreadPoolExecutor(1) as thread:
        printed = thread.submit(bundle, player.browser, on.site.address, key)
        time.sleep(STANDS)
        clock.set(ahead)
        shown = time_of(on.site.address)
        assert abs(shown - time.time() - ahead) < 5, f"the site's clock is at {shown - time.time():+.0f} s"
        assert player.is_signed_in()
        assert Player(on.site.address, key).is_signed_in()
        assert player.sign_in_anew() == 302
        player.play()
        on.is_ready()
        file = printed.result()
    assert fetch(player.browser, f"{on.site.address}{file}").startswith(b"%PDF")


def a_limit_ends(on: Running, clock: Clock) -> None:
    """Guess passwords until the limit refuses, set the clock, and check that it allows and then refuses again."""
    guessed = Player(on.site.address, "guessed")
    for before, after in ((0, HOUR), (DAY, 0)):
        clock.set(before)
        guessed.is_guessed()
        clock.set(after)
        begun = time.monotonic()
        until(lambda: guessed.sign_in_anew() == 302, "who guessed is let in", LIMIT)
        print(f"  let in {time.monotonic() - begun:.0f} s after the clock was set back or forth")
    clock.set(0)


def a_bundle_is_taken_up(on: Running, clock: Clock) -> None:
    """Kill the worker during a bundle while its clock is a day ahead, and set it back."""
    from armybuilder.printing.models import PrintJob

    clock.set(DAY)
    player, begun = Player(on.site.address, "prints"), time.monotonic()
    with ThreadPoolExecutor(1) as thread:
        printed = thread.submit(bundle, player.browser, on.site.address, "taken-up", TAKEN_UP)
        until(PrintJob.objects.filter(state="running").exists, "a worker is at the bundle")
        on.site.kill_worker()
        clock.set(0)
        printed.result()
    print(f"  a bundle whose worker was killed is there after {time.monotonic() - begun:.0f} s")


def stored_in_order(on: Running) -> None:
    """Check that the history of the list is in the order of its edits."""
    from armybuilder.lists.models import Revision

    keys = Revision.objects.filter(key__startswith=f"{on.visit.name}-").order_by("number")
    assert list(keys.values_list("key", flat=True)) == [key for key, _ in on.visit.acknowledged]


def time_of(address: str) -> float:
    """Return the time at a site, in seconds since 1970."""
    with urlopen(f"{address}/healthz") as answer:
        return float(parsedate_to_datetime(answer.headers["Date"]).timestamp())
