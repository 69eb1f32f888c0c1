"""What a way to settle something would change, shown before it is done."""
