"""Helpers for printing: visitors, and the pages they see."""

import re
from functools import cache
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
from armybuilder.printing.pdfs.from_html import make_pdf
from rules.catalogue import current_version
from tests.lists.factories import a_roster

MADE = b"%PDF-made"
HTMX = {"HX-Request": "true"}
PAPER = re.compile(r"@page \{\s*(size: [^;]+;)")


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
    """Return a list that anyone may open."""
    sample = ArmyList(is_sample=True)
    sample.set_document(a_roster(), current_version("bn").pk)
    return add_first_revision(sample, "sample")


def file_of(job: PrintJob) -> Path:
    """Return the path of a job's file in the test folder, even before it exists."""
    return Path(default_storage.path(job.file_name))


def contents(job: PrintJob) -> BytesIO:
    """Return the content of a job's file."""
    file = job.open()
    assert file
    with file:
        return BytesIO(file.read())


def blank_page(html: str, css: str) -> bytes:
    """Return a blank PDF of the paper size in a style sheet."""
    size = PAPER.search(css)
    assert size
    return _blank(size[1])


@cache
def _blank(size: str) -> bytes:
    return make_pdf('<!doctype html><html lang="en"><title>Blank</title></html>', f"@page {{ {size} }}")
