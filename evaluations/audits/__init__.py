"""`suffice eval audit`: what audits find of reuses whose truth is known."""
