"""Lists made for a club know what they stand under. Of its own: PostgreSQL alters no table whose rows were just written."""

import json
from hashlib import blake2b

from django.db import migrations


def fill(apps, schema_editor):
    ArmyList = apps.get_model("lists", "ArmyList")
    for pk, text in ArmyList.objects.exclude(made_for=None).values_list("pk", "document").iterator():
        document = json.loads(text)
        prices, rulings = document.get("prices", {}), document.get("rulings", {})
        if prices or rulings:
            said = repr((sorted(prices.items()), sorted(rulings.items())))
            digest = blake2b(said.encode(), digest_size=8).hexdigest()
            ArmyList.objects.filter(pk=pk).update(house_digest=digest)


class Migration(migrations.Migration):

    dependencies = [("lists", "0021_house_digest")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
