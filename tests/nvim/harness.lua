-- Runs one scenario of scenarios.lua in this Neovim and leaves what it returned, or its error, as JSON.
-- Started by conftest.py, which names everything in the environment. Nothing here sleeps: it waits for conditions.

local folder = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local harness = {}

-- Generous: it only ends a wait whose condition will never hold.
local PATIENCE = 30000

function harness.wait_for(what, condition)
  local value
  local held = vim.wait(PATIENCE, function()
    value = condition()
    return value
  end, 10)
  assert(held, 'never came: ' .. what)
  return value
end

-- Edit a file and wait until the server is attached to it.
function harness.open(path)
  vim.cmd.edit(vim.fn.fnameescape(path))
  return harness.wait_for('the language server', function()
    return vim.lsp.get_clients({ bufnr = 0, name = 'reachweaver' })[1]
  end)
end

-- The buffer's diagnostics as Neovim holds them: 0-based lines, columns in bytes, ends exclusive, in text order.
function harness.diagnostics()
  local found = vim.tbl_map(function(diagnostic)
    return {
      code = diagnostic.code,
      start = { diagnostic.lnum, diagnostic.col },
      stop = { diagnostic.end_lnum, diagnostic.end_col },
      severity = vim.diagnostic.severity[diagnostic.severity],
      source = diagnostic.source,
      message = diagnostic.message,
      text = table.concat(
        vim.api.nvim_buf_get_text(0, diagnostic.lnum, diagnostic.col, diagnostic.end_lnum, diagnostic.end_col, {}),
        '\n'
      ),
    }
  end, vim.diagnostic.get(0))
  table.sort(found, function(a, b)
    local left = { a.start[1], a.start[2], a.code }
    local right = { b.start[1], b.start[2], b.code }
    for i = 1, 3 do
      if left[i] ~= right[i] then
        return left[i] < right[i]
      end
    end
    return false
  end)
  return found
end

-- The first finding with this code whose message holds these words (any, when none are given).
-- Words of the message, not of the buffer: Neovim keeps a finding's old place until the server's next answer.
function harness.first(code, words)
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    if diagnostic.code == code and diagnostic.message:find(words or '', 1, true) then
      return diagnostic
    end
  end
end

function harness.wait_until_found(code, words)
  return harness.wait_for('a finding ' .. code, function()
    return harness.first(code, words)
  end)
end

function harness.wait_until_gone(code, words)
  harness.wait_for('an end of ' .. code, function()
    return not harness.first(code, words)
  end)
end

-- Put the cursor on a finding's first character.
function harness.go_to(finding)
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
end

-- The lines of the window that `K` opens.
function harness.hover()
  vim.lsp.buf.hover()
  local window = harness.wait_for('the hover window', function()
    for _, candidate in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(candidate).relative ~= '' then
        return candidate
      end
    end
  end)
  return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
end

-- Apply the quick fix that answers the diagnostic under the cursor, as `gra` would with one to choose from.
function harness.fix(code)
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      local answers = (action.diagnostics or {})[1]
      return action.kind == 'quickfix' and answers ~= nil and answers.code == code
    end,
  })
  harness.wait_for('the fix of ' .. code, function()
    return vim.api.nvim_buf_get_changedtick(0) ~= before
  end)
end

function harness.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

if vim.env.INIT then
  dofile(vim.env.INIT)
else
  vim.opt.runtimepath:prepend(vim.env.PLUGIN)
  vim.lsp.enable('reachweaver')
end

vim.schedule(function()
  local scenarios = assert(loadfile(folder .. '/scenarios.lua'))(harness)
  local function finish(answer)
    vim.fn.writefile({ vim.json.encode(answer) }, vim.env.ANSWER)
    vim.cmd('qall!')
  end
  local done, result = xpcall(scenarios[vim.env.SCENARIO], debug.traceback, vim.env.CAMPAIGN)
  if not done then
    finish({ error = result })
  elseif type(result) == 'function' then
    -- Keys are typed only when nothing runs: such a scenario goes on by itself and says when it is done.
    result(function(later)
      finish({ result = later })
    end)
  else
    finish({ result = result })
  end
end)
