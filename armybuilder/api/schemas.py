"""The answers of the API beside the formats `armylist/1` and `armylist-report/1`: those have encoders of their own."""

from datetime import datetime
from uuid import UUID

from ninja import Schema

from armybuilder.lists.models import ArmyList


class Summary(Schema):
    """A list without its document. `revision` is the number that its `ETag` holds."""

    id: UUID
    name: str
    ruleset: str
    role: str
    limit: int | None
    total: int | None
    legal: bool
    figures: int
    vehicles: int
    archived: bool
    changed: datetime
    revision: int


class Page(Schema):
    """A page of lists, the last changed first. `count`: how many lists there are in all."""

    items: list[Summary]
    count: int
    pages: int


class Problem(Schema):
    """Why nothing was done, in a sentence."""

    detail: str


class Refusal(Schema):
    """The reason why a document cannot be taken, as `checklist` says it, and where (`path`, "" the whole of it)."""

    path: str
    detail: str


def summary(army_list: ArmyList, ruleset: str, revision: int) -> Summary:
    """Return a list of a ruleset, at a revision's number, as the API tells of it; its document is not needed."""
    return Summary(
        id=army_list.pk,
        name=army_list.name,
        ruleset=ruleset,
        role=army_list.role,
        limit=army_list.limit,
        total=army_list.total,
        legal=army_list.legal,
        figures=army_list.figures,
        vehicles=army_list.vehicles,
        archived=army_list.archived is not None,
        changed=army_list.changed,
        revision=revision,
    )
