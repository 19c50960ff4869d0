# The whole schema.

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Campaign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('blurb', models.CharField(blank=True, max_length=300)),
                ('house_rules', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('display_name', models.CharField(blank=True, max_length=60)),
                ('is_guest', models.BooleanField(default=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Encounter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('system', models.CharField(max_length=20)),
                ('status', models.CharField(choices=[('planned', 'Planned'), ('running', 'Running'), ('ended', 'Ended')], default='planned', max_length=10)),
                ('plan', models.JSONField(default=dict)),
                ('notes', models.TextField(blank=True, max_length=5000)),
                ('document', models.TextField(blank=True, editable=False, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('window', models.CharField(blank=True, max_length=60)),
                ('window_closes_at', models.DateTimeField(blank=True, null=True)),
                ('mover', models.CharField(blank=True, max_length=80)),
                ('autoplay_at', models.DateTimeField(blank=True, null=True)),
                ('chance', models.JSONField(blank=True, editable=False, null=True)),
                ('streams', models.JSONField(default=list, editable=False)),
                ('aftermath', models.JSONField(default=dict, editable=False)),
                ('lines', models.JSONField(default=dict, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='combat.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='Invite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(choices=[('gm', 'Game master'), ('player', 'Player'), ('spectator', 'Spectator')], default='player', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invites', to='combat.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('opening', 'Opening'), ('command', 'Command'), ('undo', 'Undo'), ('cut', 'Cut'), ('say', 'Say'), ('seat', 'Seat')], max_length=10)),
                ('do', models.CharField(blank=True, max_length=30)),
                ('seat', models.PositiveIntegerField(blank=True, null=True)),
                ('events', models.JSONField(default=list)),
                ('uses', models.JSONField(default=list)),
                ('undoable', models.BooleanField(default=True)),
                ('undone_by', models.PositiveIntegerField(blank=True, null=True)),
                ('detail', models.JSONField(blank=True, default=dict)),
                ('lines', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='combat.encounter')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['encounter', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('gm', 'Game master'), ('player', 'Player'), ('spectator', 'Spectator')], max_length=10)),
                ('name', models.CharField(max_length=60)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='combat.campaign')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Character',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(max_length=20)),
                ('name', models.CharField(max_length=60)),
                ('colour', models.CharField(default='teal', max_length=20)),
                ('sheet', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='characters', to='combat.campaign')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='characters', to='combat.membership')),
            ],
        ),
        migrations.CreateModel(
            name='PersonalLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('reusable', models.BooleanField(default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='personal_links', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('expires_at', models.DateTimeField()),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='combat.encounter')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='combat.membership')),
            ],
        ),
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('command_id', models.CharField(max_length=64)),
                ('body_hash', models.CharField(max_length=64)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('words', models.CharField(blank=True, max_length=300)),
                ('version', models.PositiveIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='receipts', to='combat.encounter')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('taken_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='combat.encounter')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='combat.membership')),
            ],
        ),
        migrations.AddIndex(
            model_name='encounter',
            index=models.Index(condition=models.Q(('window_closes_at__isnull', False)), fields=['window_closes_at'], name='open_windows'),
        ),
        migrations.AddIndex(
            model_name='encounter',
            index=models.Index(condition=models.Q(('autoplay_at__isnull', False)), fields=['autoplay_at'], name='self_players'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(fields=('encounter', 'number'), name='log_numbers_are_unique'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('campaign', 'user'), name='one_membership_per_user'),
        ),
        migrations.AddConstraint(
            model_name='presence',
            constraint=models.UniqueConstraint(fields=('encounter', 'membership'), name='one_presence_per_member'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('encounter', 'command_id'), name='one_receipt_per_gesture'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('encounter', 'number'), name='seat_numbers_are_unique'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('encounter', 'membership'), name='one_seat_per_member'),
        ),
    ]
