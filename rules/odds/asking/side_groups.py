"""Several groups on a side, by place in the address: `s2` is the second, `n2` its number, `s2-leader` a fact of it."""

from collections.abc import Iterator, Mapping

from django.http import QueryDict

from rules.odds.asking.fields import MOST_GROUPS

PLACES = ("", *(str(number) for number in range(2, MOST_GROUPS + 1)))


def closed_up(query: QueryDict, numbers: Mapping[str, str]) -> QueryDict:
    """Return a query in which the groups of each letter follow each other; the first is always there.

    A group that was taken out of the middle leaves no gap, and nothing that was told of it. `numbers`: the letter of
    how many there are, by that of who they are.
    """
    closed = query.copy()
    for letter, number in numbers.items():
        told = ["", *(place for place in PLACES[1:] if query.get(letter + place))]
        for place in PLACES:
            for name in _told_of(query, letter + place, number + place):
                del closed[name]
        for now, before in zip(PLACES, told, strict=False):
            for name in _told_of(query, letter + before, number + before):
                letters = number if name == number + before else letter
                closed[letters + now + name.removeprefix(letters + before)] = query.get(name, "")
    return closed


def _told_of(query: QueryDict, who: str, count: str) -> Iterator[str]:
    return (name for name in query if name in (who, count) or name.startswith(f"{who}-"))
