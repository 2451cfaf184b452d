"""The OpenAPI document of a shared list."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct
from ninja.openapi.schema import OpenAPISchema

from rules.core.document.breaches import SCHEMA
from rules.core.judging.report import ReportDocument
from rules.core.odds.format.reading import SCHEMA as ODDS_SCHEMA
from rules.core.text import published


class SharedList(Struct, frozen=True):
    """A shared list and its report. `author`: a username, "" without an account."""

    author: str
    list: Raw  # armylist/1
    report: ReportDocument


Json = dict[str, Any]

READ = ["GET", "HEAD"]  # of a reading operation: HEAD answers like GET, without a body

REF = "#/components/schemas/{name}"
LIST = "List"  # armylist/1 as a component; its parts are ListSquad, ListFigure, …
ODDS = "Odds"  # odds/1 and odds-answer/1; their parts are OddsShooter, OddsTarget, …
ODDS_QUESTION, ODDS_ANSWER = "OddsQuestion", "OddsAnswer"
REVISION = {"ETag": {"description": "the revision's number, quoted", "schema": {"type": "string"}}}
WAIT = {"Retry-After": {"description": "seconds until there is room again", "schema": {"type": "integer"}}}


def complete(schema: OpenAPISchema) -> None:
    """Add what ninja cannot know: the formats, and the headers of answers."""
    schema["components"]["schemas"] |= formats()
    for path in schema["paths"].values():
        path.pop("head", None)  # obvious, and it would be a second operation with the same id
        for operation in path.values():
            operation["responses"][429]["headers"] = WAIT


@cache
def formats() -> Json:
    _, reports = msgspec.json.schema_components([ReportDocument, SharedList], ref_template=REF)
    lists, odds = _components(SCHEMA, LIST), _components(ODDS_SCHEMA, ODDS)
    del odds[ODDS]  # a question or an answer: each is a component of its own
    return lists | odds | published(reports)


def _components(path: Path, prefix: str) -> Json:

    def moved(item: Json) -> Json:
        if isinstance(ref := item.get("$ref"), str):
            item["$ref"] = REF.format(name=_component(prefix, ref.rpartition("/")[2]))
        return item

    whole: Json = json.loads(path.read_text(encoding="utf-8"), object_hook=moved)
    parts = whole.pop("$defs")
    kept = {key: value for key, value in whole.items() if not key.startswith("$")}
    return {prefix: kept} | {_component(prefix, name): part for name, part in parts.items()}


def _component(prefix: str, name: str) -> str:
    return prefix + name[0].upper() + name[1:]


# ── For one operation (ninja's `openapi_extra`) ────────────────────────────────────────────────────────────────────


def _json(name: str) -> Json:
    return {"application/json": {"schema": {"$ref": REF.format(name=name)}}}


#: The operation takes `armylist/1`, or `odds/1`.
LIST_BODY: Json = {"requestBody": {"required": True, "content": _json(LIST)}}
QUESTION_BODY: Json = {"requestBody": {"required": True, "content": _json(ODDS_QUESTION)}}


def answers_with(name: str, *, headers: Json | None = None) -> Json:
    answer = {"description": "OK", "content": _json(name)} | ({"headers": headers} if headers else {})
    return {"responses": {200: answer}}
