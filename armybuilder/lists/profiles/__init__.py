"""The strengths of one list or two: fire, staying power and morale."""
