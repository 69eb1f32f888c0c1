"""An open vault is watched: sources and notes that come, change, move or go."""
