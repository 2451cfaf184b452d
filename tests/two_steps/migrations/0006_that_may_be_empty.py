from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("counting", "0005_that_old_programs_read")]
    operations = [
        migrations.AddField("Bucket", "note", models.CharField(max_length=9, null=True))
    ]
