"""Which of the pack's data a question needs."""
