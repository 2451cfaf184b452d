"""The pages of all questions but fire, each with its form and answer."""
