"""What the measurements of the whole service share: a service of their own, its HTTP client, files and rates."""
