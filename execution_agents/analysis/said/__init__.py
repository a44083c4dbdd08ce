"""Arithmetic with the figures that the last answers said first."""
