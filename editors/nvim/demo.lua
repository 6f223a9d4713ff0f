-- What `make nvim` starts Neovim with, in place of the person's own configuration: the language server,
-- findings under their lines, and a line that says which keys do what.

vim.opt.runtimepath:prepend(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
vim.opt.number = true
vim.opt.linebreak = true
vim.opt.signcolumn = 'yes'
vim.opt.updatetime = 300
vim.opt.termguicolors = true

vim.diagnostic.config({
  severity_sort = true,
  virtual_text = false,
  virtual_lines = {
    format = function(diagnostic)
      return ('%s  [%s]'):format(diagnostic.message, diagnostic.code)
    end,
  },
})

vim.lsp.enable('reachweaver')

vim.opt.laststatus = 2
vim.opt.statusline = ' %t %m%=K hover   gra fix   ]d next finding   gO outline   :q leave '
