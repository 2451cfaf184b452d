"""The history of a list: its revisions, steps of undo, what is thinned out, and the timeline that its owner sees."""
