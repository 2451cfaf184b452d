from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("counting", "0001_before")]
    operations = [
        migrations.AddField("Bucket", "seen", models.BooleanField(default=False))
    ]
