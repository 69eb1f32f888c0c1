"""The place where the person chooses how the window looks and speaks."""
