"""Configure logging. The settings import this module, which imports nothing from Django."""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ImproperlyConfigured

AS_JSON: dict[str, Any] = {
    "filters": {"request_id": {"()": "django_guid.log_filters.CorrelationId"}},
    "formatter": {"()": "armybuilder.operations.monitoring.lines.JsonLine"},
    # A line per request; and none of the library's own.
    "loggers": {"squadra.requests": {"level": "INFO"}, "django_guid": {"level": "ERROR"}},
}
AS_TEXT: dict[str, Any] = {
    "filters": {},
    "formatter": {
        "class": "armybuilder.operations.monitoring.lines.LineFormatter",
        "format": "{asctime} {levelname} {name}: {message}",
        "style": "{",
    },
    "loggers": {},
}


def logging_settings(form: str) -> dict[str, Any]:
    """Return Django's LOGGING: readable lines, or JSON if `form` is "json"."""
    chosen = AS_JSON if form == "json" else AS_TEXT
    stderr = {"class": "logging.StreamHandler", "formatter": "line", "filters": [*chosen["filters"]]}
    # Django's own handlers email the errors to ADMINS and print only in DEBUG.
    of_django: dict[str, Any] = {"handlers": ["stderr"], "level": "WARNING", "propagate": False}
    security = {"squadra.security": {"level": "INFO"}}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": chosen["filters"],
        "formatters": {"line": chosen["formatter"]},
        "handlers": {"stderr": stderr},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {"django": of_django} | security | chosen["loggers"],
    }


if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def start(dsn: str, **more: Any) -> None:
    """Send errors to `dsn`, without data about users. Raises ImproperlyConfigured without the library."""
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured("SENTRY_DSN needs a library: run `pip install sentry-sdk`.") from None
    sentry_sdk.init(
        dsn,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=without_people,
        **more,
    )


def without_people(event: "Event", hint: "Hint") -> "Event":
    """Keep only type and place of an error: its message and address may contain typed text."""
    event["request"] = {"method": event.get("request", {}).get("method")}
    event.pop("user", None)
    event.pop("server_name", None)
    for error in event.get("exception", {}).get("values", []):
        error["value"] = ""
    if "logentry" in event:
        event["logentry"] = {"message": event["logentry"].get("message")}
    event.pop("extra", None)
    return event
