"""The site's settings with the bare page as a reference for edits, for a separate server."""

from pathlib import Path

from armybuilder.settings import *  # noqa: F403
from armybuilder.settings import TEMPLATES

ROOT_URLCONF = "bench.urls"
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], Path(__file__).parent / "templates"]
