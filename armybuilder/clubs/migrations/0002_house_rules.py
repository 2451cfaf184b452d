"""House rules of a club in versions."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0001_first'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HouseRules',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.CharField(max_length=60)),
                ('number', models.PositiveIntegerField()),
                ('prices', models.JSONField(blank=True, default=dict)),
                ('rulings', models.JSONField(blank=True, default=dict)),
                ('note', models.CharField(blank=True, max_length=120)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='house_rules', to='clubs.club')),
            ],
            options={
                'ordering': ['club', 'ruleset', '-number'],
                'constraints': [models.UniqueConstraint(fields=('club', 'ruleset', 'number'), name='clubs_house_version')],
            },
        ),
    ]
