"""Import and export of lists: plain text in three formats, CSV. JSON is the document itself (`document.reader`)."""
