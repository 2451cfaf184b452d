"""Read a question from an address, show its form, and ask the engine."""
