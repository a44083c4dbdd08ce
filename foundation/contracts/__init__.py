"""The shared vocabulary of the house: plain types every floor may speak, free of any framework."""
