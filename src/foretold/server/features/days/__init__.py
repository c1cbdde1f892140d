"""Tables by days: cards chosen in advance, and forced cards that are played by themselves."""
