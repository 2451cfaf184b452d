"""Every list that has a history is looked at once. Of its own: PostgreSQL alters no table whose rows were just written."""

from django.db import migrations
from django.utils import timezone


def mark(apps, schema_editor):
    lists = apps.get_model("lists", "ArmyList").objects.filter(last_number__gt=1)
    lists.update(next_thinning=timezone.localdate())


class Migration(migrations.Migration):

    dependencies = [("lists", "0010_upkeep")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
