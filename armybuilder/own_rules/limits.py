"""The page of the limits: checks as sentences with boxes, those that follow from the tables, and those to add."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from armybuilder.own_rules.actions.drafts import Change
from armybuilder.own_rules.editor import Editor
from armybuilder.refusals import RefusedError
from rules.own.limits import (
    CHECKS_AT_MOST,
    Limit,
    act_on_limit,
    following,
    functions,
    is_full,
    is_there,
    limits_of,
    sentence_to_add,
)
from rules.reference.items import constraint


class LimitsPage(NamedTuple):
    """The page. `to_add`: checks with the values that they begin with."""

    limits: list[Limit]
    following: list[str]
    to_add: list[Limit]


def limits_page(editor: Editor) -> LimitsPage:
    book, language = editor.catalogue, editor.language
    sentences = (constraint(check, book, language) for check in following(book))
    return LimitsPage(
        limits=limits_of(editor.base, editor.patch, book, language),
        following=list(dict.fromkeys(filter(None, sentences))),
        to_add=[
            sentence_to_add(function, book, language)
            for function in functions()
            if not is_there(function, editor.base, editor.patch)
        ],
    )


def act_on_check(editor: Editor, act: str, code: str) -> list[Change]:
    """Return the changes of an act on a limit. Raises LookupError, and RefusedError for one too many."""
    if act == "add" and is_full(editor.base, editor.patch):
        raise RefusedError(_("There are %(most)s limits, the most that you can add."), most=CHECKS_AT_MOST)
    return act_on_limit(act, code, editor.base, editor.patch, editor.catalogue)
