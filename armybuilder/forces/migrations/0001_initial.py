import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Force',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60)),
                ('ruleset', models.CharField(db_index=True, max_length=60)),
                ('version', models.PositiveIntegerField(default=1)),
                ('text', models.TextField()),
                ('document', models.TextField()),
                ('changed', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='forces', to='clubs.club')),
            ],
            options={
                'ordering': ['ruleset', 'key'],
                'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='forces_once_a_club'), models.UniqueConstraint(condition=models.Q(('club', None)), fields=('key',), name='forces_once_shipped')],
            },
        ),
    ]
