"""Where sources are dropped, and the queue of those that were."""
