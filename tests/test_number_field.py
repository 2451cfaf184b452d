"""Whole numbers: one field used everywhere reads groups of three digits and refuses decimals."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from django import forms
from django.apps import apps
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.test import RequestFactory
from django.utils import translation

import armybuilder
import rules
from armybuilder.clubs.views.clubs import InvitationForm
from armybuilder.evenings.forms.entries import ResultForm, RollForm
from armybuilder.evenings.forms.planning import EveningForm
from rules.fields import WholeNumberField, read_whole

ROOT = Path(__file__).resolve().parents[1]
LARGEST = "999.999.999.999.999.999"


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("it", "1.000", 1_000), ("it", "10.000", 10_000), ("it", "1.000.000", 1_000_000), ("it", "1,000", None),
        ("it", "1.00", None), ("it", "1.0000", None), ("it", "1000.000", None), ("it", "5.0", None),
        ("it", "5,0", None),
        ("it", "1.000,00", None), ("it", ".000", None), ("it", "1.", None), ("it", "1..000", None),
        ("it", LARGEST, 999_999_999_999_999_999), ("it", "1." + LARGEST, None),
        ("en", "1,000", 1_000), ("en", "12,345,678", 12_345_678), ("en", "1.000", None), ("en", "1.0", None),
        ("en", "5.", None), ("en", "1,00", None), ("en", "1,000.0", None),
        ("en", "1 000", 1_000), ("it", "1\u00a0000", 1_000), ("it", "1\u202f000", 1_000), ("it", "10 00", None),
        ("it", "1.000 000", None), ("it", "1.000\n", 1_000), ("it", " 7 ", 7), ("it", "-5", -5), ("it", "−5", -5),
        ("it", "+5", 5), ("it", "--5", None), ("it", "007", 7), ("it", "", None), ("it", "x", None),
        ("it", "1e3", None),
        ("it", "½", None), ("it", "²", None), ("it", "٣", None), ("it", "1_000", None), ("it", "9" * 4_301, None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(language: str, text: str, number: int | None) -> None:
    with translation.override(language):
        assert read_whole(text) == number


def test_the_field_refuses_anything_but_numbers_and_reads_empty_as_none() -> None:
    field = WholeNumberField(required=False, min_value=1, max_value=2_000)
    with translation.override("it"):
        assert [field.clean(value) for value in ("1.000", "", " ", None, 7)] == [1_000, None, None, None, 7]
        for wrong in ("1,000", "5.0", "3.000", "0"):
            with pytest.raises(ValidationError):
                field.clean(wrong)


@pytest.mark.parametrize(
    ("form", "sent", "number"),
    [
        (ResultForm, "first_lost", 1_000), (RollForm, "first_total", None), (InvitationForm, "uses", 1_000),
        (EveningForm, "attacker", 1_000),
    ],
)  # fmt: skip
def test_a_thousand_is_no_one(form: type[forms.Form], sent: str, number: int | None) -> None:
    """Each field refuses it or reads it as a thousand, never as 1."""
    field = form.base_fields[sent]
    with translation.override("it"):
        if number is None:
            with pytest.raises(ValidationError):
                field.clean("1.000")
        else:
            assert field.clean("1.000") == number
        with translation.override("en"), pytest.raises(ValidationError):
            field.clean("1.000")


def modules() -> Iterator[ModuleType]:
    for package in (armybuilder, rules):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            parts = found.name.split(".")
            if not {"migrations", "management", "settings", "wsgi", "asgi"}.intersection(parts):
                yield importlib.import_module(found.name)


def subclasses(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def is_ours(kind: type) -> bool:
    return kind.__module__.split(".")[0] in ("armybuilder", "rules")


def test_every_whole_number_of_a_form_is_this_field() -> None:
    assert len(list(modules())) > 500
    others = {one for one in subclasses(forms.IntegerField) if is_ours(one) and not issubclass(one, WholeNumberField)}
    assert others == set()
    fields = {
        (form.__name__, name): type(field)
        for form in subclasses(forms.BaseForm)
        if is_ours(form)
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.IntegerField)
    }
    assert len(fields) > 10
    assert {key for key, kind in fields.items() if not issubclass(kind, WholeNumberField)} == set()


def test_no_form_creates_another_kind_of_whole_number_field() -> None:
    """Some forms create fields when they are shown, so this examines the source."""
    own = ROOT / "rules" / "fields.py"
    paths = [path for part in ("armybuilder", "rules") for path in (ROOT / part).rglob("*.py")]
    sources = {path: path.read_text(encoding="utf-8") for path in paths if "migrations" not in path.parts}
    others = re.compile(r"\bforms\.(Integer|Float)Field\b")
    assert {path for path, source in sources.items() if others.search(source)} == {own}


@pytest.mark.parametrize("model", list(apps.get_app_config("rules").get_models()), ids=lambda one: one.__name__)
def test_the_rules_admin_has_it_too(model: type[models.Model], rf: RequestFactory, admin_user: object) -> None:
    made = admin.site._registry.get(model)
    if made is None:
        return
    request = rf.get("/")
    request.user = admin_user  # type: ignore[assignment]
    whole = [field for field in made.get_form(request).base_fields.values() if isinstance(field, forms.IntegerField)]
    inlines = [one for inline in made.inlines for one in [inline(model, admin.site)]]
    whole += [
        field
        for inline in inlines
        for field in inline.get_formset(request).form.base_fields.values()
        if isinstance(field, forms.IntegerField)
    ]
    assert {type(field) for field in whole} <= {WholeNumberField}
