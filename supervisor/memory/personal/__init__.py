"""What people say about themselves: read by rules, stored once, found again."""
