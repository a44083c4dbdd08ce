"""What one person, tenant or address may do: a pace, a day's tokens and money, failed sign-ins."""
