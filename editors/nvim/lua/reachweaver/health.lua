-- `:checkhealth reachweaver`: what is needed, what is there, and what to do about the difference.

local M = {}

local OLDEST_PYTHON = { 3, 11 }
local PATIENCE = 10000

-- What a program printed, without white space around it; nil when it could not be run or failed.
local function printed(command)
  local started, process = pcall(vim.system, command, { text = true })
  local ended = started and process:wait(PATIENCE)
  return ended and ended.code == 0 and vim.trim(ended.stdout .. ended.stderr) or nil
end

local function python_version(path)
  local said = path ~= '' and printed({ path, '--version' }) or nil
  return said and said:match('^Python (%d+%.%d+[%w.]*)') or nil
end

local function is_new_enough(version)
  return not vim.version.lt(vim.version.parse(version, { strict = false }), OLDEST_PYTHON)
end

-- The Python that runs a script, by its first line; empty when the file is no such script.
local function interpreter(script)
  local read, lines = pcall(vim.fn.readfile, script, '', 1)
  return read and (lines[1] or ''):match('^#!%s*(%S*python[%w.]*)%s*$') or ''
end

local function check_neovim()
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim ' .. tostring(vim.version()) .. ' is too old', 'Install Neovim 0.11 or newer.')
  end
end

local function check_python(path)
  local version = python_version(path)
  if not version then
    vim.health.error('No Python found', 'Install Python 3.11 or newer, then ReachWeaver with it.')
  elseif is_new_enough(version) then
    vim.health.ok(('Python %s (%s)'):format(version, path))
  else
    vim.health.error(('Python %s is too old (%s)'):format(version, path), 'Install Python 3.11 or newer.')
  end
end

-- Any Python on the PATH, for a person who has still to install the server.
local function check_any_python()
  local found = vim.iter({ 'python3', 'python', 'py' }):map(vim.fn.exepath):filter(python_version):totable()
  local fitting = vim.iter(found):find(function(path)
    return is_new_enough(python_version(path))
  end)
  check_python(fitting or found[1] or '')
end

local function check_server(command)
  if type(command) ~= 'table' then
    vim.health.info('`cmd` is a function: the server is found when a campaign is opened')
    return
  end
  local path = vim.fn.exepath(command[1])
  if path == '' then
    vim.health.error(command[1] .. ' was not found', {
      "Install it: pip install '.[lsp]' in a checkout of ReachWeaver.",
      "Or say where it is: vim.lsp.config('reachweaver', { cmd = { '/path/to/reachweaver-lsp' } })",
    })
    check_any_python()
    return
  end
  local version = printed({ path, '--version' })
  if version then
    vim.health.ok(('%s (%s)'):format(version, path))
  else
    vim.health.error(path .. ' does not start', 'Run it in a terminal with --version to see why.')
  end
  local python = interpreter(path)
  if python ~= '' then
    check_python(python)
  end
end

local function describe(client)
  local names = vim.iter(vim.tbl_keys(client.attached_buffers)):map(vim.api.nvim_buf_get_name):totable()
  table.sort(names)
  vim.health.ok(('Running (client %d) in %s'):format(client.id, client.root_dir or 'no folder'))
  vim.health.info('Positions are counted in ' .. client.offset_encoding)
  vim.health.info('Open campaigns: ' .. (#names > 0 and table.concat(names, ', ') or 'none'))
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = 'reachweaver' })
  vim.iter(clients):each(describe)
  if #clients == 0 then
    vim.health.warn('No server is running', 'Open a file whose name ends in .reachweaver.json.')
  end
end

function M.check()
  vim.health.start('ReachWeaver: what it needs')
  check_neovim()
  if vim.fn.has('nvim-0.11') == 0 then
    return
  end
  local config = vim.lsp.config.reachweaver
  check_server(config.cmd)
  vim.health.start('ReachWeaver: what is running')
  check_clients()
  vim.health.start('ReachWeaver: settings')
  local settings = vim.tbl_get(config, 'settings', 'reachweaver')
  vim.health.info(settings and vim.inspect(settings) or 'None: the defaults hold, and what reachweaver.toml says')
end

return M
