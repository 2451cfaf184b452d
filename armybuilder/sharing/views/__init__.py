"""Views of what is shared: the owner's side, the shared page, public lists."""
