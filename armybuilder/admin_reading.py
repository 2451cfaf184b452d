"""Read-only tables of the admin."""

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)


class ReadingAdmin(admin.ModelAdmin[Row]):
    """A read-only table; its rows are deleted with their owner, or by staff with the right."""

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Row | None = None) -> bool:
        return False
