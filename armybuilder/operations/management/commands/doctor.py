"""`manage.py doctor`: check a set-up and say what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations import doctor

CHECKS = (
    doctor.mode,
    doctor.key,
    doctor.hosts,
    doctor.address,
    doctor.https,
    doctor.database,
    doctor.certificate,
    doctor.tables,
    doctor.connections,
    doctor.folder,
    doctor.bundles,
    doctor.static_files,
    doctor.worker,
    doctor.nightly,
    doctor.backups,
    doctor.printing,
    doctor.operator,
    doctor.mail,
)


class Command(BaseCommand):
    """Check the whole set-up, and change nothing."""

    help = "Reports what is wrong with the set-up and what to do; exits with 1 if there is a problem."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ask", action="store_true", help="ask the site itself, at SITE_ADDRESS")

    def handle(self, *args: Any, ask: bool, **options: Any) -> None:
        findings = [check() for check in (*CHECKS, *((doctor.asked,) if ask else ()))]
        for finding in findings:
            self.stdout.write(str(finding))
        wrong = sum(finding.state == "wrong" for finding in findings)
        if wrong:
            raise CommandError(f"Problems: {wrong} of {len(findings)} checks.")
