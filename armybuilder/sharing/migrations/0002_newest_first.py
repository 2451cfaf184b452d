from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("sharing", "0001_first")]

    operations = [
        migrations.AddIndex(
            model_name="publication",
            index=models.Index(fields=["-since"], name="sharing_newest_first"),
        ),
    ]
