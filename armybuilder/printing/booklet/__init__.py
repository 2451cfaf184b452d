"""The reference of a ruleset as a booklet: everything on its page on screen, on A5."""

from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.booklet.content import back_cover, for_paper
from armybuilder.printing.layout.markup import print_markup
from armybuilder.printing.layout.options import Paper, RulesVersion
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.style import style_sheet
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.reference.page import build_reference

STYLE = Path(__file__).with_name("style.css")


def booklet_page(
    catalogue: Catalogue, language: Language, version: RulesVersion, paper: Paper = "a4"
) -> Printout:
    """Return the booklet of a ruleset as a page ready to be rendered; two of its pages take a sheet of `paper`."""
    with translation.override(language):
        reference = for_paper(build_reference(catalogue, language))
        context = {
            "reference": reference,
            "back": back_cover(reference),
            "language": language,
            "version": version,
            "running": f"{reference.name}, {reference.edition}",
        }
        html = print_markup("printing/booklet.html", context)
        name = file_name(reference.name, None, gettext("booklet"))
    return Printout(
        html, "booklet", style_sheet(STYLE, paper, {"page_width": PAPERS[paper].paper_height / 2}), name
    )
