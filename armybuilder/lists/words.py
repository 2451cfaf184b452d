"""Words and numbers that several parts of the sheet use."""

from django.utils.translation import gettext

from armybuilder.lists.templatetags.squadra import minus, signed
from rules.core.catalogue.catalogue import Catalogue, Severity
from rules.core.document.roster import SquadKind
from rules.core.judging.report import Finding, sentence
from rules.core.text.text import Language

# One shape for each severity: colour never speaks alone.
ICONS: dict[Severity, str] = {"error": "octagon-alert", "warning": "triangle-alert", "info": "lightbulb"}


def severity_word(severity: Severity) -> str:
    """Return the word for findings of a severity."""
    match severity:
        case "error":
            return gettext("Error")
        case "warning":
            return gettext("Warning")
        case "info":
            return gettext("Advice")


def squad_kind(kind: SquadKind) -> str:
    """Return the name of a kind of squad."""
    match kind:
        case "squad":
            return gettext("squad")
        case "section":
            return gettext("independent section")
        case "sniper-team":
            return gettext("sniper team")
        case "observer-section":
            return gettext("observer section")


def price(points: int | None) -> str:
    """Return a price, empty where there are no points."""
    return "" if points is None else minus(points)


def surcharge(points: int) -> str:
    """Return a surcharge with its sign, empty where there is none."""
    return signed(points) if points else ""


def over_limit(over: int) -> str:
    """Return by how much a choice would be over the limit, in words."""
    return gettext("%(over)s over the limit") % {"over": over}


def class_name(class_id: str, catalogue: Catalogue, language: Language) -> str:
    """Return a class's name with its code: Veterans R3. A class foreign to the edition is called by its id."""
    known = catalogue.class_by_id.get(class_id)
    return f"{known.name.to(language)} {known.code}".rstrip() if known else class_id


def reason(finding: Finding, subject: str, language: Language) -> str:
    """Return what a finding says of `subject`, where its name stands beside the sentence already."""
    text = sentence(finding, language).removeprefix(f"{subject}: ")
    return text[:1].upper() + text[1:]
