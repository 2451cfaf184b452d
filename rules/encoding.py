"""Encode a catalogue as JSON, with the same bytes for the same rules; and the shipped rulesets."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import with_joined_units

YAML_FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "rules"
CATALOGUES_FILE = Path(__file__).resolve().parent / "catalogues.json"


def shipped_ids() -> frozenset[str]:
    """Return the ids of the shipped rulesets: each file is named after its own."""
    return frozenset(path.stem for path in yaml_files())


def yaml_files() -> list[Path]:
    return sorted(YAML_FOLDER.glob("*.yaml"))


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Catalogue)


def encode(catalogue: Catalogue) -> str:
    """Return a catalogue as JSON, with numbers joined to their units."""
    document = _encoder.encode(plain(catalogue)).decode()
    return with_joined_units(document)


def decode(document: str) -> Catalogue:
    return _decoder.decode(document)


def digest(document: str) -> str:
    """Return the SHA-256 of an encoded catalogue, in hexadecimal."""
    return hashlib.sha256(document.encode()).hexdigest()


def encode_all(catalogues: Iterable[Catalogue]) -> bytes:
    """Return a JSON array of catalogues in order, one per line, such as `rules/catalogues.json`."""
    books = sorted(catalogues, key=lambda book: (book.order, book.id))
    return ("[\n" + ",\n".join(map(encode, books)) + "\n]\n").encode()


def plain(value: Any) -> Any:
    """Return a value without its defaults (msgspec omits only unset ones)."""
    if isinstance(value, Struct):
        own = {name: getattr(value, name) for name in value.__struct_fields__}
        defaults = _defaults(type(value))
        return {name: plain(item) for name, item in own.items() if item != defaults[name]}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


@cache
def _defaults(struct: type[Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(struct)
    return {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory() for field in fields
    }
