"""The rules on integers at full speed: worlds, play-outs, exact endgames; compiled when first used."""
