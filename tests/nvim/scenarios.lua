-- What is done in Neovim, one function a test; each gets a campaign's path and returns plain data.

local harness = ...
local scenarios = {}

function scenarios.diagnostics(path)
  local client = harness.open(path)
  harness.wait_until_found('missing_disclosure')
  return {
    encoding = client.offset_encoding,
    server = client.server_info.name,
    root = client.root_dir,
    diagnostics = harness.diagnostics(),
  }
end

function scenarios.clean(path)
  harness.open(path)
  -- A mistake makes findings come, and taking it back makes them go: then what is left is the server's last word.
  local line = vim.fn.search([["text":]]) - 1
  local column = #vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]:match('^.*"text": "')
  vim.api.nvim_buf_set_text(0, line, column, line, column, { '98765 ' })
  harness.wait_until_found('unsupported_number')
  vim.api.nvim_buf_set_text(0, line, column, line, column + 6, { '' })
  harness.wait_until_gone('unsupported_number')
  return { diagnostics = harness.diagnostics() }
end

function scenarios.hover(path)
  harness.open(path)
  local finding = harness.wait_until_found('unsupported_number', vim.env.WORDS)
  harness.go_to(finding)
  return { message = finding.message, lines = harness.hover() }
end

function scenarios.hover_grounded(path)
  harness.open(path)
  harness.wait_until_found('unsupported_number')
  vim.fn.search(vim.env.WORDS)
  return { lines = harness.hover() }
end

function scenarios.fix_disclosure(path)
  harness.open(path)
  local finding = harness.wait_until_found('missing_disclosure')
  local before = harness.diagnostics()
  harness.go_to(finding)
  harness.fix('missing_disclosure')
  harness.wait_until_gone('missing_disclosure')
  return { before = before, after = harness.diagnostics(), text = harness.text(), modified = vim.bo.modified }
end

function scenarios.edit_behind_emoji(path)
  harness.open(path)
  local finding = harness.wait_until_found('unsupported_number', '40%')
  local before = harness.diagnostics()
  local line, start, stop = finding.lnum, finding.col, finding.end_col
  vim.api.nvim_buf_set_text(0, line, start, line, stop, { '30%' })
  harness.wait_until_gone('unsupported_number', '40%')
  local after = harness.diagnostics()
  vim.api.nvim_buf_set_text(0, line, start, line, stop, { '🎉🎉 40%' })
  harness.wait_until_found('unsupported_number', '40%')
  return { before = before, after = after, again = harness.diagnostics(), text = harness.text() }
end

-- Put the cursor on the first place of some words.
local function go_to_words(words)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search('\\V' .. words, 'c') > 0, words)
end

function scenarios.hints(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  vim.lsp.inlay_hint.enable(true)
  local hints = harness.wait_for('hints', function()
    local found = vim.lsp.inlay_hint.get({ bufnr = 0 })
    return #found > 0 and found
  end)
  return {
    hints = vim.tbl_map(function(hint)
      local place = hint.inlay_hint.position
      local line = vim.api.nvim_buf_get_lines(0, place.line, place.line + 1, false)[1]
      return { hint.inlay_hint.label, line:sub(1, place.character):sub(-4) }
    end, hints),
  }
end

function scenarios.preview(path)
  local client = harness.open(path)
  harness.wait_until_found('missing_disclosure')
  vim.lsp.codelens.refresh({ bufnr = 0 })
  local lenses = harness.wait_for('lenses', function()
    local found = vim.lsp.codelens.get(0)
    return #found > 0 and found
  end)
  local opened
  vim.ui.open = function(uri)
    opened = uri
    return { wait = function() end }, nil
  end
  for _, lens in ipairs(lenses) do
    if lens.command.title == 'Preview' then
      client:exec_cmd(lens.command, { bufnr = 0 })
      break
    end
  end
  harness.wait_for('a page in the browser', function()
    return opened
  end)
  local page = vim.uri_to_fname(opened:gsub('#.*', ''))
  return {
    opened = opened,
    page = table.concat(vim.fn.readfile(page), '\n'),
    titles = vim.tbl_map(function(lens)
      return lens.command.title
    end, lenses),
  }
end

function scenarios.rename(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  go_to_words('"release-090"')
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.rename('🚢 "new"')
  harness.wait_for('the new id', function()
    return vim.api.nvim_buf_get_changedtick(0) ~= before
  end)
  return { text = harness.text(), diagnostics = harness.diagnostics() }
end

function scenarios.definition(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  local start = vim.fn.search([["evidence_ids": \["release-090"]])
  vim.fn.search('release-090', 'c', start)
  vim.lsp.buf.definition()
  harness.wait_for('the declaration', function()
    return vim.fn.line('.') ~= start
  end)
  return { line = vim.api.nvim_get_current_line() }
end

function scenarios.account(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  go_to_words('harborlight-linkedin')
  vim.lsp.buf.definition()
  harness.wait_for('the brand', function()
    return vim.endswith(vim.api.nvim_buf_get_name(0), 'brand.reachweaver.json')
  end)
  return { line = vim.api.nvim_get_current_line() }
end

function scenarios.tokens(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  go_to_words('40% smaller than before')
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local tokens = harness.wait_for('a token', function()
    local found = vim.lsp.semantic_tokens.get_at_pos(0, row - 1, column) or {}
    return #found > 0 and found
  end)
  local token = tokens[1]
  return {
    text = vim.api.nvim_buf_get_text(0, token.line, token.start_col, token.line, token.end_col, {})[1],
    type = token.type,
    modifiers = vim.tbl_keys(token.modifiers),
  }
end

function scenarios.outline(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  vim.lsp.buf.document_symbol({ loclist = true })
  local items = harness.wait_for('the outline', function()
    local found = vim.fn.getloclist(0)
    return #found > 0 and found
  end)
  return {
    items = vim.tbl_map(function(item)
      return item.text
    end, items),
  }
end

function scenarios.references(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  go_to_words('"release-090"')
  vim.lsp.buf.references(nil, { loclist = true })
  local items = harness.wait_for('references', function()
    local found = vim.fn.getloclist(0)
    return #found > 0 and found
  end)
  return {
    texts = vim.tbl_map(function(item)
      return vim.api.nvim_buf_get_text(item.bufnr, item.lnum - 1, item.col - 1, item.end_lnum - 1, item.end_col - 1, {})[1]
    end, items),
    lines = vim.tbl_map(function(item)
      return item.lnum
    end, items),
  }
end

function scenarios.highlights(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  go_to_words('"docs-import"')
  vim.lsp.buf.document_highlight()
  local namespace = vim.api.nvim_create_namespace('nvim.lsp.references')
  local marks = harness.wait_for('highlights', function()
    local found = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
    return #found > 0 and found
  end)
  return {
    highlights = vim.tbl_map(function(mark)
      local text = vim.api.nvim_buf_get_text(0, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})[1]
      return { text, mark[4].hl_group }
    end, marks),
  }
end

function scenarios.folds(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  vim.wo.foldmethod = 'expr'
  vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
  vim.wo.foldlevel = 99
  harness.wait_for('folds', function()
    return vim.fn.foldlevel(vim.fn.search([["claim":]], 'nw')) > 1
  end)
  local levels = {}
  for line = 1, vim.fn.line('$') do
    table.insert(levels, vim.fn.foldlevel(line))
  end
  return { levels = levels }
end

-- One quick fix of each kind, each undone before the next one.
function scenarios.every_fix(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  local function left(code)
    return #vim.tbl_filter(function(diagnostic)
      return diagnostic.code == code and diagnostic.severity ~= vim.diagnostic.severity.HINT
    end, vim.diagnostic.get(0))
  end
  vim.ui.select = function(items, _, choose)
    choose(items[1], 1)
  end
  local texts, columns = {}, {}
  for _, step in ipairs(vim.json.decode(vim.env.STEPS)) do
    local code, words = unpack(step)
    local before = left(code)
    local finding = harness.wait_until_found(code, words)
    harness.go_to(finding)
    harness.fix(code)
    harness.wait_for('one ' .. code .. ' less', function()
      return left(code) < before
    end)
    texts[code] = harness.text()
    columns[code] = left(code)
    vim.cmd('silent undo')
    harness.wait_for(code .. ' once more', function()
      return left(code) == before
    end)
  end
  return { texts = texts, left = columns }
end

function scenarios.fix_all(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  vim.lsp.buf.code_action({ apply = true, context = { only = { 'source.fixAll' } } })
  harness.wait_until_gone('missing_disclosure')
  return { text = harness.text(), left = #vim.diagnostic.get(0) }
end

function scenarios.complete(path)
  local client = harness.open(path)
  harness.wait_until_found('missing_disclosure')
  local row = vim.fn.search([["evidence_ids": \["docs-import"\]$]])
  vim.api.nvim_buf_set_lines(0, row - 1, row, false, { '      "evidence_ids": ["docs-import", "be' })
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  vim.o.completeopt = 'menuone,noinsert'
  vim.lsp.completion.enable(true, client.id, 0)
  return function(done)
    local words
    vim.api.nvim_create_autocmd('CompleteChanged', {
      once = true,
      callback = function()
        words = vim.tbl_map(function(item)
          return item.abbr ~= '' and item.abbr or item.word
        end, vim.fn.complete_info({ 'items' }).items)
        vim.schedule(function()
          vim.api.nvim_feedkeys(vim.keycode('<C-y>'), 'nt', false)
        end)
      end,
    })
    vim.api.nvim_create_autocmd('CompleteDone', {
      once = true,
      callback = vim.schedule_wrap(function()
        done({ words = words, line = vim.api.nvim_get_current_line() })
      end),
    })
    vim.api.nvim_feedkeys(vim.keycode('A<Cmd>lua vim.lsp.completion.get()<CR>'), 'nt', false)
  end
end

-- Whether a file gets the server, judged when one that does has got it: no wait for what never comes.
function scenarios.neighbours(path)
  vim.cmd.edit(vim.fn.fnameescape(vim.env.NEIGHBOUR))
  local buffer = vim.api.nvim_get_current_buf()
  harness.open(path)
  harness.wait_until_found('unsupported_number')
  return { clients = #vim.lsp.get_clients({ bufnr = buffer }) }
end

function scenarios.other_json(path)
  local other = vim.fs.joinpath(vim.fs.dirname(path), 'package.json')
  vim.fn.writefile({ '{"variants": 1}' }, other)
  vim.cmd.edit(vim.fn.fnameescape(other))
  local buffer = vim.api.nvim_get_current_buf()
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  return { filetype = vim.bo[buffer].filetype, clients = #vim.lsp.get_clients({ bufnr = buffer }) }
end

function scenarios.demo(path)
  harness.open(path)
  local line = harness.wait_for('the first finding under the cursor', function()
    local here = vim.api.nvim_win_get_cursor(0)[1]
    return here > 1 and here
  end)
  local shown = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true })) do
    for _, virtual in ipairs(mark[4].virt_lines or {}) do
      table.insert(shown, table.concat(vim.tbl_map(function(chunk)
        return chunk[1]
      end, virtual)))
    end
  end
  return { line = line, columns = vim.o.columns, shown = shown, diagnostics = harness.diagnostics() }
end

-- Keep what the browser would have been shown.
local function browser()
  local shown = {}
  vim.ui.open = function(uri)
    shown.uri = uri
    return { wait = function() end }, nil
  end
  return shown
end

-- Keep what the person is told.
local function messages()
  local told = {}
  vim.notify = function(text)
    table.insert(told, text)
  end
  return told
end

function scenarios.preview_command(path)
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  local shown = browser()
  go_to_words(vim.env.WORDS)
  vim.cmd.ReachWeaverPreview()
  harness.wait_for('a page in the browser', function()
    return shown.uri
  end)
  return { opened = shown.uri }
end

function scenarios.check_workspace_command(path)
  local told = {}
  vim.lsp.handlers['window/showMessage'] = function(_, message)
    table.insert(told, message.message)
  end
  harness.open(path)
  harness.wait_until_found('missing_disclosure')
  vim.cmd.ReachWeaverCheckWorkspace()
  harness.wait_for('what the server says at the end', function()
    return #told > 0
  end)
  return { told = told }
end

-- Presses the buttons of the server's questions, in this order; what it asked, and with which buttons.
local function buttons(presses)
  local asked = {}
  vim.ui.select = function(items, options, choose)
    local titles = vim.tbl_map(options.format_item, items)
    table.insert(asked, { question = options.prompt, titles = titles })
    for number, title in ipairs(titles) do
      if title == presses[#asked] then
        return choose(items[number], number)
      end
    end
    choose(nil)
  end
  return asked
end

function scenarios.look_up(path)
  vim.lsp.config('reachweaver', { cmd = { 'reachweaver-lsp', '--allow-private' } })
  local asked = buttons({ 'Quote passage 1', 'Store the receipt' })
  harness.open(path)
  local before = harness.text()
  go_to_words(vim.env.WORDS)
  vim.cmd.ReachWeaverLookUp()
  harness.wait_for('the receipt to be named', function()
    return harness.text():find('"receipt"', 1, true)
  end)
  local after = harness.text()
  vim.cmd('silent write')
  go_to_words([["excerpt"]])
  -- The receipt is read beside the typing; until it has been, there is nothing to say.
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'reachweaver' })[1]
  harness.wait_for('what the receipt shows', function()
    local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
    local answer = client:request_sync('textDocument/hover', place, 10000, 0)
    return answer and answer.result
  end)
  local lines = harness.hover()
  vim.cmd.normal({ '2u', bang = true })
  return { asked = asked, before = before, after = after, hover = lines, undone = harness.text() }
end

function scenarios.look_up_nothing(path)
  vim.lsp.config('reachweaver', { cmd = { 'reachweaver-lsp', '--allow-private' } })
  local asked = buttons({})
  harness.open(path)
  local before = harness.text()
  go_to_words(vim.env.WORDS)
  vim.cmd.ReachWeaverLookUp()
  harness.wait_for('the question', function()
    return #asked > 0
  end)
  return { asked = asked, is_same = harness.text() == before }
end

function scenarios.commands_without_a_campaign()
  local told = messages()
  vim.cmd.ReachWeaverPreview()
  vim.cmd.ReachWeaverCheckWorkspace()
  vim.cmd.ReachWeaverLookUp()
  return { told = told }
end

function scenarios.health(path)
  if vim.env.OPEN then
    harness.open(path)
    harness.wait_until_found('missing_disclosure')
  end
  vim.cmd('checkhealth reachweaver')
  return { lines = vim.api.nvim_buf_get_lines(0, 0, -1, false) }
end

function scenarios.filetypes(path)
  local other = vim.fs.joinpath(vim.fs.dirname(path), 'other.json')
  vim.fn.writefile({ '{}' }, other)
  local found = {}
  for _, name in ipairs({ path, other }) do
    vim.cmd.edit(vim.fn.fnameescape(name))
    table.insert(found, { vim.bo.filetype, vim.b.reachweaver or false })
  end
  return { found = found }
end

function scenarios.started(path)
  vim.cmd.edit(vim.fn.fnameescape(path))
  return {
    clients = #vim.lsp.get_clients({ _uninitialized = true }),
    commands = vim.fn.exists(':ReachWeaverPreview'),
    highlight = vim.api.nvim_get_hl(0, { name = '@lsp.mod.grounded' }),
  }
end

function scenarios.help()
  vim.cmd('helptags ' .. vim.fn.fnameescape(vim.env.DOC))
  local page = table.concat(vim.fn.readfile(vim.env.DOC .. '/reachweaver.txt'), '\n')
  local broken = {}
  for tag in page:gmatch('|([^|%s]+)|') do
    if not pcall(vim.cmd.help, tag) then
      table.insert(broken, tag)
    end
  end
  local blocks, bad = 0, {}
  for block in (page .. '\n'):gmatch('>lua\n(.-)\n%f[^ \n]') do
    blocks = blocks + 1
    local _, problem = loadstring(block)
    table.insert(bad, problem)
  end
  local commands = vim.tbl_filter(function(name)
    return vim.startswith(name, 'ReachWeaver')
  end, vim.tbl_keys(vim.api.nvim_get_commands({})))
  table.sort(commands)
  return { broken = broken, bad_lua = bad, blocks = blocks, commands = commands, opened = pcall(vim.cmd.help, 'reachweaver') }
end

return scenarios
