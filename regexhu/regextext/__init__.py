"""The words of regex text, in any spelling, for any engine; what the tree of a rule is printed with."""
