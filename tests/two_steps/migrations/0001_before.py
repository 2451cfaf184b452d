from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = []
    operations = [
        migrations.CreateModel(
            "Bucket",
            [
                ("key", models.CharField(max_length=64, primary_key=True)),
                ("full_at", models.BigIntegerField()),
            ],
        )
    ]
