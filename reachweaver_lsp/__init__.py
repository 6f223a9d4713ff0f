"""The ReachWeaver language server: the checks of `reachweaver` in any editor that speaks the Language Server Protocol."""
