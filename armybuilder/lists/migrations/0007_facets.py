"""What is in a list goes back into a table beside it, for public lists alone; `words` is what the column was."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("lists", "0006_mine")]

    operations = [
        migrations.RenameField("armylist", "facets", "words"),
        migrations.AddField("armylist", "is_public", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="ListFacet",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("kind", models.CharField(max_length=20)),
                ("item", models.CharField(max_length=60)),
                (
                    "army_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="facets", to="lists.armylist"
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "item"],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "item", "army_list"), name="lists_found_by_facet")
                ],
            },
        ),
    ]
