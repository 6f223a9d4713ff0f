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

return scenarios
