"""Configure logging. The settings read it, so it imports nothing of Django."""

from typing import Any

AS_JSON: dict[str, Any] = {
    "filters": {"request_id": {"()": "django_guid.log_filters.CorrelationId"}},
    "formatter": {"()": "armybuilder.operations.monitoring.lines.JsonLine"},
    # A line a request; and none of the library's own about what it does.
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
    """Return Django's LOGGING: lines for people, or for programs where `form` is "json"."""
    chosen = AS_JSON if form == "json" else AS_TEXT
    stderr = {"class": "logging.StreamHandler", "formatter": "line", "filters": [*chosen["filters"]]}
    # Django's own handlers mail the errors to ADMINS and print only in DEBUG.
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
