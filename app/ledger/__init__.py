"""What Vaultloom knows of a vault, kept in small text files inside it."""
