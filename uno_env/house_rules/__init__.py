"""House rules: one file each, a flag in the rule set, and one visible call in the course of a turn."""
