"""`suffice eval drafts`: a scripted model writes drafts whose truth is known; what reaches the person is judged."""
