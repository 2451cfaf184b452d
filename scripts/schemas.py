"""Write the JSON Schemas in docs/ from the types of the documents: `make schemas`."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def schemas() -> dict[str, str]:
    """Return the text of each schema by the name of its file. Django is set up."""
    from armybuilder.evenings.exports import schema as evening_results
    from armybuilder.games.paper.log_files import schema as game_log
    from armybuilder.personal_data.document import schema as backup
    from rules.core.document.force import schema as force

    made = {
        "armylist-backup.schema.json": backup,
        "evening-results.schema.json": evening_results,
        "force-1.schema.json": force,
        "game-log.schema.json": game_log,
    }
    return {name: json.dumps(make(), indent=2, ensure_ascii=False) + "\n" for name, make in made.items()}


def main() -> None:
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    for name, text in schemas().items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
