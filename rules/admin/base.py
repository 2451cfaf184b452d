"""The rules in the admin: a saved change is checked like a loaded file, and becomes a new version."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.db import models as orm
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.actions import RulesRefusedError, publish_edited
from rules.admin.fields import called, field_for, label, odds_sentences
from rules.fields import WholeNumberField

ModelT = TypeVar("ModelT", bound=orm.Model)
RowT = TypeVar("RowT", bound=models.Row)

REFUSED = "squadra.rules_refused"  # in request.META: why the submitted form cannot be stored


def column(table: str, name: str) -> Any:
    """Return a column of a list of rows under its label, as `list_display` expects it."""
    shown = "ruleset_id" if name == "ruleset" else name

    def value(row: orm.Model) -> Any:
        return called(table, name, getattr(row, shown))

    return admin.display(value, description=label(table, name), ordering=name, empty_value="–")


def columns(table: str, *names: str) -> list[Any]:
    return [column(table, name) for name in names]


class RulesetFilter(admin.RelatedFieldListFilter):
    """The filter of a list of rows by their ruleset."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = str(_("ruleset"))

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        """Return the site's rulesets."""
        return field.get_choices(include_blank=False, limit_choices_to={"visibility": None})


class WordFilter(admin.AllValuesFieldListFilter):
    """The filter of a list of rows by the word in a column, each word under its label."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        table, column = changelist.model._meta.model_name, self.field_path
        for choice in super().choices(changelist):
            yield {**choice, "display": called(table, column, choice["display"])}


class Labelled(admin.options.BaseModelAdmin[ModelT]):
    """Fields with labels and help."""

    formfield_overrides = {
        orm.TextField: {"widget": forms.Textarea(attrs={"rows": 2, "cols": 80})},
        orm.IntegerField: {
            "form_class": WholeNumberField,
            "widget": forms.TextInput(attrs={"inputmode": "numeric"}),
        },
    }

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.is_relation and db_field.name != "ruleset":  # the weapon of a fire row: nobody sees it
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        table = db_field.model._meta.model_name
        special = field_for(table, db_field.name)
        if special:
            return special
        if db_field.name == "ruleset":
            kwargs["queryset"] = models.Ruleset.objects.filter(visibility=None)
        if db_field.name == "position":
            kwargs["required"] = False
            kwargs["help_text"] = _("Leave empty to put it last.")
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class Rows(Labelled[ModelT], admin.TabularInline[ModelT, Any]):
    """The rows that belong to a weapon, a vehicle, an extra, a ruling, a ready-made squad or a table."""

    extra = 0
    ordering = ["position"]


def rows_of(model: type[orm.Model]) -> type[Rows[Any]]:
    return type(f"{model.__name__}Rows", (Rows,), {"model": model})


class RefusedForm(forms.ModelForm[orm.Model]):
    """A submitted form whose rules contradict themselves."""

    refused: RulesRefusedError

    def clean(self) -> dict[str, Any] | None:
        """Report the reasons, those about the odds at their field."""
        cleaned = super().clean()
        others, about_odds = _sentences(self.refused)
        for sentence in others:
            self.add_error(None, sentence)
        for sentence in about_odds:
            self.add_error("odds" if "odds" in self.fields else None, sentence)
        return cleaned


class RulesAdmin(Labelled[ModelT], admin.ModelAdmin[ModelT]):
    """A table of the rules. It stores nothing that the loader would refuse.

    `fixed` columns cannot be changed: lists refer to them.
    """

    fixed: Sequence[str] = ("ruleset", "slug")

    # Saving

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Show or process the form. Contradictions show it again, with the reasons."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except RulesRefusedError as refused:  # everything written is undone at this point
            request.META[REFUSED] = refused
            return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(self, request: HttpRequest, obj: ModelT | None = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        if refused := request.META.get(REFUSED):
            form = type(form.__name__, (RefusedForm, form), {"refused": refused})
        for name in self.fixed if change else ():
            if name in form.base_fields:
                form.base_fields[name].disabled = True
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if getattr(obj, "position", 0) is None:
            obj.position = _next_place(type(obj)._default_manager.filter(ruleset=obj.ruleset))
        super().save_model(request, obj, form, change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        rows = formset.save(commit=False)
        for row in formset.deleted_objects:
            row.delete()
        for row in rows:
            if row.position is None:
                owned = {formset.fk.name: formset.instance}
                row.position = _next_place(formset.model._default_manager.filter(**owned))
            row.save()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        self._publish(request, _ruleset_of(form.instance))

    def _publish(self, request: HttpRequest, ruleset: models.Ruleset) -> None:
        publication = publish_edited(ruleset)
        if publication.outcome != "unchanged":
            sentence = gettext("%(ruleset)s: version %(number)s now applies to new lists. Existing lists keep theirs.")
            version = publication.version
            self.message_user(request, sentence % {"ruleset": ruleset, "number": version.number})

    # Removing

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> Any:
        """Remove a row, unless others need it."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except RulesRefusedError as refused:
            self._say(request, refused)
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
            return HttpResponseRedirect(reverse(name, args=[object_id]))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """List the rows, or remove those that are ticked, unless others need them."""
        try:
            with transaction.atomic():
                return super().changelist_view(request, extra_context)
        except RulesRefusedError as refused:
            self._say(request, refused)
            return HttpResponseRedirect(request.get_full_path())

    def delete_model(self, request: HttpRequest, obj: ModelT) -> None:
        ruleset = _ruleset_of(obj)
        super().delete_model(request, obj)
        self._publish(request, ruleset)

    def delete_queryset(self, request: HttpRequest, queryset: orm.QuerySet[ModelT]) -> None:
        rulesets = list(models.Ruleset.objects.filter(pk__in=queryset.order_by().values("ruleset")))
        super().delete_queryset(request, queryset)
        for ruleset in rulesets:
            self._publish(request, ruleset)

    def _say(self, request: HttpRequest, refused: RulesRefusedError) -> None:
        for sentence in chain(*_sentences(refused)):
            messages.error(request, sentence)


def _ruleset_of(row: Any) -> models.Ruleset:
    return row if isinstance(row, models.Ruleset) else row.ruleset


def _sentences(refused: RulesRefusedError) -> tuple[list[str], list[str]]:
    """Return the messages for an organiser, each once, and the faults of the odds with their lines."""
    about_odds = [one for one in refused.found if one[0][:1] == ("odds",)]
    others = [reason for path, reason in refused.found if path[:1] != ("odds",)]
    return list(dict.fromkeys(others)), odds_sentences(refused.odds, about_odds)


def _next_place(rows: orm.QuerySet[Any]) -> int:
    last: int | None = rows.aggregate(last=orm.Max("position"))["last"]
    return 0 if last is None else last + 1
