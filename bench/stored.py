"""The data of a site that is killed or cut off: prepared before, and compared with the acknowledged edits afterwards.

On the database that SQUADRA_DATA and DATABASE_URL name.
"""

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import django

from bench import ROOT
from bench.editing import Acknowledged
from bench.server import collect_static

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from armybuilder.lists.models import Revision


def prepare() -> None:
    command = [sys.executable, "scripts/prepare.py"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    collect_static()


def lost_or_doubled(acknowledged: Acknowledged) -> list[str]:
    """Return the edits that are missing, doubled or different."""
    revisions, wrong = _revisions(), []
    for key, name in acknowledged:
        found = [revision.roster.name for revision in revisions.filter(key=key)]
        if found != [name]:
            wrong.append(f"{key}: {found}")
    return wrong


def number_of_edits(name: str) -> int:
    """Return the number of stored edits of the visitor with that name."""
    return _revisions().filter(key__startswith=f"{name}-").count()


def _revisions() -> "QuerySet[Revision]":
    use_its_database()
    from armybuilder.lists.models import Revision  # the models need the settings

    return Revision.objects.all()


def use_its_database() -> None:
    """Let this process query the site's database."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    django.setup()


def all_agrees() -> bool:
    """Whether totals and histories agree (`verify_lists` prints each difference)."""
    return subprocess.run([sys.executable, "manage.py", "verify_lists"], cwd=ROOT, check=False).returncode == 0
