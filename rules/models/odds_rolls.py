"""The rolls beside fire, as rows: the types of the same name in `rules.core.odds.tables` say what fields mean."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.fields import ByIdField, NumbersField, WordsField
from rules.models.entries import Named, Part, Row
from rules.models.odds_fire import Section


class Spotting(Section):
    """Spotting, by numbers or by how hard it is."""

    source = models.CharField(max_length=200)
    bands = NumbersField()
    characteristic = models.CharField(max_length=60, blank=True)
    moving = models.CharField(max_length=60, blank=True)
    cover = WordsField()
    always_moving = WordsField()

    class Meta:
        verbose_name = verbose_name_plural = _("spotting")
        default_related_name = "spotting"


class SpottingRow(Part):
    """The numbers of the spotting table."""

    spotting = models.ForeignKey(Spotting, on_delete=models.CASCADE, related_name="rows")
    slug = models.SlugField(max_length=60, db_index=False)
    needs = NumbersField()

    class Meta(Part.Meta):
        verbose_name = _("row of spotting")
        verbose_name_plural = _("rows of spotting")

    def __str__(self) -> str:
        return self.slug


class Sight(Part):
    """How hard it is to see a target."""

    spotting = models.ForeignKey(Spotting, on_delete=models.CASCADE, related_name="sights")
    target = models.CharField(max_length=10)
    moving = models.BooleanField(default=False)
    cover = models.BooleanField(default=False)
    infantry = models.CharField(max_length=10, blank=True)
    open_vehicle = models.CharField(max_length=10, blank=True)
    closed_vehicle = models.CharField(max_length=10, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("target to be seen")
        verbose_name_plural = _("targets to be seen")

    def __str__(self) -> str:
        return self.target


class Covering(Section):
    """The dice of covering fire."""

    dice = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=200)

    class Meta:
        verbose_name = verbose_name_plural = _("covering fire")
        default_related_name = "covering"


class Morale(Section):
    """Morale, beside its table of outcomes."""

    source = models.CharField(max_length=200)
    at_least = models.PositiveSmallIntegerField(null=True, blank=True)
    badly_wounded = models.SmallIntegerField(default=0)
    shocked = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = _("test of morale")
        default_related_name = "morale"


class Melee(Section):
    """Close combat."""

    source = models.CharField(max_length=200)
    characteristic = models.CharField(max_length=60)
    most = models.PositiveSmallIntegerField(default=3)

    class Meta:
        verbose_name = verbose_name_plural = _("close combat")
        default_related_name = "melee"


class Initiative(Section):
    """Initiative."""

    source = models.CharField(max_length=200)

    class Meta:
        verbose_name = verbose_name_plural = _("initiative")
        default_related_name = "initiative"


class InitiativeRoll(Part):
    """The dice of initiative. `moment`: of a turn, or before the game."""

    initiative = models.ForeignKey(Initiative, on_delete=models.CASCADE, related_name="rolls")
    moment = models.CharField(max_length=10)
    dice = models.PositiveSmallIntegerField()
    die = models.PositiveSmallIntegerField(null=True, blank=True)
    characteristic = models.CharField(max_length=60, blank=True)
    leadership = models.BooleanField(default=False)
    turns = models.BooleanField(default=False)

    class Meta(Part.Meta):
        verbose_name = _("roll for initiative")
        verbose_name_plural = _("rolls for initiative")
        constraints = [
            models.UniqueConstraint(fields=["initiative", "moment"], name="rules_initiative_moment")
        ]

    def __str__(self) -> str:
        return self.moment


class Roll(Named, Row):
    """A roll of its own."""

    slug = models.SlugField(max_length=60)
    source = models.CharField(max_length=200)
    die = models.PositiveSmallIntegerField()
    at_least = models.PositiveSmallIntegerField(null=True, blank=True)
    at_most = models.PositiveSmallIntegerField(null=True, blank=True)
    class_numbers = ByIdField()
    asks_class = models.BooleanField(default=False)
    level = models.CharField(max_length=20, blank=True)
    quality = models.BooleanField(default=False)
    difficulty = models.CharField(max_length=10, blank=True)
    asks_difficulty = models.BooleanField(default=False)

    class Meta(Row.Meta):
        verbose_name = _("single roll")
        verbose_name_plural = _("single rolls")
        default_related_name = "rolls"

    def __str__(self) -> str:
        return self.slug


class Profile(Section):
    """What a list's profile is counted with. `crew_…`: weapons that a second man serves; no role: there are none."""

    distances = NumbersField()
    moved = models.CharField(max_length=60, blank=True)
    cover = models.CharField(max_length=60, blank=True)
    leader = models.CharField(max_length=60, blank=True)
    wound = models.CharField(max_length=60, blank=True)
    crew_weapons = WordsField()
    crew_role = models.CharField(max_length=60, blank=True)
    crew_alone = models.CharField(max_length=60, blank=True)
    kit = WordsField()
    roles = WordsField()
    motivated = models.CharField(max_length=60, blank=True)
    tired = models.CharField(max_length=60, blank=True)
    fanatic = WordsField()

    class Meta:
        verbose_name = verbose_name_plural = _("profile of a list")
        default_related_name = "profile"
