from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("counting", "0001_making")]
    operations = [migrations.RunSQL("INSERT INTO counting_halfway (id) VALUES (1)", migrations.RunSQL.noop)]
