"""Logs and notices name people by keys. What named them by their names is read once more, within its evening."""

from collections.abc import Iterator, Mapping
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

OF_A_TABLE = {"said", "settled", "rolled", "typed-roll"}
OF_ACCOUNTS = {"appointed", "dismissed", "asked"}
OF_ENTRIES = {
    "invited", "uninvited", "dropped", "back", "looked", "sent-back", "accepted", "compared", "uncompared",
    "handed-for", "after-accept", "after-reveal", "added", "checked-in", "unchecked", "reminded",
}  # fmt: skip
BY_AN_ORGANISER = {"sent-back", "accepted", "settled", "unpublished", "reopened"}  # notices
CUT = 400  # letters of a line


def fill(apps: Any, _schema: BaseDatabaseSchemaEditor) -> None:
    accounts = dict(apps.get_model("accounts", "User").objects.values_list("username", "pk"))
    named: dict[str, dict[str, Any]] = {}
    for entry in apps.get_model("evenings", "Entry").objects.select_related("user").order_by("-pk").iterator():
        of_evening = named.setdefault(str(entry.evening_id), {})
        name = entry.user.username if entry.user else entry.guest_name
        shown = f"{name} ({entry.namesake})" if entry.namesake > 1 else name
        of_evening.setdefault(name, entry)
        of_evening[shown] = entry
    _fill_log(apps, accounts, named)
    _fill_notices(apps, accounts, named)


def _fill_log(apps: Any, accounts: Mapping[str, int], named: Mapping[str, Mapping[str, Any]]) -> None:
    log_name = apps.get_model("evenings", "LogName")
    lines = apps.get_model("evenings", "LogLine").objects.exclude(subject="")
    for line in lines.filter(action__in=OF_A_TABLE | OF_ACCOUNTS | OF_ENTRIES).iterator():
        entries = named.get(str(line.evening_id), {})
        if line.action in OF_A_TABLE:
            people, rest = _of_a_table(line.subject, entries)
            found = [log_name(line=line, entry=entry) for entry in people]
        else:
            known = accounts if line.action in OF_ACCOUNTS else entries
            names = line.subject.split(", ") if line.subject not in known else [line.subject]
            rest = ", ".join(name for name in names if name not in known and len(line.subject) < CUT)
            keys = [known[name] for name in names if name in known]
            of_accounts = line.action in OF_ACCOUNTS
            found = [log_name(line=line, **({"user_id": key} if of_accounts else {"entry": key})) for key in keys]
        log_name.objects.bulk_create(found)
        line.subject = rest
        line.save(update_fields=["subject"])


def _of_a_table(subject: str, entries: Mapping[str, Any]) -> tuple[list[Any], str]:
    for first in entries:
        for second in entries if subject.startswith(f"{first} – ") else ():
            both = f"{first} – {second} "
            if subject.startswith(both) and " " not in subject.removeprefix(both).replace(" – ", ""):
                return [entries[first], entries[second]], subject.removeprefix(both)
    return [], subject


def _fill_notices(apps: Any, accounts: Mapping[str, int], named: Mapping[str, Mapping[str, Any]]) -> None:
    for notice in apps.get_model("notices", "Notice").objects.iterator():
        parts = notice.key.split(" ")
        entries = named.get(parts[1] if len(parts) > 1 else "", {})
        ids = dict(_ids(notice, accounts, entries))
        if ids:
            notice.facts |= ids
            notice.save(update_fields=["facts"])


def _ids(notice: Any, accounts: Mapping[str, int], entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for fact in ("who", "first", "second"):
        name = notice.facts.get(fact)
        if name is None:
            continue
        user = accounts.get(name) if notice.kind in BY_AN_ORGANISER else getattr(entries.get(name), "user_id", None)
        if user is not None:
            yield f"{fact}_id", str(user)


class Migration(migrations.Migration):

    dependencies = [
        ('evenings', '0016_replaced'),
        ('notices', '0001_first'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
