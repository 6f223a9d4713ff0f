-- What `make nvim` starts Neovim with, in place of the person's own configuration: the language server,
-- findings under their lines, and a line that says which keys do what.

vim.opt.runtimepath:prepend(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
vim.opt.number = true
vim.opt.linebreak = true
vim.opt.signcolumn = 'yes'
vim.opt.termguicolors = true

-- Neovim cuts virtual lines at the window's edge, so a message is broken into lines that fit right of its finding.
local function fitted(diagnostic)
  local line = vim.api.nvim_buf_get_lines(diagnostic.bufnr, diagnostic.lnum, diagnostic.lnum + 1, false)[1] or ''
  local room = math.max(vim.o.columns - vim.fn.strdisplaywidth(line:sub(1, diagnostic.col)) - 16, 40)
  local lines = { '' }
  for word in (diagnostic.code .. ': ' .. diagnostic.message):gmatch('%S+') do
    if lines[#lines] == '' then
      lines[#lines] = word
    elseif vim.fn.strdisplaywidth(lines[#lines]) + 1 + vim.fn.strdisplaywidth(word) <= room then
      lines[#lines] = lines[#lines] .. ' ' .. word
    else
      table.insert(lines, word)
    end
  end
  return table.concat(lines, '\n')
end

vim.diagnostic.config({ severity_sort = true, virtual_text = false, virtual_lines = { format = fitted } })

vim.lsp.enable('reachweaver')

vim.opt.laststatus = 2
vim.opt.statusline = ' %t %m%=K hover   gra fix   ]d next finding   gO outline   :q leave '
