"""The commands of `reachweaver`, one file each, and what they share: arguments, loading and writing."""
