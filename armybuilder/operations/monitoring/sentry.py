"""Send errors to a server with Sentry's protocol, without personal data."""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def start(dsn: str, **more: Any) -> None:
    """Send errors to `dsn`. Raises ImproperlyConfigured if the library is not installed.

    What the library itself knows of people (`send_default_pii`) is off unless it is asked for.
    """
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
    """Keep only kind and place of an error: its message and address may contain typed text."""
    event["request"] = {"method": event.get("request", {}).get("method")}
    event.pop("user", None)
    event.pop("server_name", None)
    for error in event.get("exception", {}).get("values", []):
        error["value"] = ""
    if "logentry" in event:
        event["logentry"] = {"message": event["logentry"].get("message")}
    event.pop("extra", None)
    return event
