"""The types shared by all packages: plain, and independent of any framework."""
