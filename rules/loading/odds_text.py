"""The odds of a ruleset as text: the YAML of that section of a file, which organisers edit."""

from rules.core.catalogue.odds.data import Odds
from rules.loading.shapes import convert
from rules.loading.yaml_lines import Document, read_yaml


def parse_odds(text: str) -> Odds:
    """Return the odds that a text describes. Raises YamlError and ShapeError."""
    return convert(odds_document(text).data, Odds, ("odds",))


def odds_document(text: str) -> Document:
    """Return the plain odds of a text, with the line of each part by its path in the ruleset. Raises YamlError."""
    if not text.strip():
        return Document({}, {(): 1})
    document = read_yaml(text)
    return Document(document.data, {(): 1} | {("odds", *path): line for path, line in document.lines.items()})
