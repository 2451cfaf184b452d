"""Lists as people write them in a chat: words are recognised against a catalogue. Pure Python, no Django.

    Vocabulary(catalogue)          what the words of one ruleset mean: names, nicknames, plurals, typing errors
    find_head(lines, library)      the game, the role and the points, wherever the first lines say them
    rows_of(line, vocabulary)      what a line asks for, each guess with the other choices
    make_row(draft, …)             a figure, a vehicle or an extra of what was chosen

Whatever is read is a stranger's: all of it takes time in proportion to the text, and compares few words with typing
errors (`Vocabulary.near`).
"""
