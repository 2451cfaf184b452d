"""The lot of each entry is drawn once and stored; entries that are there already keep the order they had."""

import secrets
from random import Random
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import armybuilder.evenings.models.entries

LOTS = 2**31


def draw(apps: Any, _schema: BaseDatabaseSchemaEditor) -> None:
    """Store the lots that the standings drew until now from the evening's id, of those who come or were paired."""
    entry, pairing = apps.get_model("evenings", "Entry"), apps.get_model("evenings", "Pairing")
    for evening in apps.get_model("evenings", "Evening").objects.values_list("pk", flat=True).iterator():
        published = pairing.objects.filter(round__evening=evening, round__published__isnull=False)
        paired = {pk for both in published.values_list("first", "second") for pk in both}
        rows = list(entry.objects.filter(evening=evening).order_by("pk").values_list("pk", "state"))
        ranked = [pk for pk, state in rows if state == "coming" or pk in paired]
        drawn = Random(evening.int % 2**32).sample(ranked, len(ranked))
        step = LOTS // (len(drawn) + 1)
        lots = {pk: secrets.randbelow(LOTS) for pk, _state in rows}
        lots |= {pk: place * step for place, pk in enumerate(reversed(drawn), 1)}
        entry.objects.bulk_update(
            [entry(pk=pk, lot=lot) for pk, lot in lots.items()], ["lot"], batch_size=200
        )


class Migration(migrations.Migration):
    dependencies = [("evenings", "0001_squashed_0013_compared")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="lot",
            field=models.PositiveIntegerField(
                default=armybuilder.evenings.models.entries.new_lot, editable=False, null=True
            ),
        ),
        migrations.RunPython(draw, migrations.RunPython.noop),
    ]
