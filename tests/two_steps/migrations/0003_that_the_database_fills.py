from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("counting", "0002_that_old_programs_do_not_fill")]
    operations = [
        migrations.AddField("Bucket", "told", models.BooleanField(db_default=False))
    ]
