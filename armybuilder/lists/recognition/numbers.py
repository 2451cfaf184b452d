"""Numbers after their subject: a count or a price. The prices of the ruleset decide."""

from collections.abc import Collection, Container

from armybuilder.lists.recognition.draft import BEHIND_WORD, Draft, Loose, is_plural
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Vehicle
from rules.core.judging.points import extra_points, vehicle_breakdown
from rules.core.judging.prices import printed_prices
from rules.core.judging.resolved import loadout_of
from rules.core.text import squeezed

MANY, MANY_OTHERS = 12, 4  # men, vehicles or extras that a number after them may count
MOST_LEVELS = 3  # leadership levels
MOST_MEN = 20  # if nothing has a price
NOTE = Meaning("note", "")
COUNTED = ("preset", "role", "leadership", "vehicle", "weapon")  # a row can have several


def is_price(typed: int, points: int | None, count: int) -> bool:
    """Return whether typed points match a row or one of its men. A discount may lack its sign."""
    return points is not None and (typed == points or typed * count == points or (points < 0 and typed == -points))


def prices_of(row: Figure | Vehicle | ExtraEntry | None, catalogue: Catalogue, classes: Collection[str]) -> set[int]:
    """Return the possible unit prices of a row in these classes."""
    prices = printed_prices(catalogue, {})
    match row:
        case Figure():
            return {loadout_of(row, row.class_ or one, prices).points for one in classes}
        case Vehicle():
            return {vehicle_breakdown(row, prices).total // max(1, row.count)}
        case ExtraEntry():
            one = ExtraEntry(extra=row.extra, level=row.level)
            return {abs(extra_points(one, "list", prices)), abs(extra_points(one, "squad", prices))}
    return set()


def settle_numbers(draft: Draft, prices: Collection[int], has_points: bool, others: Collection[int] = ()) -> None:
    """Decide the meaning of numbers after a row; if count and price both fit, ask.

    `prices` are its possible unit prices; `others` are the prices if its troops had another class.
    """
    numbers, draft.loose = _without_names(draft, prices), []
    if draft.count:  # three (3) men
        numbers = [one for one in numbers if one.value != draft.count or one.value in prices]
    if has_points and len(numbers) > 1 and not draft.count and _settle_all(draft, numbers, prices):
        return
    if numbers and not draft.count and draft.number is None:
        first = numbers.pop(0)
        if first.value == 0:
            draft.is_perhaps = bool(draft.unknown)  # Warrior - 0?
            draft.leave_out(draft.text)
            return
        is_single = first.value > MANY_OTHERS and not is_plural(draft)
        fitting = {*prices, *others} if is_single else prices
        _settle_first(draft, first, bool(numbers) or draft.price is not None, fitting, has_points)
    for number in numbers:
        if not has_points or (draft.price is not None and not _agree(draft, number.value)):
            draft.unknown.append(number.text)
        elif draft.price is None or number.value > draft.price:
            draft.price = number.value


def _without_names(draft: Draft, prices: Collection[int]) -> list[Loose]:
    """Return the numbers of a row without those of unknown words that do not match a price: Mark 4."""
    fitting = {*prices, *(price * draft.count for price in prices)}
    kept = [number for number in draft.loose if number.sign != BEHIND_WORD or number.value in fitting]
    draft.unknown += [number.text for number in draft.loose if number not in kept]
    return kept


def _settle_all(draft: Draft, numbers: list[Loose], prices: Collection[int]) -> bool:
    """Choose a number as the count if all others are then unit or total prices; return whether this works."""
    values = [number.value for number in numbers]
    fits = set()
    for count in {value for value in values if 1 <= value <= MANY}:
        others = [*values]
        others.remove(count)
        if all(value in prices or (value % count == 0 and value // count in prices) for value in others):
            fits.add(count)
    if len(fits) == 1:
        draft.count = fits.pop()
        values.remove(draft.count)
        draft.price = max(values)
        if draft.has("leadership") and 1 < draft.count <= MOST_LEVELS and draft.price in prices:
            choices = (Meaning("count", "1"), Meaning("count", str(draft.count)), NOTE)  # it may be a level
            draft.number = Term(str(draft.count), choices, sure=False)
    return draft.count > 0


def _agree(draft: Draft, value: int) -> bool:
    """Whether two prices are a unit price and a total price."""
    count, price = max(1, draft.count), draft.price or 0
    return value in (price * count, price) or price == value * count


def _settle_first(draft: Draft, number: Loose, more: bool, prices: Collection[int], has_points: bool) -> None:
    """Read a number as a count or as a price. `more`: the price follows it."""
    value, most = number.value, MANY_OTHERS if draft.has("vehicle", "extra", "leadership") else MANY
    may_count = value <= (MOST_MEN if not has_points else MANY if more else most)
    may_cost = has_points and not more and value in prices
    is_odd = has_points and not more and value > MANY_OTHERS and not is_plural(draft)  # LMG 10
    if value > MOST_MEN and not has_points:
        draft.unknown.append(number.text)
    elif value == 1 or (
        may_count and not (may_cost or is_odd) and number.sign != "." and _says_many(draft, number, more)
    ):
        draft.count = value
    elif may_cost and (not may_count or number.sign == "."):
        draft.price = value
    else:
        counts = (
            may_count
            and (not may_cost or is_plural(draft))
            and number.sign != "."
            and not (is_odd and number.sign == "")
        )
        choices = [Meaning("count", str(value)), Meaning("price", str(value))]
        if not has_points:
            choices.pop()
        elif not counts:
            choices.reverse()
        draft.number = Term(number.text, (*choices, NOTE), sure=False)


def doubt_lead(draft: Draft, prices: Collection[int]) -> None:
    """Ask whether the number before a single item is its price: [17] leader."""
    may_cost = draft.is_lead and draft.count > MANY_OTHERS and draft.count in prices and draft.price is None
    if may_cost and draft.number is None and not is_plural(draft):
        choices = [Meaning("price", str(draft.count)), Meaning("count", str(draft.count))]
        draft.number = Term(str(draft.count), (*choices, NOTE), sure=False)


def doubt_plural(draft: Draft, prices: Collection[int], words: Container[str]) -> None:
    """Ask for the count of a plural without a number, unless the price decides.

    `words` are those of the ruleset. A weapon with such a name is singular, whatever its ending.
    """
    named = next((term for term in draft.terms if term.kind in COUNTED), None)
    if draft.count or draft.number or draft.name or draft.has("name") or named is None:
        return
    is_called_so = named.kind in ("weapon", "vehicle") and squeezed(named.text) in words
    if draft.terms[0] != named or is_called_so or not is_plural(draft):
        return
    price = draft.price or 0
    paid = [price // one for one in prices if 0 < one <= price <= one * MOST_MEN and price % one == 0]
    counts = dict.fromkeys((*([paid[0]] if len(paid) == 1 else []), 1, *range(2, MANY + 1)))
    draft.number = Term(named.text, tuple(Meaning("count", str(count)) for count in counts), sure=False)


def _says_many(draft: Draft, number: Loose, more: bool) -> bool:
    """Whether a number that is not a price can only be a count."""
    rank = draft.terms[-1].kind if draft.terms else ""
    return rank != "leadership" and (more or number.value <= MOST_MEN)
