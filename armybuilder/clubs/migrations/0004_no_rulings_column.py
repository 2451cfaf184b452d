"""Rulings of a club stand in its house rules."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_move_rulings")]

    operations = [migrations.RemoveField(model_name="club", name="rulings")]
