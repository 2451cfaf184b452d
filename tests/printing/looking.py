"""Visitors and what they look at, in the words of the tests of the views: plain functions."""

from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse

from armybuilder.lists.actions.creating import add_first_revision
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import BROWSER_KEY, Visitor
from armybuilder.printing.models import PrintJob
from rules.catalogue import current_version
from tests.lists.factories import a_roster

MADE = b"%PDF-made"
HTMX = {"HX-Request": "true"}


def browser_of(visitor: Visitor) -> Client:
    """Return a browser that asks for English, signed in or with its drafts."""
    client = Client(headers={"Accept-Language": "en"})
    if visitor.user:
        client.force_login(visitor.user)
    else:
        session = client.session
        session[BROWSER_KEY] = visitor.browser_key
        session.save()
    return client


def address(name: str, army_list: ArmyList, **fields: Any) -> str:
    """Return an address below a list's print page."""
    return reverse(f"printing:{name}", args=[army_list.pk, *fields.values()])


def a_sample() -> ArmyList:
    """Return a list that everybody may open."""
    sample = ArmyList(is_sample=True)
    sample.set_document(a_roster(), current_version("bn").pk)
    return add_first_revision(sample, "sample")


def file_of(job: PrintJob) -> Path:
    """Return where a job's file is, or will be, in the folder that tests use."""
    return Path(default_storage.path(job.file_name))


def contents(job: PrintJob) -> BytesIO:
    """Return what is in a job's file."""
    file = job.open()
    assert file
    with file:
        return BytesIO(file.read())
