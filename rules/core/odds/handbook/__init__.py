"""The odds as the handbook prints them."""
