"""The sentence of a refused action."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from armybuilder.refusals import RefusedError


class FullError(RefusedError):
    sentence = "At most %(most)s."


def test_the_sentence_is_the_one_that_was_raised() -> None:
    assert str(RefusedError("No.")) == "No."


def test_a_class_may_set_its_sentence_and_figures_fill_it() -> None:
    assert str(FullError(most=3)) == "At most 3."


def test_a_sentence_without_figures_may_have_a_percent_sign() -> None:
    assert str(RefusedError("100 % of it.")) == "100 % of it."


def test_the_sentence_follows_the_active_language() -> None:
    error = RefusedError(_("Save"))
    with override("it"):
        assert str(error) == "Salva"
    with override("en"):
        assert str(error) == "Save"
