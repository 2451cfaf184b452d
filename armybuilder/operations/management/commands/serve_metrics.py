"""`manage.py serve_metrics`: metrics for Prometheus on a separate port. gunicorn starts it."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from prometheus_client import start_http_server

from armybuilder.operations.monitoring.metrics import registry


class Command(BaseCommand):
    """Answer until standard input is closed."""

    help = "Serves figures for Prometheus at METRICS_HOST and METRICS_PORT, until its standard input is closed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve the metrics. Raises CommandError if it cannot listen, or there is nothing to add up."""
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if not folder or not settings.METRICS_PORT:
            raise CommandError("gunicorn starts this command if METRICS_PORT is set.")
        try:
            start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry(folder))
        except OSError as error:
            at = f"{settings.METRICS_HOST}:{settings.METRICS_PORT}"
            raise CommandError(f"Metrics cannot be served at {at}: {error.strerror}.") from None
        sys.stdin.buffer.read()
