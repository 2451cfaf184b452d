"""Connect the security log to the signals of the other apps."""

from armybuilder.operations.monitoring import metrics as metrics
