"""Rounds are paired at once. The column goes with the next version: programs of this one's predecessor still read it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evenings", "0001_initial")]
    operations = [
        migrations.AlterField("round", "is_waiting", models.BooleanField(default=False, db_default=False)),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("round", "is_waiting")]),
    ]
