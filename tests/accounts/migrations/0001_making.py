from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        # What refers to another table PostgreSQL adds at the end, as both do with an index.
        migrations.CreateModel(
            "Halfway",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("user", models.ForeignKey("accounts.User", models.CASCADE, null=True)),
            ],
        )
    ]
