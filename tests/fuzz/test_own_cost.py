"""What own rules cost that nobody wrote, as large as quotas allow: `make fuzz` looks for worse than the worst known.

Function calls are counted, not time. The worst of each request so far is kept in `var/own-worst.json`.
"""

import json
from typing import Any

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.db import transaction
from hypothesis import given, settings, target
from hypothesis import strategies as st

from armybuilder.accounts.models import User
from armybuilder.refusals import RefusedError
from bench.own_shapes import RANGES, Case, Rules, requests
from bench.worst_lists import RANGES as LISTS
from bench.worst_lists import Shape
from tests.clubs.clubs import browser_of
from tests.fixtures import loaded_rules as loaded_rules
from tests.steps import calls_made

pytestmark = pytest.mark.usefixtures("loaded_rules")
FEW = settings(max_examples=max(1, settings().max_examples // 100))
MOST = 12_000_000  # calls of one request; the worst known makes half as many
RECORD = site.BASE_DIR / "var" / "own-worst.json"


def shapes(ranges: dict[str, tuple[Any, ...]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({field: st.sampled_from(values) for field, values in ranges.items()})


@FEW
@given(shapes(RANGES), shapes(LISTS))
def test_no_rules_cost_more_than_the_bound(rules: dict[str, Any], army: dict[str, Any]) -> None:
    case = Case(Rules(**rules), Shape("", **army))
    with transaction.atomic():
        cache.clear()
        owner = User.objects.create_user("own worst")
        try:
            calls = {name: calls_made(act) for name, act in requests(browser_of(owner), owner, case)}
        except RefusedError:
            calls = {}  # too large, or no list is legal
        transaction.set_rollback(True)
    if calls:
        worst = max(calls, key=lambda name: calls[name])
        target(float(calls[worst]))
        keep(calls, case)
        assert calls[worst] <= MOST, worst


def keep(calls: dict[str, int], case: Case) -> None:
    """Keep the requests that cost more than any before, with their rules."""
    kept = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    worse = {name: [count, repr(case)] for name, count in calls.items() if count > kept.get(name, [0])[0]}
    if worse:
        RECORD.parent.mkdir(exist_ok=True)
        RECORD.write_text(json.dumps(kept | worse, indent=1, ensure_ascii=False) + "\n")
