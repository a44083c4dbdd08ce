"""Bringing documents and tables in: importers read files, the pipeline stores only what changed."""
