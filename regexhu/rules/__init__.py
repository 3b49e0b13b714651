"""Rule sets: what they say, how they judge, and the files that they stand in."""

from regexhu.rules.ruleset import RuleSet

__all__ = ["RuleSet"]
