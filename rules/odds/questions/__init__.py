"""The pages of all questions except fire, each with its form and answer."""
