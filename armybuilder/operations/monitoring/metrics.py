"""Metrics for Prometheus: of requests, counted by each process of the site, and of the worker.

The processes write theirs into files of a folder (PROMETHEUS_MULTIPROC_DIR, which gunicorn.conf.py creates);
`manage.py serve_metrics` adds them up.
"""

from collections.abc import Iterable, Iterator

from django.db import DatabaseError, connections
from django_tasks_db.models import DBTaskResult
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from armybuilder.operations import beat

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds

REQUESTS = Histogram(
    "squadra_request_seconds",
    "How long requests took, by the pattern of their address.",
    ["route", "method", "status"],
    buckets=BUCKETS,
)
SECURITY = Counter(
    "squadra_security_events",
    "Sign-ins, wrong passwords, refusals, limits and changes of accounts: the lines of the log squadra.security.",
    ["event", "what"],
)


def observe(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request. Methods are the site's own: a stranger's words would each begin a figure of their own."""
    known = method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} else "-"
    REQUESTS.labels(route, known, str(status)).observe(seconds)


class Background(Collector):
    """Whether the database answers, how long ago the worker was heard of, and how much waits for it."""

    def collect(self) -> Iterable[Metric]:
        """Return the metrics, without the worker's if the database is away."""
        try:
            found = [*_of_the_worker()]
            up = 1
        except DatabaseError:
            found, up = [], 0
        finally:
            connections.close_all()
        return [GaugeMetricFamily("squadra_database_up", "1 where the database answers.", up), *found]


def _of_the_worker() -> Iterator[Metric]:
    silent = beat.silent_for()
    waiting = DBTaskResult.objects.ready().count()
    yield GaugeMetricFamily("squadra_tasks_waiting", "Tasks that a worker could begin now.", waiting)
    if silent is not None:
        text = "For how long no background worker was heard of."
        yield GaugeMetricFamily("squadra_worker_silent_seconds", text, silent)


def registry(folder: str) -> CollectorRegistry:
    """Return all figures, with those of the processes that write into `folder`."""
    found = CollectorRegistry()
    MultiProcessCollector(found, path=folder)  # type: ignore[no-untyped-call]
    found.register(Background())
    return found
