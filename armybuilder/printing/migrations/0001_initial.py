import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LastChoice',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('query', models.CharField(max_length=600)),
            ],
        ),
        migrations.CreateModel(
            name='PrintJob',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('browser_key', models.CharField(blank=True, db_index=True, max_length=40)),
                ('title', models.CharField(max_length=150)),
                ('source', models.CharField(default='lists', max_length=20)),
                ('lists', models.JSONField()),
                ('choice', models.CharField(max_length=600)),
                ('site', models.CharField(blank=True, max_length=300)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('failed', 'Failed')], default='waiting', max_length=10)),
                ('problem', models.CharField(blank=True, max_length=120)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField()),
                ('turn', models.CharField(blank=True, max_length=32)),
                ('turns', models.PositiveIntegerField(default=0)),
                ('lease', models.DateTimeField(null=True)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='print_jobs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created'],
            },
        ),
    ]
