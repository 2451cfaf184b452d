"""`make outages`: something that the site needs is full, away or wrong for a while; no input is lost, and it recovers.

python -m bench.outages [PART …]        all parts, or the named ones, such as "disk-full"

Each part has its own site and database, on SQLite and PostgreSQL if they differ. It needs root and Linux: small file
systems are mounted in a temporary namespace.
"""
