-- What `make nvim` starts Neovim with, in place of the person's own configuration: the language server,
-- findings under their lines, the cursor on the first, and a line that says which keys do what.

vim.opt.runtimepath:prepend(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
vim.opt.number = true
vim.opt.linebreak = true
vim.opt.signcolumn = 'yes'
vim.opt.termguicolors = true
vim.o.winborder = 'rounded'

-- Neovim draws a message below its line from the finding's column on, and cuts it at the window's edge. So here a message
-- is broken into lines that fit, and one that has too little room there starts at the line's first word instead.
local LEAST, LEAD = 44, 7

local function room(column)
  return vim.o.columns - vim.fn.getwininfo(vim.api.nvim_get_current_win())[1].textoff - column - LEAD
end

local function placed(diagnostic)
  local line = vim.api.nvim_buf_get_lines(diagnostic.bufnr, diagnostic.lnum, diagnostic.lnum + 1, false)[1] or ''
  local fits = room(vim.fn.strdisplaywidth(line:sub(1, diagnostic.col))) >= LEAST
  return fits and diagnostic or vim.tbl_extend('force', diagnostic, { col = #line:match('^%s*') })
end

local function broken(diagnostic)
  local width, lines = math.max(room(diagnostic.col), LEAST), { '' }
  for word in (diagnostic.code .. ': ' .. diagnostic.message):gmatch('%S+') do
    local longer = vim.trim(lines[#lines] .. ' ' .. word)
    if vim.fn.strdisplaywidth(longer) <= width then
      lines[#lines] = longer
    else
      table.insert(lines, word)
    end
  end
  return table.concat(lines, '\n')
end

local drawing = vim.diagnostic.handlers.virtual_lines
vim.diagnostic.handlers.virtual_lines = {
  show = function(namespace, buffer, diagnostics, options)
    drawing.show(namespace, buffer, vim.tbl_map(placed, diagnostics), options)
  end,
  hide = drawing.hide,
}

vim.diagnostic.config({ severity_sort = true, virtual_text = false, virtual_lines = { format = broken } })

vim.lsp.enable('reachweaver')

vim.api.nvim_create_autocmd('DiagnosticChanged', {
  desc = 'Go to the first finding, once it is there',
  callback = function(event)
    if event.buf ~= vim.api.nvim_get_current_buf() or #event.data.diagnostics == 0 then
      return false
    end
    vim.schedule(function()
      vim.diagnostic.jump({ count = 1, float = false })
      vim.cmd('normal! zz')
    end)
    return true
  end,
})

vim.opt.laststatus = 2
vim.opt.statusline = ' %t %m%=K hover   gra fix   ]d next finding   gO outline   :q leave '
