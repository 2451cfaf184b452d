"""The facts of the table that odds are counted with, what holds untold, and the effects of both.

The columns of an effect are the fields of `rules.core.odds.effects.Effect`, which says what they mean.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.fields import WordsField
from rules.models.entries import Entry, Part, Row
from rules.models.odds_fire import Fire


class Situation(Entry):
    """A fact of the table. `questions`: where it may be told."""

    questions = WordsField()
    group = models.CharField(max_length=60, blank=True)
    acts_as = models.CharField(max_length=60, blank=True)
    acts_beyond = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Entry.Meta):
        verbose_name = _("situation")
        verbose_name_plural = _("situations")
        default_related_name = "situations"


class Standing(Row):
    """Effects that hold untold; several may have one id, each from a paragraph of its own."""

    slug = models.SlugField(max_length=60)
    source = models.CharField(max_length=200)

    class Meta(Row.Meta):
        verbose_name = _("standing effect")
        verbose_name_plural = _("standing effects")
        default_related_name = "standing"

    def __str__(self) -> str:
        return self.slug


class Effect(Part):
    """What a fact, what holds untold, or a band of fire does to one roll. `band`: which one."""

    situation = models.ForeignKey(Situation, on_delete=models.CASCADE, null=True, related_name="effects")
    standing = models.ForeignKey(Standing, on_delete=models.CASCADE, null=True, related_name="effects")
    fire = models.ForeignKey(Fire, on_delete=models.CASCADE, null=True, related_name="effects")
    band = models.CharField(max_length=10, blank=True)
    roll = models.CharField(max_length=60)
    need = models.SmallIntegerField(default=0)
    die = models.SmallIntegerField(default=0)
    chance = models.SmallIntegerField(default=0)
    dice = models.SmallIntegerField(default=0)
    half = models.BooleanField(default=False)
    harder = models.SmallIntegerField(default=0)
    number = models.SmallIntegerField(null=True, blank=True)
    column = models.CharField(max_length=60, blank=True)
    row = models.CharField(max_length=60, blank=True)
    gate = models.JSONField(null=True, blank=True)
    forbids = models.BooleanField(default=False)
    hides = models.BooleanField(default=False)
    sees = models.PositiveSmallIntegerField(null=True, blank=True)
    farthest = models.BooleanField(default=False)
    fires_as = models.CharField(max_length=60, blank=True)
    once = models.CharField(max_length=60, blank=True)
    source = models.CharField(max_length=200, blank=True)
    classes = WordsField()
    target_classes = WordsField()
    weapons = WordsField()
    unless_weapons = WordsField()
    modes = WordsField()
    unless_modes = WordsField()
    vehicles = WordsField()
    targets = WordsField()
    facing = models.CharField(max_length=10, blank=True)
    on_foot = models.BooleanField(default=False)
    dismounted = models.BooleanField(default=False)
    pool = models.BooleanField(null=True, blank=True)
    within = models.PositiveSmallIntegerField(null=True, blank=True)
    beyond = models.PositiveSmallIntegerField(null=True, blank=True)
    when = WordsField()
    unless = WordsField()

    class Meta(Part.Meta):
        verbose_name = _("effect")
        verbose_name_plural = _("effects")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(situation__isnull=False, standing__isnull=True, fire__isnull=True)
                | models.Q(situation__isnull=True, standing__isnull=False, fire__isnull=True)
                | models.Q(situation__isnull=True, standing__isnull=True, fire__isnull=False),
                name="rules_effect_of_one",
            ),
            models.UniqueConstraint(fields=["fire", "band"], name="rules_effect_band"),
        ]

    def __str__(self) -> str:
        return self.roll
