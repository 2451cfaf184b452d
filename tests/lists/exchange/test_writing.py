"""A list as text for players."""

import pytest

from armybuilder.lists.exchange.our_format.writing import DISCORD_MOST, messages
from rules.core.document.roster import Figure, Roster, Squad
from tests.lists.exchange.texts import a_roster, text_of

FORUM = """\
++ Rangers · Breaking News (Draft of 9 December 2009) · Attacker [210/150 pts, not legal] ++
Pair name 1st Battalion
notes "Two lines,\\nno more"

+ Alpha · Elite [190 pts] +
1x "Sgt. *Rossi*": leadership 1, Assault rifle, team A [20 pts]
6x Rifleman: Assault rifle, team A [90 pts]
2x LMG gunner: LMG [40 pts]
1x Lince: vehicle Protected vehicle, HMG [25 pts]
Extra Motivation [15 pts]

+ Extras +
Extra Intelligence: level 2 [20 pts]

+ Rulings +
"Does a medic cost 10 extra, or 10 in total?": "10 extra"
"""

WITHOUT_POINTS = """\
++ Rangers · Breaking News (Draft of 9 December 2009) · Attacker [not legal] ++
Pair name 1st Battalion
notes "Two lines,\\nno more"
+ Alpha · Elite + 1x "Sgt. *Rossi*": leadership 1, Assault rifle, team A; 6x Rifleman: Assault rifle, team A; \
2x LMG gunner: LMG; 1x Lince: vehicle Protected vehicle, HMG; Extra Motivation
+ Extras + Extra Intelligence: level 2
+ Rulings + "Does a medic cost 10 extra, or 10 in total?": "10 extra"
"""

DISCORD = """\
**++ Rangers · Breaking News (Bozza del 9 dicembre 2009) · Attaccante [210/150 pt, non legale] ++**
Nome della forza 1st Battalion
note "Two lines,\\\\nno more"

**+ Alpha · Reparti d’Elite [190 pt] +**
- 1x "Sgt. \\*Rossi\\*": leadership 1, Fucile d’assalto, gruppo A [20 pt]
- 6x Fuciliere: Fucile d’assalto, gruppo A [90 pt]
- 2x Mitragliere: LMG [40 pt]
- 1x Lince: mezzo Veicolo protetto, HMG [25 pt]
- Extra Motivazione [15 pt]

**+ Extra +**
- Extra Intelligence: livello 2 [20 pt]

**+ Interpretazioni +**
- "Il medico costa 10 in più, o 10 in tutto?": "10 in più"
"""


def test_text_for_a_forum() -> None:
    assert text_of(a_roster()) == FORUM


def test_compact_text_without_points() -> None:
    assert text_of(a_roster(), "compact", points=False) == WITHOUT_POINTS


def test_discord_markup_is_escaped() -> None:
    assert text_of(a_roster(), "discord", "it") == DISCORD


def test_text_of_a_ruleset_without_points_has_no_points() -> None:
    squad = Squad(name="", class_="regular", figures=(Figure(weapons=("rifle",)),))
    roster = Roster(format="armylist/1", ruleset="ludonet", name="Patrol", squads=(squad,))
    assert "[" not in text_of(roster).replace("[not legal]", "")


# ── Discord's limit ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_short_text_is_one_message() -> None:
    assert messages("one\n\ntwo\n") == ["one\n\ntwo"]


def test_empty_text_is_no_message() -> None:
    assert messages("") == []


@pytest.mark.parametrize("text", ["\n\n".join(["a" * 900] * 5), "\n".join(["b" * 150] * 40), "c" * 5000])
def test_a_long_text_is_cut_between_blocks_then_lines_then_anywhere(text: str) -> None:
    pieces = messages(text)
    assert max(map(len, pieces)) <= DISCORD_MOST
    assert "".join(pieces).replace("\n", "") == text.replace("\n", "")


def test_blocks_stay_whole_if_they_fit() -> None:
    assert messages("a" * 1500 + "\n\n" + "b" * 1500) == ["a" * 1500, "b" * 1500]
