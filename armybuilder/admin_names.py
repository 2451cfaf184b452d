"""Names of tables and columns in the admin."""

from typing import TYPE_CHECKING

from django.db.models import Model

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def set_verbose_names(
    model: type[Model], one: "_StrPromise", many: "_StrPromise", **columns: "_StrPromise"
) -> None:
    """Name a model and its columns. In the model itself every change of a word would want a migration."""
    model._meta.verbose_name = one
    model._meta.verbose_name_plural = many
    for column, words in columns.items():
        model._meta.get_field(column).verbose_name = words  # type: ignore[union-attr]
