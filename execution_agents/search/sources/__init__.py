"""Where evidence comes from: documents, tables, HTTP."""
