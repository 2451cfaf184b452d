"""A job is a task that can be repeated. The columns go with the next version: its predecessor still reads them."""

from django.db import migrations, models

UNUSED = ("turn", "turns", "lease")


class Migration(migrations.Migration):
    dependencies = [("printing", "0001_initial")]
    operations = [
        migrations.AlterField("printjob", "turn", models.CharField(blank=True, db_default="", max_length=32)),
        migrations.AlterField("printjob", "turns", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("printjob", name) for name in UNUSED]
        ),
    ]
