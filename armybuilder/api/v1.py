"""The API, version 1, with its refusals. Messages are in English, those about documents in the language asked for."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from ninja import NinjaAPI, Router
from ninja.errors import AuthenticationError, Throttled, ValidationError
from ninja.openapi.schema import OpenAPISchema

from armybuilder.api import NAMESPACE, lists, openapi
from armybuilder.api.schemas import JSON, OtherTypeError, Problem, Refusal
from armybuilder.lists.models import ArmyList
from armybuilder.refusals import RefusedError
from rules.core.document.problem import UnreadableListError
from rules.core.text import Language

LONGEST_PATH = 300
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


class Api(NinjaAPI):
    """ninja's API with our formats in its OpenAPI document."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        openapi.complete(schema)
        return schema


api = Api(
    title="Squadra",
    version="1",
    description="Army lists for skirmish wargames: judge documents, read shared lists, keep one's own.",
    docs_url=None,  # ninja's documentation page loads another site, or needs inline scripts
    urls_namespace=NAMESPACE,
)
elsewhere = Router()
api.add_router("", lists.open_router)
api.add_router("/lists", lists.router)
api.add_router("", elsewhere)


@elsewhere.api_operation(openapi.READ, "/", include_in_schema=False)
def root(request: HttpRequest) -> dict[str, str]:
    return {
        "name": api.title,
        "version": api.version,
        "description": api.description,
        "openapi": request.build_absolute_uri(reverse("api:openapi-json")),
        "tokens": request.build_absolute_uri(reverse("tokens:index")),
    }


@elsewhere.api_operation(METHODS, "/{path:rest}", include_in_schema=False)
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer that the address does not exist."""
    return _not_found(request, None)


@api.exception_handler(ArmyList.DoesNotExist)
def _not_found(request: HttpRequest, error: object) -> HttpResponse:
    return api.create_response(request, Problem(detail="Not Found"), status=404)


@api.exception_handler(RefusedError)
def _refused(request: HttpRequest, error: RefusedError) -> HttpResponse:
    """Answer that a list has changed since, or that its owner stores or writes the maximum."""
    status = 412 if isinstance(error, lists.StaleListError) else 403
    with translation.override("en"):
        return api.create_response(request, Problem(detail=str(error)), status=status)


@api.exception_handler(AuthenticationError)
def _unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    response = api.create_response(request, Problem(detail="A personal token is needed."), status=401)
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(Throttled)
def _too_many(request: HttpRequest, error: Throttled) -> HttpResponse:
    response = api.create_response(request, Problem(detail=error.message), status=429)
    response["Retry-After"] = str(error.wait)
    return response


@api.exception_handler(OtherTypeError)
def _no_json(request: HttpRequest, error: OtherTypeError) -> HttpResponse:
    text = f"Send JSON, and say so in a header: Content-Type: {JSON}"
    response = api.create_response(request, Problem(detail=text), status=415)
    response["Accept"] = JSON
    return response


@api.exception_handler(UnreadableListError)
def _unreadable(request: HttpRequest, error: UnreadableListError) -> HttpResponse:
    language = cast(Language, request.GET.get("language", "en"))  # already checked here
    refusal = Refusal(path=error.path[:LONGEST_PATH], detail=error.line(language))
    return api.create_response(request, refusal, status=422)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    first = error.errors[0]
    path = ".".join(str(step) for step in first["loc"])
    return api.create_response(request, Refusal(path=path, detail=f"{path}: {first['msg']}"), status=422)
