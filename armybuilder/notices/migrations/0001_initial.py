import django.db.models.deletion
import django.utils.timezone
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
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('channels', models.JSONField(default=dict)),
                ('language', models.CharField(choices=[('it', 'Italian'), ('en', 'English')], default='it', max_length=5)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=12)),
                ('key', models.CharField(max_length=120)),
                ('facts', models.JSONField(default=dict)),
                ('address', models.CharField(max_length=200)),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('on_site', models.BooleanField(default=True)),
                ('read', models.DateTimeField(null=True)),
                ('mail_due', models.DateTimeField(null=True)),
                ('mail_tries', models.PositiveSmallIntegerField(default=0)),
                ('mailed', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(condition=models.Q(('on_site', True), ('read', None)), fields=['user'], name='notices_unread'), models.Index(condition=models.Q(('mail_due__isnull', False)), fields=['mail_due'], name='notices_to_mail')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='notices_told_once')],
            },
        ),
    ]
