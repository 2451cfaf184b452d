"""What fire and saves are counted with: the rows of `rules.core.odds.tables.Fire` and `Saves`, and weapons beside them.

The columns are the fields of the types of the same name there, which say what they mean; those of fire at what flies
begin with `air_`.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.fields import NumbersField, WordsField
from rules.models.entries import Entry, Noted, Part, Row
from rules.models.ruleset import Ruleset


class Section(models.Model):
    """What a ruleset has once, or not at all."""

    ruleset = models.OneToOneField(Ruleset, on_delete=models.CASCADE)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self._meta.verbose_name)


class QuestionWeapon(Noted, Entry):
    """A weapon that no list holds."""

    fires_as = models.CharField(max_length=60)
    vehicles = WordsField()

    class Meta(Entry.Meta):
        verbose_name = _("weapon that no list buys")
        verbose_name_plural = _("weapons that no list buys")
        default_related_name = "question_weapons"


class Borrowed(Row):
    """Weapons on whose rows of fire a rule leans. `about`: whom the rule concerns, ids by kind."""

    about = models.JSONField()
    weapons = WordsField()
    source = models.CharField(max_length=200)

    class Meta(Row.Meta):
        verbose_name = _("weapons that a rule leans on")
        verbose_name_plural = _("weapons that rules lean on")
        default_related_name = "borrowed"

    def __str__(self) -> str:
        return " ".join(self.weapons)


class Fire(Section):
    """Direct fire. Nothing in any column of the air: the ruleset has no fire at what flies."""

    source = models.CharField(max_length=200)
    area = WordsField()
    spread = WordsField()
    as_infantry = WordsField()
    full = models.PositiveSmallIntegerField(null=True, blank=True)
    near = models.PositiveSmallIntegerField(null=True, blank=True)
    air_kinds = WordsField()
    air_weapons = WordsField()
    air_source = models.CharField(max_length=200, blank=True)
    air_vehicle = models.CharField(max_length=60, blank=True)
    air_flat = models.PositiveSmallIntegerField(null=True, blank=True)
    air_only = WordsField()
    air_gates = WordsField()

    class Meta:
        verbose_name = verbose_name_plural = _("direct fire")
        default_related_name = "fire"


class Ways(Part):
    """The ids of a weapon's ways of firing."""

    fire = models.ForeignKey(Fire, on_delete=models.CASCADE, related_name="ways")
    weapons = WordsField()
    modes = WordsField()

    class Meta(Part.Meta):
        verbose_name = _("ways to fire of some weapons")
        verbose_name_plural = _("ways to fire, by weapon")

    def __str__(self) -> str:
        return " ".join(self.modes)


class Astray(Part):
    """Where shots fall that miss."""

    fire = models.ForeignKey(Fire, on_delete=models.CASCADE, related_name="astray")
    weapons = WordsField()
    step = models.PositiveSmallIntegerField()
    covers = models.PositiveSmallIntegerField()
    when = models.CharField(max_length=60, blank=True)
    dud = models.BooleanField(default=False)

    class Meta(Part.Meta):
        verbose_name = _("shots that miss")
        verbose_name_plural = _("shots that miss, by weapon")

    def __str__(self) -> str:
        return " ".join(self.weapons)


class AirNumbers(Part):
    """What weapons need at what flies."""

    fire = models.ForeignKey(Fire, on_delete=models.CASCADE, related_name="air_numbers")
    weapons = WordsField()
    aircraft = models.PositiveSmallIntegerField(null=True, blank=True)
    helicopter = models.PositiveSmallIntegerField(null=True, blank=True)
    reach = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("numbers at what flies")
        verbose_name_plural = _("numbers at what flies, by weapon")

    def __str__(self) -> str:
        return " ".join(self.weapons)


class Saves(Section):
    """Saves of men and of vehicles."""

    characteristic = models.CharField(max_length=60)
    source = models.CharField(max_length=200)
    vehicle_source = models.CharField(max_length=200, blank=True)
    fatal = models.PositiveSmallIntegerField(default=1)
    explodes_by = models.PositiveSmallIntegerField(null=True, blank=True)
    occupants = models.PositiveSmallIntegerField(null=True, blank=True)
    heavy_occupants = models.PositiveSmallIntegerField(null=True, blank=True)
    heavy = WordsField()

    class Meta:
        verbose_name = verbose_name_plural = _("saving rolls")
        default_related_name = "saves"


class WeaponColumn(Part):
    """Which weapons a column of the vehicles' saves is for (`SaveColumn` of the odds)."""

    saves = models.ForeignKey(Saves, on_delete=models.CASCADE, related_name="columns")
    column = models.CharField(max_length=60)
    weapons = WordsField()

    class Meta(Part.Meta):
        verbose_name = _("weapons of a save column")
        verbose_name_plural = _("weapons, by save column")

    def __str__(self) -> str:
        return self.column


class PlainSave(Part):
    """The number of a vehicle where no column holds."""

    saves = models.ForeignKey(Saves, on_delete=models.CASCADE, related_name="plain")
    vehicle = models.CharField(max_length=60)
    needs = NumbersField()

    class Meta(Part.Meta):
        verbose_name = _("save of a vehicle without a column")
        verbose_name_plural = _("saves of vehicles without a column")

    def __str__(self) -> str:
        return self.vehicle
