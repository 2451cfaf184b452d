"""The strengths of a list: fire, staying power, morale."""
