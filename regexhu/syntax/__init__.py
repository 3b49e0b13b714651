"""The tree that a rule is: operators, classes of groups and shapes, counts, facts of the call, switches."""
