"""The API without an account: checking a document, odds, reading a shared list."""

from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Path, Router

from armybuilder.api.guards import by_address
from armybuilder.api.openapi import ODDS_ANSWER, READ, SharedList, answers_with, list_body, question_body
from armybuilder.api.schemas import AskedLanguage, Problem, Refusal, answer, body, list_document, read_body
from armybuilder.sharing.opening import open_link
from rules.catalogue import library
from rules.core.assess import assess as judge
from rules.core.judging.report import document, encode
from rules.core.odds import answer as odds_answer

router = Router(auth=by_address, tags=["without an account"])

LinkToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="as in the link /s/…/")]


@router.post(
    "/assess",
    response={200: None, 415: Problem, 422: Refusal, 429: Problem},
    openapi_extra=list_body() | answers_with("ReportDocument"),
)
def assess(request: HttpRequest, language: AskedLanguage = "en") -> HttpResponse:
    """Judge a list (armylist/1, 400 kB at most): its points and problems, as armylist-report/1. Nothing is kept."""
    books = library()
    roster = read_body(request, books)
    judged = judge(roster, books.catalogues[roster.ruleset])
    return answer(encode(document(judged, roster, language)))


@router.post(
    "/odds",
    response={200: None, 415: Problem, 422: Refusal, 429: Problem},
    openapi_extra=question_body() | answers_with(ODDS_ANSWER),
)
def odds(request: HttpRequest, language: AskedLanguage = "en") -> HttpResponse:
    """Answer a question about dice (odds/1, 400 kB at most) with every roll counted, as odds-answer/1."""
    books = library()
    return answer(msgspec.json.encode(odds_answer(body(request), books, language)))


@router.api_operation(
    READ,
    "/shared/{token}",
    response={200: None, 404: Problem, 422: Refusal, 429: Problem},
    openapi_extra=answers_with("SharedList"),
)
def shared(request: HttpRequest, token: LinkToken, language: AskedLanguage = "en") -> HttpResponse:
    """Read a list that someone shared by a link, with its report. A revoked link opens nothing."""
    found = open_link(token)
    whole = SharedList(
        author=found.author,
        list=msgspec.Raw(list_document(found.roster)),
        report=document(found.report, found.roster, language),
    )
    # Pages with a secret link are not for search engines: `armybuilder.middleware.headers.unlisted`.
    return answer(msgspec.json.encode(whole), {"X-Robots-Tag": "all"} if found.is_public else {})
