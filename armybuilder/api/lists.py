"""The API of a user's own lists, with an access token. Other lists give 404."""

import secrets
from typing import Annotated
from uuid import UUID, uuid4, uuid5

import msgspec
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from ninja import Header, Path, Query, Router, Status

from armybuilder.api.guards import READS, WRITES, ApiRequest, by_address
from armybuilder.api.openapi import (
    LIST_BODY,
    ODDS_ANSWER,
    QUESTION_BODY,
    READ,
    REVISION,
    SharedList,
    answers_with,
)
from armybuilder.api.schemas import (
    AskedLanguage,
    Page,
    Summary,
    answer,
    body,
    list_document,
    refusals,
    summary,
)
from armybuilder.lists.actions.creating import add_first_revision
from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList, ArmyListQuerySet, Revision
from armybuilder.lists.visitors import Visitor
from armybuilder.refusals import RefusedError
from armybuilder.sharing.opening import open_link
from rules.catalogue import current_version, library
from rules.core.assess import assess as judge
from rules.core.document import edits
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.judging.report import document, encode
from rules.core.odds import answer as odds_answer

A_PAGE = 50
MADE_WITH_A_KEY = UUID("4f3c0f6e-5d7a-4d54-9f0e-0c6c7a1f2b83")  # generated once; another one would create lists twice

router = Router(tags=["own lists"])

IfMatch = Annotated[
    str | None,
    Header(alias="If-Match", description='the `ETag` that the list must still have, as `"7"`: else 412'),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{1,64}$",
        description="sent again with the same key, the request changes and makes nothing more",
    ),
]


class StaleListError(RefusedError):
    """The list has changed since the program read it."""

    sentence = "The list has changed since: read it again."  # in English, like the whole API


# ── Reading ────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.api_operation(READ, "", auth=READS, response={200: Page} | refusals(401, 422, 429))
def list_lists(request: ApiRequest, page: Annotated[int, Query(ge=1, le=100_000)] = 1) -> Page:
    """List the user's own lists, 50 to a page, without their documents. A page after the last one is empty."""
    lists = _own(request).listing().select_related("revision").defer("revision__document")
    paginator = Paginator(lists.order_by("-changed", "pk"), A_PAGE)
    items = paginator.page(page) if page <= paginator.num_pages else []
    return Page(
        items=[summary(row, row.ruleset_version.ruleset_id, _present(row).number) for row in items],
        count=paginator.count,
        pages=paginator.num_pages,
    )


@router.api_operation(
    READ,
    "/{list_id}",
    auth=READS,
    response={200: None} | refusals(401, 404, 422, 429),
    openapi_extra=answers_with("List", headers=REVISION),
)
def read_list(request: ApiRequest, list_id: UUID) -> HttpResponse:
    """Read a list: armylist/1."""
    army_list = _own(request).get(pk=list_id)
    return answer(list_document(army_list.roster), {"ETag": _etag(_number(army_list))})


@router.api_operation(
    READ,
    "/{list_id}/report",
    auth=READS,
    response={200: None} | refusals(401, 404, 422, 429),
    openapi_extra=answers_with("ReportDocument"),
)
def report(request: ApiRequest, list_id: UUID, language: AskedLanguage = "en") -> HttpResponse:
    """Judge a list by its own rules: armylist-report/1."""
    army_list = _own(request).get(pk=list_id)
    return answer(encode(document(army_list.report, army_list.roster, language)))


# ── Writing ────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.post(
    "",
    auth=WRITES,
    response={201: Summary} | refusals(401, 403, 415, 422, 429),
    openapi_extra=LIST_BODY,
)
def create(
    request: ApiRequest,
    response: HttpResponse,
    idempotency_key: IdempotencyKey = None,
    language: AskedLanguage = "en",
) -> Status[Summary]:
    """Create a list from armylist/1, under the current rules of its game.

    A key that created a list before returns that list in its present state, whatever is sent.
    """
    roster = read(body(request), library(request.auth.user_id))
    made = _made(_visitor(request), roster, idempotency_key)
    response["Location"] = f"{request.path}/{made.pk}"
    return Status(201, _told(made, response))


@router.put(
    "/{list_id}",
    auth=WRITES,
    response={200: Summary} | refusals(401, 403, 404, 412, 415, 422, 429),
    openapi_extra=LIST_BODY,
)
def replace(
    request: ApiRequest,
    response: HttpResponse,
    list_id: UUID,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    language: AskedLanguage = "en",
) -> Summary:
    """Replace a list's document, in one undo step. A list of the same game keeps its rules."""
    roster = read(body(request), library(request.auth.user_id))
    key = idempotency_key or secrets.token_urlsafe(12)
    with open_edit(list_id, _visitor(request), key) as edit:
        _check(edit.army_list, if_match)
        if edits.without_ids(edit.before) != roster:
            after, version_id = edits.with_ids(roster, edits.new_ids()), _version(edit.army_list, roster)
            edit.make(after, "replace", version_id=version_id)
    return _told(edit.army_list, response)


@router.delete(
    "/{list_id}",
    auth=WRITES,
    response={204: None} | refusals(401, 403, 404, 412, 422, 429),
)
@transaction.atomic
def delete(request: ApiRequest, list_id: UUID, if_match: IfMatch = None) -> Status[None]:
    """Put a list in the bin for 30 days; its owner can restore it from there."""
    _check(_own(request).select_for_update().get(pk=list_id), if_match)
    delete_list(list_id, _visitor(request))
    return Status(204, None)


def _made(visitor: Visitor, roster: Roster, key: str | None) -> ArmyList:
    """Create a list, or return the one with this key, which is part of its id: two requests at once agree."""
    assert visitor.user
    list_id = uuid5(MADE_WITH_A_KEY, f"{visitor.user.pk} {key}") if key else uuid4()
    army_list = ArmyList(pk=list_id, owner=visitor.user)
    army_list.set_document(edits.with_ids(roster, edits.new_ids()), current_version(roster.ruleset).pk)
    try:
        return add_first_revision(army_list, "copy")
    except IntegrityError:
        return ArmyList.objects.owned_by(visitor).get(pk=list_id)


# ── Ways ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _visitor(request: ApiRequest) -> Visitor:
    return Visitor(request.auth.user)


def _own(request: ApiRequest) -> ArmyListQuerySet:
    return ArmyList.objects.for_visitor(_visitor(request))


def _present(army_list: ArmyList) -> Revision:
    assert army_list.revision
    return army_list.revision


def _number(army_list: ArmyList) -> int:
    """Return the number of the present revision, without its document."""
    assert army_list.revision_id
    return army_list.revisions.values_list("number", flat=True).get(pk=army_list.revision_id)


def _etag(number: int) -> str:
    return f'"{number}"'


def _check(army_list: ArmyList, if_match: str | None) -> None:
    """Raise StaleListError for another revision. A compressing proxy makes tags weak: `W/"7"`."""
    wanted = [tag.removeprefix("W/") for tag in parse_etags(if_match)] if if_match is not None else ["*"]
    if "*" not in wanted and _etag(_number(army_list)) not in wanted:
        raise StaleListError


def _version(army_list: ArmyList, roster: Roster) -> UUID:
    """Return the rules for a replaced list: its own, unless the game changes."""
    if army_list.roster.ruleset == roster.ruleset:
        return army_list.ruleset_version_id
    return current_version(roster.ruleset).pk


def _told(army_list: ArmyList, response: HttpResponse) -> Summary:
    number = _present(army_list).number
    response["ETag"] = _etag(number)
    return summary(army_list, army_list.roster.ruleset, number)


open_router = Router(auth=by_address, tags=["without an account"])

LinkToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="as in the link /s/…/")]


@open_router.post(
    "/assess",
    response={200: None} | refusals(415, 422, 429),
    openapi_extra=LIST_BODY | answers_with("ReportDocument"),
)
def assess(request: HttpRequest, language: AskedLanguage = "en") -> HttpResponse:
    """Judge a list (armylist/1, 400 kB at most): its points and problems, as armylist-report/1. Nothing is stored."""
    books = library()
    roster = read(body(request), books)
    judged = judge(roster, books.catalogues[roster.ruleset])
    return answer(encode(document(judged, roster, language)))


@open_router.post(
    "/odds",
    response={200: None} | refusals(415, 422, 429),
    openapi_extra=QUESTION_BODY | answers_with(ODDS_ANSWER),
)
def odds(request: HttpRequest, language: AskedLanguage = "en") -> HttpResponse:
    """Answer a question about dice (odds/1, 400 kB at most) with exact chances, as odds-answer/1."""
    books = library()
    return answer(msgspec.json.encode(odds_answer(body(request), books, language)))


@open_router.api_operation(
    READ,
    "/shared/{token}",
    response={200: None} | refusals(404, 422, 429),
    openapi_extra=answers_with("SharedList"),
)
def shared(request: HttpRequest, token: LinkToken, language: AskedLanguage = "en") -> HttpResponse:
    """Read a list shared by a link, with its report. A revoked link no longer works."""
    found = open_link(token)
    whole = SharedList(
        author=found.author,
        list=msgspec.Raw(list_document(found.roster)),
        report=document(found.report, found.roster, language),
    )
    # Pages with a secret link are not for search engines: `armybuilder.middleware.headers.of_the_view`.
    return answer(msgspec.json.encode(whole), {"X-Robots-Tag": "all"} if found.is_public else {})
