"""Lists in and out: plain text in three shapes, and back; CSV. JSON is the document itself (`document.reader`)."""
