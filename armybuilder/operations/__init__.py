"""Running the site: starting, health, monitoring, database backups, integrity."""
