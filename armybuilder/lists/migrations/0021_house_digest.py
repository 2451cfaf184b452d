
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lists', '0020_made_for'),
    ]

    operations = [
        migrations.AddField(
            model_name='armylist',
            name='house_digest',
            field=models.CharField(blank=True, max_length=16),
        ),
    ]
