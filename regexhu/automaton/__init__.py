"""A rule as counters, and the automaton that they make: single verdicts, tables for many hands, counts and samples."""
