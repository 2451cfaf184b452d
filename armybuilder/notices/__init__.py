"""What people are told: on the site, where a bell counts what is new to them, and by mail where there is a server."""
