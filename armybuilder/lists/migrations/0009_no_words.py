from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("lists", "0008_fill_facets")]

    operations = [migrations.RemoveField("armylist", "words")]
