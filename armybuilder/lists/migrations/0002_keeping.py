"""What keeping lists needs: the force as a column, steps of undo that go on, subjects in both languages."""

import json

from django.db import migrations, models


def fill(apps, schema_editor):
    Revision = apps.get_model("lists", "Revision")
    Revision.objects.update(subject_it=models.F("subject_en"))
    ArmyList = apps.get_model("lists", "ArmyList")
    for army_list in ArmyList.objects.only("document").iterator():
        force = json.loads(army_list.document).get("force", "")
        ArmyList.objects.filter(pk=army_list.pk).update(force=force)


class Migration(migrations.Migration):

    dependencies = [("lists", "0001_first")]

    operations = [
        migrations.AddField("armylist", "force", models.CharField(blank=True, max_length=120, default=""), False),
        migrations.AddField("revision", "same_step", models.BooleanField(default=False)),
        migrations.RenameField("revision", "subject", "subject_en"),
        migrations.AddField("revision", "subject_it", models.CharField(blank=True, max_length=300, default=""), False),
        migrations.AddField("revision", "place_it", models.CharField(blank=True, max_length=300, default=""), False),
        migrations.AddField("revision", "place_en", models.CharField(blank=True, max_length=300, default=""), False),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
