--[[ Save what Lightroom knows, then open the folders of the selected photos in Coincide. ]]
local LrApplication = import "LrApplication"
local LrDialogs = import "LrDialogs"
local LrTasks = import "LrTasks"
local Coincide = require "Coincide"

LrTasks.startAsyncTask(function()
  local photos = LrApplication.activeCatalog():getTargetPhotos()
  local answer = LrDialogs.confirm("Correct times with Coincide",
    "Save the metadata of these photos to their files first (Metadata > Save Metadata to Files),"
      .. " or what you changed in Lightroom may be lost when the times are read back.",
    "Open Coincide", "Cancel")
  if answer ~= "ok" then return end
  if LrTasks.execute(Coincide.command(Coincide.folders(photos))) ~= 0 then
    LrDialogs.message("Coincide could not be started",
      "Name its program in the plug-in manager: " .. Coincide.program(), "critical")
  end
end)
