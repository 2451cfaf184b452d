"""The display of answers: words, numbers, bars, charts and steps."""
