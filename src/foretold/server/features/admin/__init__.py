"""The operator's page: who and what is there, restrictions, reports, announcements, limits, the log."""
