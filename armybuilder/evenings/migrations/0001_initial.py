import armybuilder.evenings.models.entries
import armybuilder.evenings.models.evenings
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('lists', '0001_initial'),
        ('rules', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('grace_minutes', models.PositiveSmallIntegerField(default=15)),
                ('rounds_planned', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('round_minutes', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('table_count', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('scored_by', models.CharField(default='result', max_length=13)),
                ('win_points', models.PositiveSmallIntegerField(default=3)),
                ('draw_points', models.PositiveSmallIntegerField(default=1)),
                ('loss_points', models.PositiveSmallIntegerField(default=0)),
                ('bye_points', models.PositiveSmallIntegerField(default=3)),
                ('drawn_within', models.PositiveSmallIntegerField(default=0)),
                ('tie_breaks', models.JSONField(default=armybuilder.evenings.models.evenings.usual_tie_breaks)),
                ('scenarios', models.JSONField(blank=True, default=list)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=80)),
                ('start', models.DateTimeField()),
                ('place', models.CharField(blank=True, max_length=120)),
                ('note', models.TextField(blank=True, max_length=2000)),
                ('limits', models.JSONField(blank=True, default=dict)),
                ('rulings', models.JSONField(blank=True, default=dict)),
                ('prices', models.JSONField(blank=True, default=dict)),
                ('house_number', models.PositiveIntegerField(default=0)),
                ('forces', models.JSONField(blank=True, default=list)),
                ('guests_allowed', models.BooleanField(default=True)),
                ('deadline', models.DateTimeField()),
                ('closed', models.DateTimeField(blank=True, null=True)),
                ('reveal', models.CharField(choices=[('lock', 'once submissions close'), ('paired', 'once the first round is published'), ('end', 'once the games night is finished'), ('never', 'never')], default='lock', max_length=6)),
                ('revealed', models.DateTimeField(blank=True, editable=False, null=True)),
                ('started', models.DateTimeField(blank=True, null=True)),
                ('finished', models.DateTimeField(blank=True, null=True)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('open', 'announced'), ('called-off', 'called off')], default='draft', max_length=12)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('sequence', models.PositiveIntegerField(db_default=0, default=0)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='clubs.club')),
                ('ruleset_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rules.rulesetversion')),
            ],
            options={
                'ordering': ['start', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('guest_name', models.CharField(blank=True, max_length=60)),
                ('token', models.CharField(blank=True, max_length=40, null=True, unique=True)),
                ('namesake', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('lot', models.PositiveIntegerField(default=armybuilder.evenings.models.entries.new_lot, editable=False, null=True)),
                ('state', models.CharField(choices=[('invited', 'has not answered'), ('coming', 'is coming'), ('perhaps', 'might be coming'), ('not-coming', 'is not coming'), ('dropped', 'has dropped out')], default='invited', max_length=12)),
                ('answered', models.DateTimeField(blank=True, null=True)),
                ('checked_in', models.DateTimeField(blank=True, null=True)),
                ('reminded', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='evenings.evening')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='BoardLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=armybuilder.evenings.models.entries.new_token, max_length=40, unique=True)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('evening', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_link', to='evenings.evening')),
            ],
        ),
        migrations.CreateModel(
            name='HandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=20)),
                ('name', models.CharField(max_length=120)),
                ('document', models.TextField()),
                ('salt', models.CharField(db_default='', default=armybuilder.evenings.models.entries.new_salt, editable=False, max_length=32)),
                ('digest', models.CharField(max_length=64)),
                ('code', models.CharField(default=armybuilder.evenings.models.entries.new_code, max_length=8, unique=True)),
                ('total', models.IntegerField(null=True)),
                ('handed', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_late', models.BooleanField(default=False)),
                ('is_legal', models.BooleanField(default=True)),
                ('codes', models.JSONField(blank=True, default=list)),
                ('state', models.CharField(choices=[('handed-in', 'submitted'), ('sent-back', 'sent back'), ('accepted', 'accepted')], default='handed-in', max_length=10)),
                ('remark', models.TextField(blank=True, max_length=600)),
                ('judged', models.DateTimeField(blank=True, null=True)),
                ('withdrawn', models.DateTimeField(blank=True, null=True)),
                ('replaced', models.CharField(blank=True, choices=[('', 'nothing'), ('accepted', 'replaced an accepted list'), ('revealed', 'submitted after all lists were revealed')], db_default='', default='', editable=False, max_length=8)),
                ('compared', models.DateTimeField(blank=True, null=True)),
                ('army_list', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='lists.armylist')),
                ('compared_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_ins', to='evenings.entry')),
                ('handed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('judged_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='LogLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(choices=[('made', '%(who)s created the games night'), ('changed', '%(who)s edited the games night'), ('announced', '%(who)s announced the games night'), ('called-off', '%(who)s called off the games night'), ('reopened', '%(who)s announced the games night again'), ('invited', '%(who)s invited the guest %(about)s'), ('uninvited', '%(who)s withdrew the link for %(about)s'), ('coming', '%(who)s is coming'), ('perhaps', '%(who)s might be coming'), ('not-coming', '%(who)s is not coming'), ('handed-in', '%(who)s submitted a list'), ('late', '%(who)s submitted a list late'), ('after-accept', '%(who)s replaced the accepted list of %(about)s'), ('after-reveal', '%(who)s submitted the list of %(about)s after all lists were revealed'), ('took-back', '%(who)s withdrew their list'), ('closed', '%(who)s closed submissions'), ('opened', '%(who)s reopened submissions'), ('drawn', '%(who)s paired round %(about)s'), ('swapped', '%(who)s swapped two players in round %(about)s'), ('put-together', '%(who)s paired two players in round %(about)s'), ('parted', '%(who)s unpaired a table in round %(about)s'), ('discarded', '%(who)s discarded the draft of round %(about)s'), ('published', '%(who)s published round %(about)s'), ('withdrawn', '%(who)s unpublished round %(about)s'), ('round-closed', '%(who)s closed round %(about)s'), ('round-opened', '%(who)s reopened the results of round %(about)s'), ('rolled', '%(who)s rolled here for who attacks: %(about)s'), ('typed-roll', '%(who)s entered the roll for who attacks: %(about)s'), ('said', '%(who)s entered a result: %(about)s'), ('settled', '%(who)s decided a result: %(about)s'), ('dropped', '%(who)s dropped %(about)s'), ('back', '%(who)s reinstated %(about)s'), ('went-home', '%(who)s dropped out'), ('finished', '%(who)s finished the games night'), ('resumed', '%(who)s resumed the games night'), ('appointed', '%(who)s made %(about)s a referee'), ('dismissed', '%(who)s stood %(about)s down as referee'), ('looked', '%(who)s looked at the hidden list of %(about)s'), ('sent-back', '%(who)s sent back the list of %(about)s'), ('accepted', '%(who)s accepted the list of %(about)s'), ('compared', '%(who)s checked the printed sheet of %(about)s'), ('uncompared', '%(who)s undid the sheet check of %(about)s'), ('handed-for', '%(who)s submitted a list for %(about)s'), ('added', '%(who)s added %(about)s'), ('checked-in', '%(who)s checked in %(about)s'), ('unchecked', '%(who)s undid the check-in of %(about)s'), ('reminded', '%(who)s reminded %(about)s'), ('asked', '%(who)s reminded those who had not answered: %(about)s'), ('board-link', '%(who)s created the scoreboard link'), ('board-gone', '%(who)s withdrew the scoreboard link'), ('house-rules', '%(who)s switched the games night to the club’s new house rules')], max_length=12)),
                ('subject', models.CharField(blank=True, max_length=400)),
                ('time', models.DateTimeField(default=django.utils.timezone.now)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='evenings.evening')),
                ('guest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='LogName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
                ('line', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='names', to='evenings.logline')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Look',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('time', models.DateTimeField(default=django.utils.timezone.now)),
                ('hand_in', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='evenings.handin')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('first_lost', models.PositiveSmallIntegerField(null=True)),
                ('second_lost', models.PositiveSmallIntegerField(null=True)),
                ('held', models.PositiveSmallIntegerField(null=True)),
                ('abandoned', models.BooleanField(db_default=False, default=False)),
                ('decided', models.BooleanField(db_default=False, default=False)),
                ('attacker', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
                ('forfeit', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
                ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('table'), nulls_last=True), 'pk'],
            },
        ),
        migrations.CreateModel(
            name='DiceOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_total', models.PositiveSmallIntegerField()),
                ('second_total', models.PositiveSmallIntegerField()),
                ('rolls', models.JSONField(blank=True, default=list)),
                ('time', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='dice_off', to='evenings.pairing')),
            ],
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_lost', models.PositiveSmallIntegerField()),
                ('second_lost', models.PositiveSmallIntegerField()),
                ('held', models.PositiveSmallIntegerField(null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.entry')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='evenings.pairing')),
            ],
        ),
        migrations.CreateModel(
            name='Referee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='referees', to='evenings.evening')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('method', models.CharField(max_length=8)),
                ('seed', models.PositiveIntegerField()),
                ('published', models.DateTimeField(blank=True, null=True)),
                ('closed', models.DateTimeField(blank=True, null=True)),
                ('is_waiting', models.BooleanField(default=False)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='evenings.evening')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='evenings.round'),
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=armybuilder.evenings.models.entries.new_token, max_length=40, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='evenings_one_feed_a_member')],
            },
        ),
        migrations.AddIndex(
            model_name='evening',
            index=models.Index(fields=['club', '-start'], name='evenings_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('evening', 'user'), name='evenings_entered_once'),
        ),
        migrations.AddConstraint(
            model_name='handin',
            constraint=models.UniqueConstraint(condition=models.Q(('withdrawn', None)), fields=('entry', 'role'), name='evenings_one_list_for_a_role'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('pairing', 'entry'), name='evenings_said_once'),
        ),
        migrations.AddConstraint(
            model_name='referee',
            constraint=models.UniqueConstraint(fields=('evening', 'user'), name='evenings_referee_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('evening', 'number'), name='evenings_round_number'),
        ),
    ]
