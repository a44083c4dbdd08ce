"""The sources of evidence: documents, tables, HTTP."""
