"""Bad input by the thousand: what a service must take without failing, hanging or growing."""
