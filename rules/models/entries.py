"""The sections of a ruleset, one model each, and their parts."""

from django.db import models

from rules.fields import NumbersField, PhrasesField, PricesField, WordsField
from rules.models.ruleset import Ruleset


class Part(models.Model):
    """A row in its place among its like."""

    position = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["position"]


class Row(Part):
    """A row of a ruleset."""

    ruleset = models.ForeignKey(Ruleset, on_delete=models.CASCADE)

    class Meta(Part.Meta):
        abstract = True


class Named(models.Model):
    """A row with a name."""

    name_it = models.CharField(max_length=300)
    name_en = models.CharField(max_length=300)

    class Meta:
        abstract = True


class Entry(Named, Row):
    """A named entry of a ruleset with its paragraph, and our reading if the text leaves it open."""

    slug = models.SlugField(max_length=60)
    source = models.CharField(max_length=200)
    reading_it = models.TextField(blank=True)
    reading_en = models.TextField(blank=True)

    class Meta(Row.Meta):
        abstract = True
        constraints = [models.UniqueConstraint(fields=["ruleset", "slug"], name="rules_%(class)s_slug")]

    def __str__(self) -> str:
        return self.slug


class Noted(models.Model):
    """A row that may have a note."""

    note_it = models.TextField(blank=True)
    note_en = models.TextField(blank=True)

    class Meta:
        abstract = True


class Side(Entry):
    """A side that troop classes belong to."""

    class Meta(Entry.Meta):
        default_related_name = "sides"


class Characteristic(Entry):
    """A column of the class table."""

    short_it = models.CharField(max_length=40)
    short_en = models.CharField(max_length=40)
    format = models.CharField(max_length=10)

    class Meta(Entry.Meta):
        default_related_name = "characteristics"


class SaveColumn(Entry):
    """A column of the vehicles' save table."""

    class Meta(Entry.Meta):
        default_related_name = "save_columns"


class Format(Entry):
    """A role that a list can be made for."""

    limit = models.PositiveIntegerField(null=True, blank=True)

    class Meta(Entry.Meta):
        default_related_name = "formats"


class TroopClass(Entry):
    """A quality of troops. `stats`: characteristic → number, or {"value", "note"}."""

    code = models.CharField(max_length=20, blank=True)
    side = models.CharField(max_length=60, blank=True)
    rank = models.SmallIntegerField(null=True, blank=True)
    points = models.SmallIntegerField(null=True, blank=True)
    stats = models.JSONField(default=dict, blank=True)

    class Meta(Entry.Meta):
        default_related_name = "classes"


class Weapon(Noted, Entry):
    """A weapon. `points_under`: ruling → option → points."""

    points = models.SmallIntegerField(null=True, blank=True)
    points_under = models.JSONField(default=dict, blank=True)
    in_full_it = models.CharField(max_length=300, blank=True)
    in_full_en = models.CharField(max_length=300, blank=True)
    carried_by = WordsField()
    kind = models.SlugField(max_length=60, blank=True, db_index=False)
    tags = WordsField()
    covering = NumbersField()

    class Meta(Entry.Meta):
        default_related_name = "weapons"


class FireRow(Part):
    """A line of a weapon's fire table: one number a range band."""

    weapon = models.ForeignKey(Weapon, on_delete=models.CASCADE, related_name="fire")
    mode_it = models.CharField(max_length=200, blank=True)
    mode_en = models.CharField(max_length=200, blank=True)
    dice = models.PositiveSmallIntegerField()
    needs = NumbersField()
    reach = NumbersField()
    least = models.PositiveSmallIntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.dice} × {self.needs}"


class VehicleType(Noted, Entry):
    """A type of vehicle. `mounts_any`: it may buy whatever vehicles carry, and `mounts` is not looked at."""

    points = models.SmallIntegerField(null=True, blank=True)
    mounts_any = models.BooleanField(default=True)
    mounts = WordsField()
    includes = WordsField()

    class Meta(Entry.Meta):
        default_related_name = "vehicles"


class Movement(Part, Named):
    """A way that a vehicle moves."""

    vehicle = models.ForeignKey(VehicleType, on_delete=models.CASCADE, related_name="movement")
    kind = models.CharField(max_length=60)
    distance = models.CharField(max_length=60)

    def __str__(self) -> str:
        return self.kind


class SaveRow(Part):
    """A vehicle's saves: one number a save column."""

    vehicle = models.ForeignKey(VehicleType, on_delete=models.CASCADE, related_name="saves")
    name_it = models.CharField(max_length=300, blank=True)
    name_en = models.CharField(max_length=300, blank=True)
    needs = NumbersField()

    def __str__(self) -> str:
        return str(self.needs)


class Extra(Entry):
    """Something bought for a squad or the list. `checks_levels` False: its level is not looked at."""

    text_it = models.TextField()
    text_en = models.TextField()
    squad_points = models.SmallIntegerField(null=True, blank=True)
    list_points = models.SmallIntegerField(null=True, blank=True)
    scopes = WordsField()
    checks_levels = models.BooleanField(default=True)
    levels = NumbersField()
    per_level = models.BooleanField(default=False)
    level_points = PricesField()
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    shared_most = models.PositiveSmallIntegerField(null=True, blank=True)
    shared_with = WordsField()
    excludes = WordsField()
    passes_least = models.PositiveSmallIntegerField(null=True, blank=True)
    passes_most = models.PositiveSmallIntegerField(null=True, blank=True)
    once_under_ruling = models.CharField(max_length=60, blank=True)
    once_under_option = models.CharField(max_length=60, blank=True)
    club_price = models.BooleanField(default=True)
    counted = models.BooleanField(default=False)
    spares_morale = models.BooleanField(default=False)
    initiative = models.SmallIntegerField(default=0)

    class Meta(Entry.Meta):
        default_related_name = "extras"


class ExtraCondition(Part):
    """A condition of an extra."""

    extra = models.ForeignKey(Extra, on_delete=models.CASCADE, related_name="conditions")
    need = models.CharField(max_length=40)
    any_of = WordsField()
    code = models.CharField(max_length=60)
    level = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return self.code


class Role(Entry):
    """A role of a figure."""

    points = models.SmallIntegerField(null=True, blank=True)
    flat_under_ruling = models.CharField(max_length=60, blank=True)
    flat_under_option = models.CharField(max_length=60, blank=True)

    class Meta(Entry.Meta):
        default_related_name = "roles"


class Kit(Entry):
    """A piece of kit."""

    class Meta(Entry.Meta):
        default_related_name = "kit"


class Trait(Entry):
    """A trait of a squad or of a vehicle: both may have one of the same name."""

    carrier = models.CharField(max_length=10)

    class Meta(Row.Meta):
        default_related_name = "traits"
        constraints = [models.UniqueConstraint(fields=["ruleset", "carrier", "slug"], name="rules_trait_slug")]


class Ruling(Entry):
    """An open question of the text. `about`: the content of lists that it matters to."""

    about = models.CharField(max_length=10, blank=True)

    class Meta(Entry.Meta):
        default_related_name = "rulings"


class RulingOption(Named, Part):
    """One answer to a ruling's question; the first is the default."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="options")
    slug = models.SlugField(max_length=60)

    class Meta(Part.Meta):
        constraints = [models.UniqueConstraint(fields=["ruling", "slug"], name="rules_option_slug")]

    def __str__(self) -> str:
        return self.slug


class Check(Row):
    """A check that a ruleset makes. `params`: what its function is told."""

    code = models.SlugField(max_length=60)
    severity = models.CharField(max_length=10)
    source = models.CharField(max_length=200)
    function = models.CharField(max_length=60, blank=True)
    params = models.JSONField(default=dict, blank=True)

    class Meta(Row.Meta):
        default_related_name = "checks"
        constraints = [models.UniqueConstraint(fields=["ruleset", "code"], name="rules_check_code")]

    def __str__(self) -> str:
        return self.code


class Nickname(Row):
    """Names that players use for a thing, given by `kind` and `slug`."""

    kind = models.CharField(max_length=10)
    slug = models.SlugField(max_length=60)
    both = PhrasesField(max_length=10_000)
    it = PhrasesField(max_length=10_000)
    en = PhrasesField(max_length=10_000)

    class Meta(Row.Meta):
        default_related_name = "nicknames"
        constraints = [models.UniqueConstraint(fields=["ruleset", "kind", "slug"], name="rules_nickname_slug")]

    def __str__(self) -> str:
        return f"{self.kind}/{self.slug}"


class Preset(Named, Noted, Row):
    """A quick way to add a figure."""

    slug = models.SlugField(max_length=60)
    weapons = WordsField()
    roles = WordsField()
    leadership = models.PositiveSmallIntegerField(default=0)

    class Meta(Row.Meta):
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

    def __str__(self) -> str:
        return f"{self.count} × {self.preset}"


class HandbookTable(Entry):
    """A table of the handbook. `columns`: a heading ({"it", "en"}) a column of cells."""

    topic = models.CharField(max_length=40)
    columns = models.JSONField(default=list, blank=True)
    optional = models.BooleanField(default=False)

    class Meta(Entry.Meta):
        default_related_name = "handbook"


class HandbookRow(Part, Named):
    """A row of a table. `cells`: numbers, words, texts, paths or null; `about`: everyone, ids by kind, or null."""

    table = models.ForeignKey(HandbookTable, on_delete=models.CASCADE, related_name="rows")
    cells = models.JSONField(default=list, blank=True)
    text_it = models.TextField(blank=True)
    text_en = models.TextField(blank=True)
    about = models.JSONField(null=True, blank=True)
    source = models.CharField(max_length=200, blank=True)
    counts = models.CharField(max_length=10, blank=True)
    changes = models.JSONField(default=list, blank=True)
    circles = NumbersField()
    areas = models.JSONField(default=list, blank=True)
    morale = models.CharField(max_length=20, blank=True)

    def __str__(self) -> str:
        return self.name_en
