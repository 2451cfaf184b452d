"""Who is called like another of an evening has a number behind the name; those who are there already get theirs."""

from collections import Counter, defaultdict
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def number(apps: Any, _schema: BaseDatabaseSchemaEditor) -> None:
    entry = apps.get_model("evenings", "Entry")
    seen = defaultdict[Any, Counter[str]](Counter)
    rows = entry.objects.order_by("pk").values_list("pk", "evening", "user__username", "guest_name")
    for pk, evening, user, guest in rows.iterator():
        name = (user or guest).casefold()
        if not name:
            continue
        seen[evening][name] += 1
        if seen[evening][name] > 1:
            entry.objects.filter(pk=pk).update(namesake=seen[evening][name])


class Migration(migrations.Migration):
    dependencies = [("evenings", "0011_asked")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="namesake",
            field=models.PositiveSmallIntegerField(default=1, editable=False),
        ),
        migrations.RunPython(number, migrations.RunPython.noop),
    ]
