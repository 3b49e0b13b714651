"""Hands: tiles, the notation they are written in, the groups they are laid out in, and their canonical sequences."""
