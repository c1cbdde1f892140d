"""What each client is sent: snapshots, diffs, steps and replays, built from what its seat may see."""
