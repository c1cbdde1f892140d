"""Reviews of finished matches, made by a worker process."""
