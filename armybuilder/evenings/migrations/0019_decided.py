"""Results that an organiser entered are marked: those that not both players said."""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Any, _schema: BaseDatabaseSchemaEditor) -> None:
    pairing = apps.get_model("evenings", "Pairing")
    same = models.Q(
        claims__first_lost=models.F("first_lost"), claims__second_lost=models.F("second_lost")
    )
    counted = pairing.objects.annotate(agreeing=models.Count("claims", filter=same))
    decided = counted.filter(first_lost__isnull=False, agreeing__lt=2).values("pk")
    pairing.objects.filter(pk__in=list(decided.values_list("pk", flat=True))).update(decided=True)


class Migration(migrations.Migration):
    dependencies = [("evenings", "0018_salt")]

    operations = [
        migrations.AddField(
            model_name="pairing",
            name="decided",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
