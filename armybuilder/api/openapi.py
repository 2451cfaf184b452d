"""The OpenAPI document: what ninja says of the addresses, with the formats from where they are defined."""

import json
from functools import cache
from typing import Any

import msgspec
from ninja.openapi.schema import OpenAPISchema

from armybuilder.api.shared import SharedList
from rules.core.report import ReportDocument
from rules.core.schema import SCHEMA

Json = dict[str, Any]

READ = ["GET", "HEAD"]  # of an operation that reads: HEAD answers as GET does, without a body

REF = "#/components/schemas/{name}"
LIST = "List"  # armylist/1 as a component; its parts are ListSquad, ListFigure, …
REVISION = {"ETag": {"description": "the revision's number, quoted", "schema": {"type": "string"}}}
WAIT = {"Retry-After": {"description": "seconds until there is room again", "schema": {"type": "integer"}}}


def complete(schema: OpenAPISchema) -> None:
    """Add what ninja cannot know: the formats, and the headers of answers."""
    schema["components"]["schemas"] |= formats()
    for path in schema["paths"].values():
        path.pop("head", None)  # it goes without saying, and would be a second operation of the same id
        for operation in path.values():
            operation["responses"][429]["headers"] = WAIT


@cache
def formats() -> Json:
    """Return `armylist/1`, `armylist-report/1` and what has them in it, as components."""
    _, reports = msgspec.json.schema_components([ReportDocument, SharedList], ref_template=REF)
    return _list_components() | reports


def _list_components() -> Json:
    text = SCHEMA.read_text(encoding="utf-8")
    whole: Json = json.loads(text, object_hook=_moved)
    parts = whole.pop("$defs")
    kept = {key: value for key, value in whole.items() if not key.startswith("$")}
    return {LIST: kept} | {_component(name): part for name, part in parts.items()}


def _moved(item: Json) -> Json:
    """A part of the schema that refers to its neighbours as components."""
    if isinstance(ref := item.get("$ref"), str):
        item["$ref"] = REF.format(name=_component(ref.rpartition("/")[2]))
    return item


def _component(name: str) -> str:
    return LIST + name[0].upper() + name[1:]


# ── Of one operation (ninja's `openapi_extra`) ─────────────────────────────────────────────────────────────────────


def list_body() -> Json:
    """Say that an operation takes `armylist/1`."""
    return {"requestBody": {"required": True, "content": _json(LIST)}}


def answers_with(name: str, *, headers: Json | None = None) -> Json:
    """Say that an operation gives a format."""
    answer = {"description": "OK", "content": _json(name)} | ({"headers": headers} if headers else {})
    return {"responses": {200: answer}}


def _json(name: str) -> Json:
    return {"application/json": {"schema": {"$ref": REF.format(name=name)}}}
