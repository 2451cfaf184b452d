"""A draft that nobody knew: published if it is complete, and then built, printed, played and restored as any ruleset.

`make fuzz` takes thousands of generated drafts along the way that each takes here.
"""

import pytest
from django.db import transaction
from hypothesis import event, given, settings

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant
from armybuilder.own_rules.actions.publishing import NotReadyError, publish
from armybuilder.own_rules.models import OwnRules
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from rules.catalogue import catalogue_for, current_version
from rules.core.document.edits import new_ids, with_ids
from rules.core.text import LANGUAGES
from rules.encoding import decode, encode
from rules.loading.contradictions import contradictions
from rules.models import Ruleset
from rules.own.patch import Patch, place_of
from rules.own.problems import problems_of
from rules.own.proof import proof_of
from tests.rules.drafted import Draft, drafts, mended
from tests.rules.test_any_ruleset import walks

FEW = settings(max_examples=max(2, settings().max_examples // 30))


@given(drafts())
def test_a_draft_whose_cells_are_right_has_no_contradictions(draft: Draft) -> None:
    book = draft.catalogue
    wanted = {(table,) for table in ("classes", "formats") if not getattr(book.offered, table)}
    assert {path for path, _reason in contradictions(book)} == wanted
    assert encode(decode(encode(book))) == encode(book)
    for language in LANGUAGES:
        lists = proof_of(book, language)
        assert bool(lists) == (not wanted)
        assert [one.sort for one in lists if one.report.legal] == [one.sort for one in lists if one.sort != "broken"]
    found = problems_of(draft.base, draft.patch, book)
    marked = {str(place_of(place.removesuffix("!"))) for place in draft.patch if place.endswith("!")}
    assert marked <= {str(problem.place) for problem in found}
    if not found:
        assert lists[0].sort == "least"


@FEW
@given(drafts())
def test_the_lists_of_a_draft_are_printed_in_every_format(draft: Draft) -> None:
    book = draft.catalogue
    for one in proof_of(book, "en"):
        roster = with_ids(one.roster, new_ids())
        for form in FORMATS.values():
            assert "<body" in form.page(roster, book, one.report, Options("en")).html


@pytest.mark.usefixtures("loaded_rules")
@FEW
@given(drafts())
def test_just_the_drafts_without_problems_are_published_and_go_everywhere(draft: Draft) -> None:
    with transaction.atomic():
        marta, davide = (User.objects.create_user(name) for name in ("marta", "davide"))
        rules = begun_as(draft, marta)
        is_published_if_right(rules, draft.patch, marta, davide)
        is_published_if_right(rules, mended(rules.base, draft.patch), marta, davide)
        transaction.set_rollback(True)


def is_published_if_right(rules: OwnRules, patch: Patch, marta: User, davide: User) -> None:
    """Publish a draft without problems, and use it everywhere; another is refused, with the same problems."""
    if rules.ruleset.versions.exists():
        return
    patch = {"head//name": {"it": "Fucili", "en": "Rifles"}, **patch}
    OwnRules.objects.filter(pk=rules.pk).update(patch=patch, licence="mine")
    found = problems_of(rules.base, patch, OwnRules.objects.get(pk=rules.pk).catalogue)
    event(f"published: {not found}, a variant: {not rules.base.is_own}")
    if found:
        with pytest.raises(NotReadyError) as refused:
            publish(rules.pk, marta)
        assert [str(it.place) for it in refused.value.found] == [str(it.place) for it in found]
        return
    book = catalogue_for(publish(rules.pk, marta).version.pk)
    assert contradictions(book) == []
    Ruleset.objects.filter(pk=rules.pk).update(visibility="public")
    walks(book, marta, davide)


def begun_as(draft: Draft, actor: User) -> OwnRules:
    if draft.base.is_own:
        rules = begin_game(actor, "Fucili", limit=100, has_roles=False, has_leaders=True)
        OwnRules.objects.filter(pk=rules.pk).update(start=encode(draft.base))
        return OwnRules.objects.get(pk=rules.pk)
    return begin_variant(actor, current_version(draft.base.id), "Spagna")
