"""People who would like to play, and notifications about new tables."""
