from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Bucket',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('full_at', models.BigIntegerField(db_index=True)),
                ('taken_at', models.BigIntegerField(db_default=0)),
            ],
        ),
    ]
