"""What things cost, and what becomes of edits when something fails. Each begins in a `main`; `make help` says how.

Figures for docs/performance.md, each with a bar (`table.Measured`); `performance.put` writes them there:

    python -m bench     the PARTS below in their order: modules with a `measure`, whose ratios are taken in turns
    growth, commands    among 100,000 lists of others, which `filling` writes: pages and edits; what goes through all
    load                50 and 200 people (`visitors`, whom Locust plays by `locustfile`)
    lighthouse          what Lighthouse says of the public pages

Trials, which end with 1 if an edit is lost or doubled, or an answer is 500:

    faults              processes are killed (`killable`) while people edit (`editing`); then `stored` is looked at
    machines            one of two machines is unplugged (`networks`) and killed
    outages             disks are filled and broken, the database is away, an update is killed
    crowd               more visitors at once than PostgreSQL has connections

Where the site is: `site` sets it up in this process, on a database of its own; `server` serves that by gunicorn;
`killable` starts it as a program, with a database and folders of its own.
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]

PARTS = (
    "starting",
    "advice",
    "worst",
    "checklist",
    "odds",
    "builder",
    "keeping",
    "evenings",
    "browser",
    "printing",
    "rendering",
    "games",
    "nightly",
)
