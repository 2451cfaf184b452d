"""Public lists know since when they are so, and so do their facets: of each the newest stand in an index."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("lists", "0013_spare_indexes")]

    operations = [
        migrations.AddField("armylist", "public_since", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("listfacet", "public_since", models.DateTimeField(null=True)),
    ]
