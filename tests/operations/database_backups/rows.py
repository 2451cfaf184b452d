"""All rows of a database."""

from typing import Any

from django.apps import apps
from django.db import models


def all_rows(alias: str = "default") -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of all tables that have some, by the names of their models."""
    every = apps.get_models(include_auto_created=True)
    found = {
        model._meta.label: sorted(models.QuerySet(model, using=alias).order_by().values_list(), key=repr)
        for model in every
        if not model._meta.proxy
    }
    return {name: rows for name, rows in found.items() if rows}
