"""The model endpoint: tried, entered by administrators, judged."""
