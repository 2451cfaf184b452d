"""The site to measure, with its own settings and database in a temporary folder."""

import os
import tempfile
from pathlib import Path

import django

FOLDER = tempfile.TemporaryDirectory(prefix="squadra-bench-")


def set_up(database: str = "") -> None:
    """Start Django with the rules loaded, on an empty database: the one in DATABASE_URL, or otherwise SQLite."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    os.environ["SQUADRA_DATA"] = FOLDER.name
    os.environ["SQUADRA_LOCAL"] = "1"
    os.environ["ALLOWED_HOSTS"] = "testserver"  # the host name of Django's test client
    os.environ["DATABASE_URL"] = database
    os.environ["SLOW_REQUEST_MS"] = "60000"  # timed as in production, but the table shows slow requests
    django.setup()

    from django.conf import settings
    from django.core.management import call_command

    settings.ROOT_URLCONF = "bench.urls"
    settings.TEMPLATES[0]["DIRS"] = [*settings.TEMPLATES[0]["DIRS"], Path(__file__).parent / "templates"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    (Path(FOLDER.name) / "static").mkdir()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("load_rules", verbosity=0)
