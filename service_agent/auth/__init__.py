"""Who is asking: origins, credentials, tokens, the provider, roles, and connections whose sign-in ends."""
