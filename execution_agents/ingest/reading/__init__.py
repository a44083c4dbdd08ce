"""Converts untrusted files to outlines, each in a process of its own with limits of memory and time."""
