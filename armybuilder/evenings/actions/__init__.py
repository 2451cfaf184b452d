"""Act at a games night. Each verb is one transaction that locks the club, then the games night."""
