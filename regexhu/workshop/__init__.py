"""What the author of a rule file works with: a file to start from, examples judged, gaps found, rule sets compared."""
