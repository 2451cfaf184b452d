"""An evening on paper, in one PDF: lists as they were handed in, and what lies on tables and hangs on the wall."""
