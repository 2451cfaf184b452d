from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("counting", "0004_that_old_programs_ask_for")]
    operations = [
        migrations.RemoveField("Bucket", "told")
    ]
