"""Games nights played by players of known strength: whether the strongest wins.

`make soak` plays two hundred of them; SEED=7 plays others.
"""

import os
import sys
from math import ceil, log2
from random import Random

from armybuilder.evenings.pairing.matching import Method, Pair, Player, pair_round
from armybuilder.evenings.pairing.standings import PlayedGame, Scoring, standings

EVENINGS = 200
LUCK = 12  # standard deviation of the dice, in defeat points; a place in the order of strength is worth two


def strongest_on_top(method: Method, count: int, seed: int) -> bool:
    """Play a games night of this many players, and return whether the strongest wins. The first is the strongest."""
    luck = Random(seed)
    games: list[PlayedGame] = []
    for number in range(ceil(log2(count))):
        pairs = pair_round(_players(count, games, seed), seed + number, method)
        for pair in pairs:
            games.append(_played(pair, luck))
    return standings(range(1, count + 1), games, Scoring(), lots=_lots(count, seed))[0].entry == 1


def _players(count: int, games: list[PlayedGame], seed: int) -> list[Player]:
    return [
        Player(
            row.entry,
            score=row.score,
            met=tuple(
                other
                for game in games
                for one, other in ((game.first, game.second), (game.second, game.first))
                if one == row.entry and other
            ),
            byes=row.byes,
        )
        for row in standings(range(1, count + 1), games, Scoring(), lots=_lots(count, seed))
    ]


def _lots(count: int, seed: int) -> dict[int, int]:
    drawn = Random(seed).sample(range(count), count)
    return dict(enumerate(drawn, 1))


def _played(pair: Pair, luck: Random) -> PlayedGame:
    """Return the result of a game: the stronger player takes fewer defeat points, unless the dice decide otherwise."""
    if pair.second is None:
        return PlayedGame(pair.first)
    ahead = 2 * (pair.second - pair.first) + round(luck.gauss(0, LUCK))
    return PlayedGame(pair.first, pair.second, max(0, -ahead), max(0, ahead))


def on_top(method: Method, evenings: int, largest: int, seed: int) -> int:
    """Return in how many games nights of 8 to `largest` players the strongest won."""
    sizes = Random(seed)
    return sum(strongest_on_top(method, sizes.randint(8, largest), seed + n) for n in range(evenings))


def main(seed: int) -> int:
    """Play the games nights; return 1 if random pairing does as well as the Swiss system."""
    swiss, lot = on_top("swiss", EVENINGS, 40, seed), on_top("lot", EVENINGS, 40, seed)
    print(f"{EVENINGS} evenings: the strongest on top {swiss} times by the Swiss system, {lot} times by lot")
    return 0 if swiss > lot else 1


if __name__ == "__main__":
    sys.exit(main(int(os.environ.get("SEED", "1"))))
