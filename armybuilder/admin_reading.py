"""Names of tables and columns in the admin, and tables that staff can only read."""

from pathlib import Path
from typing import TypeVar

import msgspec
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from msgspec import Struct

from rules.core.text import Text
from rules.language import named


class _Names(Struct, forbid_unknown_fields=True):
    one: Text
    many: Text
    columns: dict[str, Text]


def name_tables() -> None:
    """Name the tables and their columns as `admin_names.yaml` says.

    In the models themselves every change of a word would need a migration.
    """
    file = Path(__file__).with_name("admin_names.yaml")
    for table, names in msgspec.yaml.decode(file.read_bytes(), type=dict[str, _Names]).items():
        options = apps.get_model(table)._meta
        options.verbose_name, options.verbose_name_plural = named(names.one), named(names.many)
        for column, text in names.columns.items():
            options.get_field(column).verbose_name = named(text)


Row = TypeVar("Row", bound=Model)


class ReadingAdmin(admin.ModelAdmin[Row]):
    """A read-only table; its rows are deleted with their owner, or by staff with the right."""

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Row | None = None) -> bool:
        return False
