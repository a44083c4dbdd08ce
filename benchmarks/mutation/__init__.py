"""Mutation testing: small faults put into the rules that must not be wrong, one at a time, and do the tests notice."""
