"""`suffice eval clarification`: asked where it must be, and nowhere else; the target reached."""
