import armybuilder.games.models.links
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('evenings', '0001_initial'),
        ('lists', '0001_initial'),
        ('rules', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('is_of_night', models.BooleanField(db_default=False, default=False)),
                ('note', models.CharField(blank=True, max_length=400)),
                ('rulings', models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict)),
                ('last', models.PositiveIntegerField(default=0)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('pairing', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to='evenings.pairing')),
                ('ruleset_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rules.rulesetversion')),
            ],
            options={
                'ordering': ['-created'],
            },
        ),
        migrations.CreateModel(
            name='Link',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('a', 'records for the first side'), ('b', 'records for the second side'), ('both', 'records for both sides'), ('joins', 'invites the second side'), ('looks', 'watches'), ('ref', 'records for both sides as referee')], max_length=5)),
                ('token', models.CharField(blank=True, default=armybuilder.games.models.links.new_token, max_length=40, null=True, unique=True)),
                ('code', models.CharField(blank=True, max_length=7, null=True, unique=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='games.game')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='GameEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('side', models.CharField(max_length=1)),
                ('phone', models.CharField(max_length=40)),
                ('number', models.PositiveIntegerField()),
                ('seen', models.PositiveIntegerField()),
                ('payload', models.TextField()),
                ('time', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.game')),
            ],
            options={
                'ordering': ['sequence'],
                'constraints': [models.UniqueConstraint(fields=('game', 'sequence'), name='games_sequence'), models.UniqueConstraint(fields=('game', 'phone', 'number'), name='games_sent_once')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('a', 'first side'), ('b', 'second side')], max_length=1)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('document', models.TextField(blank=True)),
                ('army_list', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to='lists.armylist')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='games.game')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['side'],
                'indexes': [models.Index(condition=models.Q(('user__isnull', True)), fields=['side', 'game'], name='games_without_an_account')],
                'constraints': [models.UniqueConstraint(fields=('game', 'side'), name='games_two_sides')],
            },
        ),
    ]
