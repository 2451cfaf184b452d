"""Forces: what an army list of the rules allows, as data; what holds a list to it, and how one begins with it."""
