"""What is wrong with the vault, at the side."""
