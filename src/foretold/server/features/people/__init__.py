"""People: profiles, devices, export and deletion, reports."""
