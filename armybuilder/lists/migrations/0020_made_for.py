
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0004_no_rulings_column'),
        ('lists', '0019_version_names'),
        ('rules', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='armylist',
            name='house_kept',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='armylist',
            name='made_for',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='made_for', to='clubs.membership'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('made_for__isnull', False)), fields=['made_for'], name='lists_made_for_a_club'),
        ),
    ]
