"""One page, shown for reading."""
