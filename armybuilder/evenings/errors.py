"""Refusals that several actions of games nights share."""

from django.utils.translation import gettext_lazy as _

from armybuilder.refusals import RefusedError


class NotOpenError(RefusedError):
    """The games night is a draft, over or called off, or not far enough: the act is not possible now."""

    sentence = _("Nothing is changed: the evening is over, called off or not announced yet.")


class OutdatedPageError(RefusedError):
    """The data has changed since the page was loaded."""

    sentence = _("Nothing was changed: the page has changed since you opened it. Look at it again.")


class NoDraftError(RefusedError):
    """The round is not a draft, or no longer exists: another organiser was quicker."""

    sentence = _("Nothing was changed: the round has been published or paired again. Look at it again.")


class UnfitError(RefusedError):
    """The pasted list does not fit the games night; the page shows why."""
