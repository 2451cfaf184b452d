"""The tables of the handbook and their rows."""

from django.db import models

from rules.fields import NumbersField
from rules.models.entries import Entry, Named, Part


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
