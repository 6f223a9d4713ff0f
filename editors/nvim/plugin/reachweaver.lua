-- Starts the server for campaigns, and gives Neovim its commands. `let g:loaded_reachweaver = 1` keeps all of it away.

if vim.g.loaded_reachweaver then
  return
end
vim.g.loaded_reachweaver = 1

-- Neovim before 0.11 can't; `:checkhealth reachweaver` says so.
if not (vim.lsp.config and vim.lsp.enable) then
  return
end

vim.lsp.enable('reachweaver')

-- Words that evidence has are underlined, beside the underlines of those that it lacks.
vim.api.nvim_set_hl(0, '@lsp.mod.grounded', { link = 'DiagnosticUnderlineOk', default = true })

vim.api.nvim_create_user_command('ReachWeaverPreview', function()
  require('reachweaver.commands').preview()
end, { desc = 'Show the campaign in the browser, from the variant under the cursor on' })

vim.api.nvim_create_user_command('ReachWeaverCheckWorkspace', function()
  require('reachweaver.commands').check_workspace()
end, { desc = 'Check every campaign of the workspace, open or not' })

vim.api.nvim_create_user_command('ReachWeaverLookUp', function()
  require('reachweaver.commands').look_up()
end, { desc = 'Open the source of the evidence under the cursor, and look its claim up there' })
