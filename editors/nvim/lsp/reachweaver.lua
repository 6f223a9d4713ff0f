-- The ReachWeaver language server, in the form that `vim.lsp.enable('reachweaver')` of Neovim 0.11 reads.
-- It attaches to campaigns and brands alone: other JSON files are none of its business.

return {
  cmd = { 'reachweaver-lsp' },
  filetypes = { 'json' },
  root_dir = function(buffer, start)
    local name = vim.api.nvim_buf_get_name(buffer)
    if require('reachweaver.files').has(name) then
      start(vim.fs.root(buffer, { 'reachweaver.toml', '.git' }) or vim.fs.dirname(name))
    end
  end,
}
