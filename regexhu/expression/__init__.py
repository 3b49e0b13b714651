"""A rule as regex text: matched here, or exported for other engines."""
