"""Facts and standing effects of the odds become rows, out of the JSON that they stood in."""

from django.db import migrations

WORDS = (
    "classes",
    "target_classes",
    "weapons",
    "unless_weapons",
    "modes",
    "unless_modes",
    "vehicles",
    "targets",
    "when",
    "unless",
)


def into_rows(apps, schema_editor):
    """Make a row of each fact, standing effect and effect."""
    Ruleset, Situation, Standing, Effect = (
        apps.get_model("rules", name) for name in ("Ruleset", "Situation", "Standing", "Effect")
    )
    for ruleset in Ruleset.objects.all():
        odds = ruleset.odds
        for place, item in enumerate(odds.pop("situations", ())):
            effects = item.pop("effects", ())
            row = Situation.objects.create(ruleset=ruleset, position=place, **_situation(item))
            _effects(Effect, effects, situation=row)
        for place, item in enumerate(odds.pop("standing", ())):
            row = Standing.objects.create(
                ruleset=ruleset, position=place, slug=item["id"], source=item["source"]
            )
            _effects(Effect, item["effects"], standing=row)
        ruleset.save(update_fields=["odds"])


def _situation(item):
    name, reading = item.pop("name"), item.pop("reading", None) or {"it": "", "en": ""}
    texts = {f"name_{language}": name[language] for language in name}
    texts |= {f"reading_{language}": reading[language] for language in reading}
    return {
        "slug": item.pop("id"),
        **texts,
        "questions": tuple(item.pop("questions")),
        **item,
    }


def _effects(table, effects, **owner):
    for place, effect in enumerate(effects):
        words = {name: tuple(effect.pop(name)) for name in WORDS if name in effect}
        table.objects.create(**owner, position=place, **words, **effect)


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0015_odds_rows"),
    ]

    operations = [
        # Versions hold the odds as they are published: whoever goes back loads the rules anew.
        migrations.RunPython(into_rows, migrations.RunPython.noop, elidable=True),
    ]
