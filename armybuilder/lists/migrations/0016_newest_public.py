"""The newest public lists, and the newest of what each names, stand in indexes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("lists", "0015_fill_public_since")]

    operations = [
        migrations.RemoveField("armylist", "is_public"),
        migrations.AlterField("listfacet", "public_since", models.DateTimeField()),
        migrations.AddIndex(
            "armylist",
            models.Index(
                fields=["-public_since"],
                condition=models.Q(("public_since__isnull", False)),
                name="lists_newest_public",
            ),
        ),
        migrations.AddIndex(
            "listfacet", models.Index(fields=["kind", "item", "-public_since"], name="lists_newest_by_facet")
        ),
    ]
