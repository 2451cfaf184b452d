from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("counting", "0003_that_the_database_fills")]
    operations = [
        migrations.RenameField("Bucket", "full_at", "full")
    ]
