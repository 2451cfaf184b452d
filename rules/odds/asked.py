"""Answers to what visitors ask: entries of the reference, and the odds that a sentence is about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.catalogue import library_of
from rules.core.catalogue.library import Library
from rules.language import active_language
from rules.models import Ruleset, RulesetVersion
from rules.odds.asking.form import Engine, Form
from rules.odds.asking.sentence import Sentence, read_sentence, vocabulary_of
from rules.odds.fire.answer import answered, changes
from rules.odds.fire.duel import Duel, duel
from rules.odds.fire.form import WHO, FireForm
from rules.odds.fire.ruler import next_weapon
from rules.odds.questions import PAGES, page_of
from rules.odds.showing.answers import Answer, Raw, WorkingStep, hit, percent
from rules.odds.showing.words import within, word
from rules.reference.index import index_of
from rules.reference.search import NOTHING, Hit, Rank, Results, SearchAnswer, search, without_books


class AskedOdds(NamedTuple):
    """The answer to a sentence in a ruleset: one weapon (`answer`) or two (`duel`), and the odds page (`address`).

    `read_as` and `unread`: the words that were understood and those that were not. `figures`: the hits of each weapon.
    """

    ruleset: Ruleset
    title: str
    answer: Answer
    address: str
    read_as: tuple[str, ...]
    unread: tuple[str, ...]
    figures: list[tuple[str, str]]
    note: str = ""
    duel: Duel | None = None
    rules: tuple[WorkingStep, ...] = ()
    is_fire: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a question.

    `odds`: of the chosen ruleset, `others` those of the others, or of all if none is chosen. `groups`: the entries by
    ruleset. `read_as` and `unread`: the words that were understood and those that were not. `corrected` and
    `is_partial` as in the search.
    """

    groups: Sequence[tuple[Ruleset, Results]]
    corrected: Sequence[tuple[str, str]]
    is_partial: bool = False
    read_as: Sequence[str] = ()
    unread: Sequence[str] = ()
    odds: AskedOdds | None = None
    others: Sequence[AskedOdds] = ()


def ask(versions: Sequence[RulesetVersion], only: RulesetVersion | None, usual: str, query: str) -> Asked:
    """Return the answer to a question in all rulesets or `only` one of them; the `usual` one comes first."""
    searched = [only] if only else versions
    found = search([index_of(version.pk) for version in searched], query)
    read = _sentences(versions, query)
    is_plain = any(sentence.is_plain for sentence in read.values())
    odds = _odds(versions, read) if is_plain or _is_nothing(found) else {}
    chosen = odds.get(usual) or (next(iter(odds.values())) if len(odds) == 1 and not only else None)
    if odds and (chosen or not only):
        return _about_fire(versions, read, odds, chosen)
    asked = [version for version in searched if version.ruleset_id in read]
    if _is_nothing(found) and any(read[version.ruleset_id].entries for version in asked):
        return replace(_about_names(asked, read), others=list(odds.values()))
    groups = [
        (version.ruleset, results)
        for version, results in zip(searched, found.results, strict=True)
        if results != NOTHING
    ]
    groups.sort(key=lambda group: (not group[1].answers, group[0].id != usual, group[1].rank))
    return Asked(groups, found.corrected, found.is_partial, others=list(odds.values()))


def _is_nothing(found: SearchAnswer) -> bool:
    return found.is_partial or all(results == NOTHING for results in found.results)


def _sentences(versions: Sequence[RulesetVersion], query: str) -> dict[str, Sentence]:
    """Return what a question says in each ruleset that it may be about, by its id."""
    named, question = without_books([index_of(version.pk) for version in versions], query)
    return {
        versions[number].ruleset_id: read_sentence(question.typed, vocabulary_of(versions[number].pk))
        for number in named
    }


def _odds(versions: Sequence[RulesetVersion], read: Mapping[str, Sentence]) -> dict[str, AskedOdds]:
    """Return the odds in each ruleset that has them, those that understand most first."""
    if not any(sentence.asks_for_odds for sentence in read.values()):
        return {}
    books = library_of(list(versions))
    found = [
        odds
        for version in versions
        if version.ruleset_id in read and (odds := odds_of(version.ruleset, books, read[version.ruleset_id]))
    ]
    return {odds.ruleset.id: odds for odds in sorted(found, key=lambda odds: len(odds.unread))}


def _about_fire(
    versions: Sequence[RulesetVersion],
    read: Mapping[str, Sentence],
    odds: Mapping[str, AskedOdds],
    chosen: AskedOdds | None,
) -> Asked:
    """Return the answer to a sentence about fire: the odds, then the entries of what it names."""
    first = chosen or next(iter(odds.values()))
    ids = [chosen.ruleset.id] if chosen else list(read)
    asked = [version for version in versions if version.ruleset_id in ids]
    return replace(
        _about_names(asked, read),
        read_as=first.read_as,
        unread=first.unread,
        odds=chosen,
        others=[one for one in odds.values() if one is not chosen],
    )


def _about_names(versions: Sequence[RulesetVersion], read: Mapping[str, Sentence]) -> Asked:
    groups, known = [], list[str]()
    for version in versions:
        index, sentence = index_of(version.pk), read[version.ruleset_id]
        hits = [Hit(index.entries[number]) for number in sentence.entries]
        if hits:
            groups.append((version.ruleset, Results(Rank.NAME, hits)))
            known += [hit.entry.to(active_language()).name for hit in hits]
    unread = min((read[version.ruleset_id].unread for version in versions), key=len)
    return Asked(groups, (), read_as=list(dict.fromkeys(known)), unread=unread)


def odds_of(ruleset: Ruleset, books: Library, sentence: Sentence) -> AskedOdds | None:
    """Return the odds that a sentence asks for in a ruleset; None if it asks for none."""
    if not sentence.asks_for_odds:
        return None
    engine = Engine(books, books.catalogues[ruleset.id], active_language())
    if sentence.question:
        return _other_odds(ruleset, engine, sentence)
    first, *others = sentence.weapons
    is_same = not others and len(sentence.weapons[first]) > 1
    form = _fire_form(engine, sentence, first, others[0] if others else "")
    if is_same and (nearest := next_weapon(form)):
        form = _fire_form(engine, sentence, first, nearest)
    answer = engine.try_asking(form.raw)
    if answer is None:
        return None
    both = duel(form, answer)
    figures = [(form.weapon_name, percent(hit(answer)))]
    if both:
        figures = [(both.first.name, both.hits.first), (both.second.name, both.hits.second)]
    return AskedOdds(
        ruleset=ruleset,
        title=_title(both, answer, is_same),
        note=_note(sentence.weapons[first], form) if is_same else "",
        answer=answered(form, answer),
        duel=both,
        address=f"{page_of(ruleset.id, 'fire')}?{form.address}",
        read_as=tuple(_read_as(form, sentence)),
        unread=tuple(sentence.unread),
        rules=tuple(changes(engine, answer.get("modifiers", []))),
        figures=figures,
    )


def _other_odds(ruleset: Ruleset, engine: Engine, sentence: Sentence) -> AskedOdds | None:
    """Return the odds of another question: of two numbers the smaller are the losses, the larger the men."""
    question, numbers = sentence.question, sentence.numbers
    situations = engine.catalogue.odds.situation_by_id
    told = {fact: "1" for fact in sentence.facts if question in situations[fact].questions}
    told |= {"lost": str(min(numbers))} if numbers else {}
    told |= {"men": str(max(numbers))} if len(numbers) > 1 else {}
    read, show = PAGES[question]
    form = Form(_query(sentence, told), engine, question)
    read(form)
    raw = engine.try_asking(form.raw)
    if raw is None:
        return None
    answer, name = show(form, raw), word("questions", question)
    said = [form.classes[one] for one in (sentence.troops, sentence.target) if one in form.classes]
    said += [f"{sentence.cm}\N{NO-BREAK SPACE}cm"] if sentence.cm else []
    return AskedOdds(
        ruleset=ruleset,
        title=f"{name}: {within(answer.main.label)} {answer.main.said}",
        answer=answer,
        address=f"{page_of(ruleset.id, question)}?{form.address}",
        read_as=(name, *said, *map(str, numbers)),
        unread=tuple(sentence.unread),
        figures=[(answer.main.label, str(answer.main.said))],
        is_fire=False,
    )


def _fire_form(engine: Engine, sentence: Sentence, weapon: str, other: str) -> FireForm:
    told = dict.fromkeys(sentence.facts, "1") | {"w": weapon, "w2": other, "n": str(sentence.shooters)}
    told |= {"who": next((one for one in sentence.facts if one in WHO), "")}
    return FireForm(_query(sentence, told), engine)


def _query(sentence: Sentence, more: Mapping[str, str]) -> QueryDict:
    cm = "" if sentence.cm is None else str(sentence.cm)
    told = {"s": sentence.troops, "t": sentence.target, "cm": cm, **more}
    return QueryDict(urlencode({name: value for name, value in told.items() if value}))


def _title(both: Duel | None, answer: Raw, is_same: bool) -> str:
    if is_same or both is None:
        text = gettext("One weapon: it hits %(percent)s") if is_same else gettext("It hits %(percent)s")
        return text % {"percent": percent(hit(answer))}
    if not both.hits.more:
        return gettext("Both hit equally often")
    more = both.first if both.hits.more == "first" else both.second
    return gettext("%(weapon)s hits more often") % {"weapon": more.name}


def _note(said: list[str], form: FireForm) -> str:
    """Return the sentence about two names of one weapon."""
    facts = {"one": said[0], "other": said[1], "weapon": form.weapon_name}
    note = gettext("“%(one)s” and “%(other)s” are the same weapon here: %(weapon)s.") % facts
    if form.second:
        note += " " + gettext("Beside it: %(weapon)s.") % {"weapon": form.second.weapon_name}
    return note


def _read_as(form: FireForm, sentence: Sentence) -> Iterator[str]:
    yield from (form.weapons[weapon] for weapon in sentence.weapons)
    if sentence.shooters > 1:
        yield f"{sentence.shooters} ×"
    if sentence.troops:
        yield form.shooter_name
    if sentence.cm is not None:
        yield f"{form.raw['distance']}\N{NO-BREAK SPACE}cm"
    yield from (form.odds.situation_by_id[fact].name.to(form.language) for fact in sentence.facts)
    if sentence.target:
        yield gettext("against %(target)s") % {"target": within(form.target)}
