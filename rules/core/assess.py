"""Assess a list: `assess(roster, catalogue) -> Report`."""

import json
import re

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.forces import force_findings
from rules.core.judging.checks import bound_checks
from rules.core.judging.points import has_points, limit_of, total_points
from rules.core.judging.prices import price_list
from rules.core.judging.report import SEVERITIES, Report, document, encode, sentence
from rules.core.judging.resolved import resolve_roster
from rules.core.text import Language


def assess(roster: Roster, catalogue: Catalogue) -> Report:
    """Return the points and all problems of a list. Pure: no database, no request, no clock."""
    resolved = resolve_roster(roster, price_list(roster, catalogue))
    if has_points(roster, catalogue):
        resolved.points = total_points(resolved)
        resolved.limit = limit_of(roster, catalogue)
    found = [finding for check, spec in bound_checks(catalogue).values() for finding in check(resolved, spec)]
    if roster.force is not None:
        found += force_findings(resolved, roster.force)
    found.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(resolved.points, resolved.limit, tuple(found))


KIND_OF_ISSUE = {
    "error": {"it": "errore", "en": "error"},
    "warning": {"it": "avviso", "en": "warning"},
    "info": {"it": "consiglio", "en": "advice"},
}

# Characters that end a line somewhere: JSON can contain the last three unescaped, never the others.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LINE_ENDS = {"\x85": b"\\u0085", "\u2028": b"\\u2028", "\u2029": b"\\u2029"}


def judge(data: bytes, library: Library) -> tuple[Roster, Report]:
    """Return the list in `data` and its report. Raises `UnreadableListError`."""
    roster = read(data, library)
    return roster, assess(roster, library.catalogues[roster.ruleset])


def json_line(file: str, roster: Roster, report: Report, language: Language) -> bytes:
    """Return `armylist-report/1` with the key `file`, on one line."""
    line = encode(document(report, roster, language))
    if not line.isascii():
        for sign, escaped in LINE_ENDS.items():
            line = line.replace(sign.encode(), escaped)
    name = json.dumps(file).encode()  # escape any bytes of a file name
    return b'{"file":' + name + b"," + line[1:] + b"\n"


def text_for_people(file: str, roster: Roster, report: Report, language: Language) -> str:
    """Return the report as a few lines of text; control characters of hostile names become dots."""
    lines = [f"{file}: {roster.name}, {roster.ruleset}", "  " + _summary(report, language)]
    for found in report.findings:
        kind = KIND_OF_ISSUE[found.severity][language]
        where = f"{found.path}: " if found.path else ""
        lines.append(f"  {kind}: {where}{sentence(found, language)} ({found.source})")
    return "".join(CONTROL.sub("·", line) + "\n" for line in lines)


def _summary(report: Report, language: Language) -> str:
    legal = {"it": ("non legale", "legale"), "en": ("not legal", "legal")}[language][report.legal]
    if report.total is None:
        return legal
    unit = {"it": "punti", "en": "points"}[language]
    limit = f"/{report.limit}" if report.limit is not None else ""
    return f"{report.total}{limit} {unit}, {legal}"
