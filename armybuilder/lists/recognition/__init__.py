"""Recognise lists as people write them in a chat. Pure Python, no Django.

    Vocabulary(catalogue)          the words of one ruleset: names, nicknames, plurals, typing errors
    find_head(lines, library)      the game, the role and the points of the first lines
    rows_of(line, vocabulary)      the rows of a line, each guess with its alternatives
    make_row(draft, …)             a figure, a vehicle or an extra of the chosen meanings

All input is hostile: work is proportional to the text, and few words are compared with typing errors
(`Vocabulary.near`).
"""
