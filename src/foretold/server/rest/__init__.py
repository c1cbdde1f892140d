"""The REST interface: endpoints for tables and matches, shared types, errors."""
