"""Notifications: on the site, with a bell that counts unread ones, and by email if there is a mail server."""
