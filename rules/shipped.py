"""The rulesets that come with the program: the YAML files they are written in, the file that `checklist` reads."""

from pathlib import Path

YAML_FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "rules"
CATALOGUES_FILE = Path(__file__).resolve().parent / "catalogues.json"


def shipped_ids() -> frozenset[str]:
    """Return the ids of the shipped rulesets: each file is named after its own."""
    return frozenset(path.stem for path in yaml_files())


def yaml_files() -> list[Path]:
    """Return the YAML files of the shipped rulesets, by name."""
    return sorted(YAML_FOLDER.glob("*.yaml"))
