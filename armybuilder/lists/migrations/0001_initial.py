import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('rules', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArmyList',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('browser_key', models.CharField(blank=True, db_index=True, max_length=40)),
                ('is_sample', models.BooleanField(default=False)),
                ('public_since', models.DateTimeField(blank=True, null=True)),
                ('document', models.TextField()),
                ('last_number', models.PositiveIntegerField(default=0)),
                ('field_edited', models.CharField(blank=True, max_length=80)),
                ('step_keys', models.JSONField(default=list)),
                ('name', models.CharField(max_length=120)),
                ('role', models.CharField(max_length=20)),
                ('force', models.CharField(blank=True, max_length=120)),
                ('limit', models.PositiveIntegerField(null=True)),
                ('total', models.IntegerField(null=True)),
                ('legal', models.BooleanField()),
                ('figures', models.PositiveIntegerField()),
                ('vehicles', models.PositiveIntegerField()),
                ('house_digest', models.CharField(blank=True, max_length=16)),
                ('errors', models.PositiveIntegerField()),
                ('warnings', models.PositiveIntegerField()),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed', models.DateTimeField(default=django.utils.timezone.now)),
                ('visited', models.DateField(default=django.utils.timezone.localdate)),
                ('archived', models.DateTimeField(blank=True, null=True)),
                ('deleted', models.DateTimeField(blank=True, null=True)),
                ('next_thinning', models.DateField(blank=True, null=True)),
                ('house_kept', models.PositiveIntegerField(default=0)),
                ('force_kept', models.PositiveIntegerField(default=0)),
                ('made_for', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='made_for', to='clubs.membership')),
                ('owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='army_lists', to=settings.AUTH_USER_MODEL)),
                ('ruleset_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rules.rulesetversion')),
            ],
            options={
                'ordering': ['-changed'],
            },
        ),
        migrations.CreateModel(
            name='Credit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('kind', models.CharField(blank=True, choices=[('', 'left'), ('visitor', 'had no account'), ('restored', 'came from a backup, which may say anything')], db_default='', default='', max_length=10)),
                ('army_list', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='credit', to='lists.armylist')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('document', models.TextField()),
                ('key', models.CharField(max_length=64)),
                ('action', models.CharField(max_length=40)),
                ('subject_it', models.CharField(blank=True, max_length=300)),
                ('subject_en', models.CharField(blank=True, max_length=300)),
                ('place_it', models.CharField(blank=True, max_length=300)),
                ('place_en', models.CharField(blank=True, max_length=300)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('same_step', models.BooleanField(default=False)),
                ('is_shared', models.BooleanField(default=False)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('army_list', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='lists.armylist')),
                ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='children', to='lists.revision')),
                ('ruleset_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rules.rulesetversion')),
            ],
            options={
                'ordering': ['army_list', 'number'],
            },
        ),
        migrations.AddField(
            model_name='armylist',
            name='previous',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='lists.revision'),
        ),
        migrations.AddField(
            model_name='armylist',
            name='revision',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='lists.revision'),
        ),
        migrations.CreateModel(
            name='SavedSquad',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('browser_key', models.CharField(blank=True, db_index=True, max_length=40)),
                ('name', models.CharField(max_length=120)),
                ('document', models.TextField()),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('deleted', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='saved_squads', to=settings.AUTH_USER_MODEL)),
                ('ruleset_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rules.rulesetversion')),
            ],
            options={
                'ordering': ['name', 'created'],
            },
        ),
        migrations.CreateModel(
            name='ClubListing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('army_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_listings', to='lists.armylist')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='listings', to='clubs.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('membership', 'army_list'), name='lists_shown_once_to_a_club')],
            },
        ),
        migrations.CreateModel(
            name='ListFacet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('item', models.CharField(max_length=60)),
                ('public_since', models.DateTimeField()),
                ('army_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='facets', to='lists.armylist')),
            ],
            options={
                'ordering': ['kind', 'item'],
                'indexes': [models.Index(fields=['kind', 'item', '-public_since'], name='lists_newest_by_facet')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'item', 'army_list'), name='lists_found_by_facet')],
            },
        ),
        migrations.CreateModel(
            name='ListTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('army_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='lists.armylist')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('army_list', 'name'), name='lists_tagged_once')],
            },
        ),
        migrations.AddIndex(
            model_name='revision',
            index=models.Index(condition=models.Q(('name', ''), _negated=True), fields=['army_list'], name='lists_versions_with_names'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.UniqueConstraint(fields=('army_list', 'number'), name='lists_revision_number'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.UniqueConstraint(fields=('army_list', 'key'), name='lists_revision_key'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(fields=['owner', '-changed'], name='lists_of_an_owner'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('is_sample', True)), fields=['ruleset_version'], name='lists_samples_by_game'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('public_since__isnull', False)), fields=['-public_since'], name='lists_newest_public'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('made_for__isnull', False)), fields=['made_for'], name='lists_made_for_a_club'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('next_thinning__isnull', False)), fields=['next_thinning'], name='lists_to_be_thinned'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('owner__isnull', True)), fields=['visited'], name='lists_without_an_owner'),
        ),
        migrations.AddIndex(
            model_name='armylist',
            index=models.Index(condition=models.Q(('deleted__isnull', False)), fields=['deleted'], name='lists_in_the_bin'),
        ),
        migrations.AddConstraint(
            model_name='armylist',
            constraint=models.CheckConstraint(condition=models.Q(('owner__isnull', True), ('browser_key', ''), _connector='OR'), name='lists_owned_or_draft'),
        ),
        migrations.AddConstraint(
            model_name='savedsquad',
            constraint=models.CheckConstraint(condition=models.Q(('owner__isnull', True), ('browser_key', ''), _connector='OR'), name='lists_saved_squad_owned_or_of_a_browser'),
        ),
    ]
