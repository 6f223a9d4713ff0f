-- What `:ReachWeaverPreview`, `:ReachWeaverCheckWorkspace` and `:ReachWeaverLookUp` do: all are commands of the server.

local M = {}

local function tell(message)
  vim.notify('ReachWeaver: ' .. message, vim.log.levels.ERROR)
end

local function run(client, buffer, name, ...)
  client:exec_cmd({ title = name, command = name, arguments = { ... } }, { bufnr = buffer }, function(problem)
    if problem then
      tell(problem.message)
    end
  end)
end

-- The preview's lens above a line says of which variant the line is a part.
local function variant_at(lenses, line)
  local found
  for _, lens in ipairs(lenses or {}) do
    local command = lens.command or {}
    if command.command == 'reachweaver.preview' and lens.range.start.line <= line then
      found = command.arguments[2]
    end
  end
  return found
end

-- Show the campaign in the browser, from the variant under the cursor on.
function M.preview()
  local buffer = vim.api.nvim_get_current_buf()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'reachweaver' })[1]
  if not client then
    tell('no campaign is open in this window, or its server is not running; see :checkhealth reachweaver')
    return
  end
  local uri = vim.uri_from_bufnr(buffer)
  client:request('textDocument/codeLens', { textDocument = { uri = uri } }, function(_, lenses)
    run(client, buffer, 'reachweaver.preview', uri, variant_at(lenses, line))
  end, buffer)
end

-- Check every campaign of the workspace; the server says how many findings there are when it is done.
function M.check_workspace()
  local clients = vim.lsp.get_clients({ name = 'reachweaver' })
  for _, client in ipairs(clients) do
    run(client, vim.api.nvim_get_current_buf(), 'reachweaver.checkWorkspace')
  end
  if #clients == 0 then
    tell('no server is running: open a campaign first; see :checkhealth reachweaver')
  end
end

-- Look the claim under the cursor up in its source: that of the evidence there, or of what a finding there is about.
-- What was found is shown with `vim.ui.select`, and only what is chosen there changes anything.
function M.look_up()
  if not vim.lsp.get_clients({ bufnr = 0, name = 'reachweaver' })[1] then
    tell('no campaign is open in this window, or its server is not running; see :checkhealth reachweaver')
    return
  end
  vim.lsp.buf.code_action({ apply = true, context = { only = { 'reachweaver.lookUp' } } })
end

return M
