"""Measurements. `make bench` runs these parts in their order; ratios are taken between interleaved runs."""

PARTS = (
    "starting",
    "advice",
    "checklist",
    "odds",
    "builder",
    "keeping",
    "evenings",
    "browser",
    "printing",
    "rendering",
    "games",
    "nightly",
)
