"""Proposes a pack from a folder of a person's files: its content, names for it, and questions about it."""
