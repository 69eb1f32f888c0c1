"""What is wrong in a vault, and how to mend it."""
