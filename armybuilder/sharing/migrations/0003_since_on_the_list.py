"""Since when a list is public stands on the list."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("sharing", "0002_newest_first"), ("lists", "0015_fill_public_since")]

    operations = [
        migrations.AlterModelOptions("publication", {"ordering": ["-army_list__public_since"]}),
        migrations.RemoveIndex("publication", "sharing_newest_first"),
        migrations.RemoveField("publication", "since"),
    ]
