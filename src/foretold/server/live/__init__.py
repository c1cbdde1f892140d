"""Running tables: commands are stored first, then sent to every connection."""
