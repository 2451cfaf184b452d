"""The words of advice, in both languages."""

from rules.core.text import Text


def say(it: str, en: str, **facts: Text | str | int) -> Text:
    """Return words in both languages, with facts in place (`{man}`)."""
    italian = {name: fact.it if isinstance(fact, Text) else fact for name, fact in facts.items()}
    english = {name: fact.en if isinstance(fact, Text) else fact for name, fact in facts.items()}
    return Text(it.format(**italian), en.format(**english))


def alike(pattern: str, **facts: Text | str | int) -> Text:
    """Return words that are the same in both languages but for their facts: `{squad}: {troops}`."""
    return say(pattern, pattern, **facts)


def men(number: int, name: Text) -> Text:
    """Return a number of men of one name: “2 × rifleman”; a single one is the name alone."""
    return name if number == 1 else alike("{number} × {name}", number=number, name=name)


def capital(words: Text) -> Text:
    """Return words with a capital letter, as at the start of a line."""
    return Text(words.it[:1].upper() + words.it[1:], words.en[:1].upper() + words.en[1:])
