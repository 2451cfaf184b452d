"""Names of tables and columns in the admin, and tables that staff can only read."""

from typing import TYPE_CHECKING, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def set_verbose_names(
    model: type[Model], one: "_StrPromise", many: "_StrPromise", **columns: "_StrPromise"
) -> None:
    """Name a model and its columns. In the model itself every change of a word would need a migration."""
    model._meta.verbose_name = one
    model._meta.verbose_name_plural = many
    for column, words in columns.items():
        model._meta.get_field(column).verbose_name = words  # type: ignore[union-attr]


Row = TypeVar("Row", bound=Model)


class ReadingAdmin(admin.ModelAdmin[Row]):
    """A read-only table; its rows are deleted with their owner, or by staff with the right."""

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Row | None = None) -> bool:
        return False
