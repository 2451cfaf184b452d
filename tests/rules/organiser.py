"""A helper for tests of the rules' admin: an organiser."""

from typing import Any
from unittest.mock import patch

from django.contrib import admin
from django.contrib.messages import get_messages
from django.db.models import Model
from django.template.response import TemplateResponse
from django.test import Client
from django.urls import reverse

from rules.admin.base import RulesAdmin
from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import decode
from rules.models import Ruleset

TABLES = [table for table, shown in admin.site._registry.items() if isinstance(shown, RulesAdmin)]


def address(table: type[Model], page: str = "changelist", *args: Any) -> str:
    return reverse(f"admin:rules_{table._meta.model_name}_{page}", args=args)


def unrendered() -> Any:
    """Answer without rendering, in a `with` block: rendering takes most of a request.

    Every page is rendered in test_admin.py of tests/access, and those with reasons in test_admin_refused.py.
    """
    return patch.object(TemplateResponse, "rendered_content", "")


def form_of(organiser: Client, row: Model) -> dict[str, Any]:
    """The data that the form of a row would send without changes."""
    with unrendered():
        page: Any = organiser.get(address(type(row), "change", row.pk))
    sent: dict[str, Any] = {}
    for form in (page.context_data["adminform"].form, *_inline_forms(page)):
        for field in form:
            value = field.value()
            if isinstance(value, bool):
                value = "on" if value else None
            if value is not None and not field.field.disabled:
                sent[field.html_name] = value
    return sent


def _inline_forms(page: Any) -> list[Any]:
    formsets = [inline.formset for inline in page.context_data["inline_admin_formsets"]]
    return [form for formset in formsets for form in (formset.management_form, *formset.forms)]


def save(organiser: Client, row: Model, **changes: Any) -> Any:
    return organiser.post(address(type(row), "change", row.pk), form_of(organiser, row) | changes)


def reasons(response: Any) -> list[str]:
    """Why a form was shown again."""
    assert response.status_code == 200
    errors: list[str] = response.context_data["adminform"].form.non_field_errors()
    return list(errors)


def said(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def current() -> Catalogue:
    """The current catalogue of the small ruleset."""
    version = Ruleset.objects.get(pk="small").current
    assert version is not None
    return decode(version.catalogue)
