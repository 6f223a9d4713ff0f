-- Which files the server is for: `*.reachweaver.json`, and whatever the setting `files` names.

local M = {}

-- The patterns of the setting; empty when there is none.
local function patterns()
  local files = vim.tbl_get(vim.lsp.config.reachweaver or {}, 'settings', 'reachweaver', 'files')
  return type(files) == 'string' and { files } or type(files) == 'table' and files or {}
end

-- Patterns start at the workspace's folder, which is not known yet: here they match below any. The server looks closer.
local function matches(pattern, path)
  local known, glob = pcall(vim.glob.to_lpeg, vim.startswith(pattern, '**/') and pattern or '**/' .. pattern)
  return known and glob:match(path) ~= nil
end

-- Whether the server may know what to do with a file of this name.
function M.has(name)
  if vim.endswith(name, '.reachweaver.json') then
    return true
  end
  local path = vim.fs.normalize(name):gsub('^/', '')
  return vim.iter(patterns()):any(function(pattern)
    return type(pattern) == 'string' and matches(pattern, path)
  end)
end

return M
