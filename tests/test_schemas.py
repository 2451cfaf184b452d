"""The JSON Schemas in docs/ are those of the types: `make schemas` writes them."""

from pathlib import Path

from scripts.schemas import schemas

DOCS = Path(__file__).parents[1] / "docs"


def test_the_published_schemas_are_those_of_the_program() -> None:
    """If this fails, run `make schemas`, and describe the change in the document."""
    assert {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.schema.json")} == schemas()
