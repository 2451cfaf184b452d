"""What hits and explosions do, as rows: the types of the same name in `rules.core.odds.tables` say what fields mean."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.fields import NumbersField, WordsField
from rules.models.entries import Part, Row
from rules.models.odds_fire import Section


class DamageTable(Row):
    """A table of outcomes. `which`: what it is for, of which a ruleset has one each."""

    which = models.CharField(max_length=10)
    out = WordsField()
    source = models.CharField(max_length=200)
    die = models.PositiveSmallIntegerField()
    dice = models.PositiveSmallIntegerField(default=1)
    kept = NumbersField()
    wounds = WordsField()
    open = WordsField()

    class Meta(Row.Meta):
        verbose_name = _("table of outcomes")
        verbose_name_plural = _("tables of outcomes")
        default_related_name = "damage_tables"
        constraints = [models.UniqueConstraint(fields=["ruleset", "which"], name="rules_damage_table_which")]

    def __str__(self) -> str:
        return self.which


class DamageRow(Part):
    """An outcome."""

    table = models.ForeignKey(DamageTable, on_delete=models.CASCADE, related_name="rows")
    outcome = models.CharField(max_length=60)
    most = models.SmallIntegerField()

    class Meta(Part.Meta):
        verbose_name = _("outcome")
        verbose_name_plural = _("outcomes")

    def __str__(self) -> str:
        return self.outcome


class Damage(Section):
    """What a hit does, beside its tables of outcomes."""

    soft_vehicles = WordsField()
    tanks = WordsField()
    carriers = WordsField()
    unarmoured = models.CharField(max_length=60, blank=True)
    no_turret = models.CharField(max_length=60, blank=True)
    wounded = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = _("damage")
        default_related_name = "damage"


class Penetration(Part):
    """The chance of weapons to pierce armour."""

    damage = models.ForeignKey(Damage, on_delete=models.CASCADE, related_name="penetration")
    weapons = WordsField()
    tank = models.PositiveSmallIntegerField()
    armour = models.PositiveSmallIntegerField()
    when = WordsField()

    class Meta(Part.Meta):
        verbose_name = _("chance to pierce armour")
        verbose_name_plural = _("chances to pierce armour")

    def __str__(self) -> str:
        return " ".join(self.weapons)


class Explosions(Section):
    """High explosive."""

    source = models.CharField(max_length=200)
    precise_dice = models.PositiveSmallIntegerField(default=0)
    precise_die = models.PositiveSmallIntegerField(default=0)
    imprecise_dice = models.PositiveSmallIntegerField(default=0)
    imprecise_die = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = verbose_name_plural = _("explosions")
        default_related_name = "explosions"


class Blast(Part):
    """The rings of an explosion."""

    explosions = models.ForeignKey(Explosions, on_delete=models.CASCADE, related_name="blasts")
    weapons = WordsField()
    short = models.PositiveSmallIntegerField()
    long = models.PositiveSmallIntegerField()
    more = models.SmallIntegerField(default=0)

    class Meta(Part.Meta):
        verbose_name = _("reach of an explosion")
        verbose_name_plural = _("reach of explosions, by weapon")

    def __str__(self) -> str:
        return " ".join(self.weapons)


class BlastRow(Part):
    """The chance of being hit in each ring."""

    explosions = models.ForeignKey(Explosions, on_delete=models.CASCADE, related_name="rows")
    slug = models.SlugField(max_length=60, db_index=False)
    short = models.PositiveSmallIntegerField()
    long = models.PositiveSmallIntegerField()

    class Meta(Part.Meta):
        verbose_name = _("chance to be hit by an explosion")
        verbose_name_plural = _("chances to be hit by an explosion")

    def __str__(self) -> str:
        return self.slug


class Deviation(Part):
    """Where a shot falls that is off. `shot`: of which kind."""

    explosions = models.ForeignKey(Explosions, on_delete=models.CASCADE, related_name="deviations")
    shot = models.CharField(max_length=10)
    faces = models.PositiveSmallIntegerField()
    percent = models.PositiveSmallIntegerField(default=0)
    axes = models.PositiveSmallIntegerField(default=0)
    exact = models.BooleanField(default=False)

    class Meta(Part.Meta):
        verbose_name = _("deviation")
        verbose_name_plural = _("deviations")

    def __str__(self) -> str:
        return self.shot


class Bombardment(Row):
    """A bombardment of one kind."""

    slug = models.SlugField(max_length=60)
    name_it = models.CharField(max_length=300, blank=True)
    name_en = models.CharField(max_length=300, blank=True)
    source = models.CharField(max_length=200)
    kind = models.CharField(max_length=10)
    targets = WordsField(default=("men",))
    immune = WordsField()
    sure = WordsField()
    gate = models.JSONField(null=True, blank=True)
    weapon = models.CharField(max_length=60, blank=True)
    dice = models.PositiveSmallIntegerField(default=0)
    within = models.PositiveSmallIntegerField(default=0)
    at_least = models.PositiveSmallIntegerField(default=0)
    column = models.CharField(max_length=60, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    soft_at_most = models.PositiveSmallIntegerField(null=True, blank=True)
    soft_die = models.PositiveSmallIntegerField(default=6)
    one_man = models.BooleanField(default=False)
    bare = models.BooleanField(default=False)

    class Meta(Row.Meta):
        verbose_name = _("bombardment")
        verbose_name_plural = _("bombardments")
        default_related_name = "bombardments"

    def __str__(self) -> str:
        return self.slug


class Contact(Part):
    """How hard it is to reach the guns."""

    bombardment = models.ForeignKey(Bombardment, on_delete=models.CASCADE, related_name="contacts")
    contact = models.CharField(max_length=10)
    level = models.CharField(max_length=10)

    class Meta(Part.Meta):
        verbose_name = _("call to the guns")
        verbose_name_plural = _("calls to the guns")

    def __str__(self) -> str:
        return self.contact
