"""`suffice eval pack NAME`: a pack's labelled conversations, driven through the whole service."""
