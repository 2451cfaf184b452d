"""`make growth`: the time of pages, edits and nightly jobs beside a thousand other lists, and beside 100,000.

On the database of DATABASE_URL, which scripts/with_postgres.py creates, or on SQLite. The user's own lists and club
stay the same size; another list has ten revisions, which makes a million in the end.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from io import StringIO

from bench import performance, site
from bench.table import Measured, printed
from bench.turns import in_turns

FEW, MANY = 1_000, 100_000  # other lists
MINE = 20  # lists
ROUNDS = 15
BAR, NO_SUCH_WORD = 1.5, "public lists by a word that none has"
BARS = {NO_SUCH_WORD: 3.0}  # the search goes through the names of all public lists
Act = Callable[[], object]


def main(arguments: list[str]) -> int:
    """Measure actions; return 0 if nothing has grown past its bar."""
    return run("growth", "Measure in a growing database.", FEW, measure, arguments)


def run(
    part: str,
    description: str,
    few: int,
    measure: Callable[[int], Iterator[Measured]],
    arguments: list[str],
) -> int:
    """Fill, measure, fill more, measure again; print, and return 0 if nothing has grown past its bar."""
    parser = argparse.ArgumentParser(prog=f"python -m bench.{part}", description=description)
    parser.add_argument("--many", type=int, default=MANY, help="lists of others at the end")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    said = parser.parse_args(arguments)
    conditions = performance.conditions()
    site.set_up(os.environ.get("DATABASE_URL", ""))
    from django.db import connection

    figures = list(measure(said.many))
    print(printed(figures))
    if said.write:
        about = f"{connection.display_name}, {few:,} and {said.many:,} lists of others, ten revisions each."
        performance.put(f"{part} {connection.vendor}", performance.table(about, conditions, figures))
    return 0 if all(figure.clears for figure in figures) else 1


def measure(many: int) -> Iterator[Measured]:
    """Yield the growth of each action's time, in units of a bare page measured in the same minutes."""
    from bench.filling import fill  # the models need the site

    acts = make_acts()
    fill(0, FEW)
    bare_before, *before = _times(acts)
    fill(FEW, many)
    bare_after, *after = _times(acts)
    names = [name for name in acts if name != "bare"]
    for name, few, more in zip(names, before, after, strict=True):
        yield Measured(name, (more / bare_after) / (few / bare_before), "×", BARS.get(name, BAR))


def _times(acts: dict[str, Act]) -> list[float]:
    from django.db import connection

    # Processor time, if the database is in this process: other programs may be busy.
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    return in_turns(*acts.values(), rounds=ROUNDS, warm=2, clock=clock)


def make_acts() -> dict[str, Act]:
    """Create a user with a few lists, one of them public, and a club, and return the actions."""
    from django.core.management import call_command
    from django.urls import reverse

    from armybuilder.accounts.models import User
    from armybuilder.clubs.actions import create_club
    from armybuilder.clubs.models import Membership
    from armybuilder.lists.actions.copies import show_to_clubs
    from armybuilder.sharing.actions import publish
    from bench.builder import Edited
    from bench.make_lists import roster
    from bench.users import new_user, store

    owner, client = new_user("measured")
    club = create_club(owner, "Il Ridotto")
    for _ in range(MINE):
        mine = store(owner, roster(15))
        show_to_clubs(mine.pk, owner, {club.pk})
        publish(mine.pk, owner)
    members = User.objects.bulk_create(User(username=f"member {number}") for number in range(30))
    Membership.objects.bulk_create(Membership(club=club, user=member) for member in members)

    def ask(address: str) -> Act:
        return lambda: client.get(address)

    public = reverse("sharing:browse")
    return {
        "bare": ask(reverse("bare")),
        "my lists": ask(reverse("lists:index")),
        "public lists": ask(public),
        "public lists with a weapon": ask(f"{public}?game=bn&weapon=rpg"),
        "public lists of so many points": ask(f"{public}?most=10000"),
        "public lists by a word that many have": ask(f"{public}?q=patrol"),
        NO_SUCH_WORD: ask(f"{public}?q=xyzzy"),
        "a list in the builder": ask(reverse("lists:builder", args=[mine.pk])),
        "an edit": Edited(client, owner, roster(15)).edit,
        "a history": ask(reverse("lists:history", args=[mine.pk])),
        "the library of a club": ask(reverse("lists:library", args=[club.pk])),
        "nightly with nothing to do": lambda: call_command("nightly", stdout=StringIO()),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
