"""What a question takes over from its conversation: conditions, topic, what was shown, its readings."""
