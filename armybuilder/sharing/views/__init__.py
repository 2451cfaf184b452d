"""Views of sharing: for the owner, the shared page, public lists."""
