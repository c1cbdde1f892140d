"""Message types of the wire protocol. The browser's types are generated from these."""
