-- Campaigns are JSON, also where `.json` was made something else: so colours, folds and other JSON tools stay as they are.
-- `b:reachweaver` tells them from other JSON files, for mappings and autocommands.

vim.filetype.add({
  pattern = {
    ['.*%.reachweaver%.json'] = function()
      return 'json', function(buffer)
        vim.b[buffer].reachweaver = true
      end
    end,
  },
})
