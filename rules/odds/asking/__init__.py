"""Reading a question from an address, its form, and asking the engine."""
