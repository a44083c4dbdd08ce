"""`suffice eval live-reuse`: MTRAG's conversations through the whole service, on records as live turns make them."""
