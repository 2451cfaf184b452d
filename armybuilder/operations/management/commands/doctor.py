"""`manage.py doctor`: check a set-up and say what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations.doctor import CHECKS, asked, finding


class Command(BaseCommand):
    """Check the whole set-up, and change nothing."""

    help = "Reports what is wrong with the set-up and what to do; exits with 1 if there is a problem."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ask", action="store_true", help="ask the site itself, at SITE_ADDRESS")

    def handle(self, *args: Any, ask: bool, **options: Any) -> None:
        checks = {**CHECKS, "asked": asked} if ask else CHECKS
        findings = {subject: finding(check) for subject, check in checks.items()}
        for subject, (state, says, do) in findings.items():
            self.stdout.write(f"{state:5}  {subject}: {says}{f' {do}' if do else ''}")
        wrong = sum(finding.state == "wrong" for finding in findings.values())
        if wrong:
            raise CommandError(f"Problems: {wrong} of {len(findings)} checks.")
