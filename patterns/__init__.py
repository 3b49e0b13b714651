"""The shipped rule sets, one file each; a file reads like the rule."""
