"""The JSON that the odds stood in is no more."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0019_move_odds_tables"),
    ]

    operations = [
        migrations.RemoveField(model_name="ruleset", name="odds"),
    ]
