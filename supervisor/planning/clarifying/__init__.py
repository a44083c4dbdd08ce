"""What must be asked before a question can be planned, and with which choices."""
