"""Our own text format: written for every list, and read back exactly."""
