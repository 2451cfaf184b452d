"""Lists in players' own formats, each with its expected result in the adjacent file."""

from pathlib import Path

from armybuilder.lists.exchange.explaining import points_at
from armybuilder.lists.exchange.our_format.writing import write_text
from armybuilder.lists.exchange.proposal import Reading
from armybuilder.lists.exchange.reading import read_text
from rules.core.assess import assess
from tests.core.documents import LIBRARY

FOLDER = Path(__file__).with_name("chats")
CHATS = sorted(FOLDER.glob("*.txt"))


def read_chat(path: Path) -> Reading:
    return read_text(path.read_bytes().decode(), LIBRARY, "en")


def summary_of(reading: Reading) -> str:
    """Return the result of reading: the list in our own format, then guesses (`?`), notes (`!`) and omissions (`-`).

    `$`: typed points, and calculated points.
    """
    game = reading.game
    lines = [f"game: {game.ruleset}{'' if game.sure else ' (guess)'}" if game else "game: ?"]
    lines[0] += f" | role{'' if reading.head.role_sure else ' (guess)'}"
    lines[0] += f" | typed: {reading.head.total}" if reading.head.total is not None else ""
    points = None
    if reading.roster:
        book = LIBRARY.catalogues[reading.roster.ruleset]
        report = assess(reading.roster, book)
        points = report.points
        lines.append(write_text(reading.roster, book, report, "forum", "en"))
    for line in reading.lines:
        for row in line.rows:
            worked_out = points_at(points, row.place)
            if row.price is not None and worked_out != row.price:
                lines.append(f"$ {line.number} {row.price} {worked_out}")
            for question in row.questions:
                others = len(question.term.meanings) - 1
                lines.append(f"? {line.number} “{question.term.text}” {question.chosen} (+{others})")
        lines += [f"! {line.number} {text}" for text in line.unknown]
        lines += [f"- {line.number} {text}" for text in line.left_out]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":  # print the current results, to check and save
    for chat in CHATS:
        chat.with_suffix(".expected").write_text(summary_of(read_chat(chat)), encoding="utf-8")
