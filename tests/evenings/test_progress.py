"""Progress of a games night: standings start with a result, and the last planned round leads to the end."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Evening, Pairing
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import decide


def test_standings_begin_with_the_first_result(played: Evening, davide: User) -> None:
    table = Pairing.objects.get(round__evening=played, second__isnull=False)
    page, results = f"/evenings/{played.pk}/rounds/1/", f"/evenings/{played.pk}/results/"

    def shown() -> tuple[bool, bool, int, bool]:
        round_page = browser_of(davide).get(page)
        text = browser_of(davide).get(results).context["text"]
        ranks = browser_of(davide).get(f"/evenings/{played.pk}/board/").context["board"].ranks
        standings = 'class="tbl standings"' in round_page.content.decode()
        return round_page.context["begun"], standings, len(ranks), "1. " in text

    assert shown() == (False, False, 0, False)  # a bye is no result
    decide(played, table, (30, 40))
    assert shown() == (True, True, 3, True)


@pytest.mark.parametrize(("planned", "is_last"), [(None, False), (2, False), (1, True)])
def test_after_the_last_round_that_was_planned_the_desk_offers_the_end(
    played: Evening, davide: User, planned: int | None, *, is_last: bool
) -> None:
    Evening.objects.filter(pk=played.pk).update(rounds_planned=planned)
    for path in ("desk", "rounds/1"):
        answer = browser_of(davide).get(f"/evenings/{played.pk}/{path}/")
        progress, text = answer.context["progress"], answer.content.decode()
        assert (progress.number, progress.unsettled, progress.is_last) == (1, 1, is_last)
        assert ("is one more than planned: the games night has 1." in text) == is_last
        assert text.count("/rounds/2/draw/") == 1
