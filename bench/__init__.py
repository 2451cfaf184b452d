"""Measure what things cost, and try what happens to edits when something fails. `make help` lists the targets.

Figures for docs/performance.md, each with a bar (`table.Measured`). `performance.put` writes them there:

    python -m bench     the PARTS below, in order: modules with a `measure`; ratios are measured in turns
    growth, commands    among 100,000 other lists, written by `filling`: pages and edits; commands over all lists
    load                50 and 200 users (`visitors`, played by Locust with `locustfile`)
    lighthouse          the scores of the public pages

Trials, which exit with 1 if an edit is lost or doubled, or an answer is 500:

    faults              processes are killed (`killable`) during edits (`editing`); then `stored` checks the data
    machines            one of two machines is unplugged (`networks`) and killed
    outages             disks are filled and broken, the database is away, an update is killed

The site under test: `site` sets it up in this process with its own database, and `server` serves it with gunicorn;
`killable` starts it as a program, with its own database and folders.
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]

PARTS = (
    "advice",
    "worst",
    "checklist",
    "odds",
    "builder",
    "evenings",
    "browser",
    "printing",
    "rendering",
    "games",
    "own_rules",
    "own_worst",
    "nightly",  # last: it leaves SQLite statistics, which a site does not have
)
