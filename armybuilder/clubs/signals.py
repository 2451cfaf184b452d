"""What clubs say of themselves to the apps above, of which they know nothing."""

from django.dispatch import Signal

#: A club closes, in the transaction that does it; its people are still there. `club`, `actor`: who closes it.
closing = Signal()
