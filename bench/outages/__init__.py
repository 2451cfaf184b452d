"""`make outages`: what the site needs is full, away or wrong for a while; what was typed is kept, and all goes on.

python -m bench.outages [PART …]        all parts, or those that are named, as "disk-full"

Each part is a site of its own with a database of its own, on SQLite and PostgreSQL where they differ. It takes root and
Linux: file systems of some megabytes are mounted, in a namespace that ends with it.
"""
