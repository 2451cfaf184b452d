"""What people do at a games night: each verb is one transaction that locks the club, then the games night."""
