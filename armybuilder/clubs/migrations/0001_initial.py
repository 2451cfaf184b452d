import armybuilder.clubs.models
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('time_zone', models.CharField(db_default='Europe/Rome', default='Europe/Rome', max_length=64)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=armybuilder.clubs.models.new_token, max_length=40, unique=True)),
                ('expires', models.DateTimeField(default=armybuilder.clubs.models.in_a_month)),
                ('uses_left', models.PositiveIntegerField(blank=True, null=True)),
                ('used', models.PositiveIntegerField(default=0)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('revoked', models.DateTimeField(blank=True, null=True)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='clubs.club')),
            ],
            options={
                'ordering': ['-created'],
            },
        ),
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
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('member', 'member')], default='member', max_length=10)),
                ('joined', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['joined', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='clubs_once_a_member'), models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('club',), name='clubs_one_owner')],
            },
        ),
    ]
