"""Authentication and authorisation: origins, credentials, tokens, the provider, roles, ending connections."""
