"""Features around the tables, each with its service, routes and types in one package."""
