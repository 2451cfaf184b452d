"""What answers look like: words, numbers, bars, charts and steps."""
