"""Strangers' files to outlines, each in a process of its own with little memory and time."""
