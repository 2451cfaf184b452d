"""Presets and ready-made squads."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.fields import WordsField
from rules.models.entries import Named, Noted, Part, Row


class Preset(Named, Noted, Row):
    """A quick way to add a figure."""

    slug = models.SlugField(max_length=60)
    weapons = WordsField()
    roles = WordsField()
    leadership = models.PositiveSmallIntegerField(default=0)

    class Meta(Row.Meta):
        verbose_name = _("quick-add figure")
        verbose_name_plural = _("quick-add figures")
        default_related_name = "presets"
        constraints = [models.UniqueConstraint(fields=["ruleset", "slug"], name="rules_preset_slug")]

    def __str__(self) -> str:
        return self.slug


class ReadySquad(Named, Noted, Row):
    """A squad that is made in one tap. `troops`: its class."""

    slug = models.SlugField(max_length=60)
    troops = models.CharField(max_length=60)
    vehicles = WordsField()

    class Meta(Row.Meta):
        verbose_name = _("ready-made squad")
        verbose_name_plural = _("ready-made squads")
        default_related_name = "ready_squads"
        constraints = [models.UniqueConstraint(fields=["ruleset", "slug"], name="rules_ready_squad_slug")]

    def __str__(self) -> str:
        return self.slug


class ReadyFigure(Part):
    """Figures of a preset in a ready-made squad."""

    squad = models.ForeignKey(ReadySquad, on_delete=models.CASCADE, related_name="figures")
    preset = models.CharField(max_length=60)
    name_it = models.CharField(max_length=120, blank=True)
    name_en = models.CharField(max_length=120, blank=True)
    count = models.PositiveSmallIntegerField(default=1)
    team = models.CharField(max_length=20, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("figures")
        verbose_name_plural = _("figures")

    def __str__(self) -> str:
        return f"{self.count} × {self.preset}"
