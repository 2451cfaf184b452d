"""What an edit wrote into tables beside the list becomes columns of it: what is in a list, and keys of undo and redo."""

from itertools import groupby

from django.db import migrations, models


def fill(apps, schema_editor):
    ArmyList = apps.get_model("lists", "ArmyList")
    rows = apps.get_model("lists", "ListFacet").objects.order_by("army_list", "kind", "item")
    named = rows.values_list("army_list", "kind", "item").iterator()
    for list_id, facets in groupby(named, key=lambda row: row[0]):
        words = sorted(f"{kind}:{item}" for _, kind, item in facets)
        ArmyList.objects.filter(pk=list_id).update(facets=f" {' '.join(words)} ")


class Migration(migrations.Migration):

    dependencies = [("lists", "0002_keeping")]

    operations = [
        migrations.AddField("armylist", "facets", models.TextField(blank=True, default=""), False),
        migrations.AddField("armylist", "step_keys", models.JSONField(default=list)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.DeleteModel("ListFacet"),
        migrations.DeleteModel("StepKey"),
    ]
