"""What must be asked back before a question can be planned, and with which choices."""
