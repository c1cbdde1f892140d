"""Groups: members who joined by a link, their tables, results, evenings and chat webhook."""
