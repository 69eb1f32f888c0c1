"""Sources that lie in the vault already: which there could be, and which are wanted."""
