--[[ Let Lightroom read the metadata of the selected photos from their files and sidecars. ]]
local LrApplication = import "LrApplication"
local LrDialogs = import "LrDialogs"
local LrTasks = import "LrTasks"

LrTasks.startAsyncTask(function()
  local catalog = LrApplication.activeCatalog()
  local photos = catalog:getTargetPhotos()
  local question = ("Read the metadata of %d photos from their files?"):format(#photos)
  if LrDialogs.confirm(question,
      "What was changed in Lightroom and not saved to the files is replaced.",
      "Read", "Cancel") ~= "ok" then
    return
  end
  local failed = 0
  catalog:withWriteAccessDo("Read the corrected times", function()
    for _, photo in ipairs(photos) do
      local done = LrTasks.pcall(function() photo:readMetadata() end)
      if not done then failed = failed + 1 end
    end
  end)
  if failed > 0 then
    LrDialogs.message("Some photos were not read",
      ("%d of %d. Use Metadata > Read Metadata from Files."):format(failed, #photos), "warning")
  end
end)
