"""Notifications: on the site, where a bell counts the unread ones, and by mail if there is a mail server."""
