"""The rulings that clubs have become the first version of their house rules."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def move_rulings(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make a version of each club's rulings for a ruleset."""
    clubs, house_rules = apps.get_model("clubs", "Club"), apps.get_model("clubs", "HouseRules")
    house_rules.objects.bulk_create(
        (
            house_rules(club=club, ruleset=ruleset, number=1, rulings=rulings)
            for club in clubs.objects.exclude(rulings={}).iterator()
            for ruleset, rulings in club.rulings.items()
        ),
        batch_size=500,
    )


def move_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each club the rulings of its newest versions."""
    clubs, house_rules = apps.get_model("clubs", "Club"), apps.get_model("clubs", "HouseRules")
    for club in clubs.objects.iterator():
        versions = house_rules.objects.filter(club=club).order_by("number")
        newest = {one.ruleset: one.rulings for one in versions}
        club.rulings = {ruleset: rulings for ruleset, rulings in newest.items() if rulings}
        club.save(update_fields=["rulings"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_house_rules")]

    operations = [migrations.RunPython(move_rulings, move_back)]
