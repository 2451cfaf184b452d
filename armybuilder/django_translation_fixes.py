"""Corrections of Django's Italian: our catalogue comes before Django's.

Italian months have no capital, an hour has an apostrophe, and a number stays with its unit.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

MONTHS = [
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
]
# With Django's no-break spaces as they stand: GNU gettext does not read \u escapes.
AGO = [
    ngettext_lazy("an hour ago", "%(count)s hours ago", "count"),
    ngettext_lazy("a minute ago", "%(count)s minutes ago", "count"),
    ngettext_lazy("a second ago", "%(count)s seconds ago", "count"),
]
