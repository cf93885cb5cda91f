--[[
Coincide in darktable: from selected photos to the app, and the corrected times back.

Put this file into darktable's folder of Lua scripts and require it in luarc, as the guide says
(docs/guide/darktable.md). Two buttons appear in "selected image(s)":

  coincide: correct times   opens the folders of the selected photos in the app
  coincide: read times      takes the times of the sidecars that the app wrote

Needs darktable 4.0 or newer with Lua, and Coincide; its command is a preference of darktable's.
]]
local dt = require "darktable"

local M = {}

local MODULE = "coincide"
local WINDOWS = dt.configuration.running_os == "windows"
-- as sidecars say when a photo was taken, the most exact first
local TAGS = { "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate" }

dt.preferences.register(MODULE, "command", "string", "coincide: command",
  "how Coincide is started", "coincide")

--- Quote a word for the shell.
local function quoted(word)
  if WINDOWS then return '"' .. word:gsub('"', "") .. '"' end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- The folders of images, each once, in order.
function M.folders(images)
  local seen, found = {}, {}
  for _, image in ipairs(images) do
    if not seen[image.path] then
      seen[image.path] = true
      found[#found + 1] = image.path
    end
  end
  table.sort(found)
  return found
end

--- The command line that opens folders in the app and returns at once.
function M.command(folders)
  local words = { dt.preferences.read(MODULE, "command", "string"), "app" }
  for _, folder in ipairs(folders) do words[#words + 1] = quoted(folder) end
  local line = table.concat(words, " ")
  if WINDOWS then return 'start "" ' .. line end
  return line .. " > /dev/null 2>&1 &"
end

--- Open the folders of images in the app.
function M.open(images)
  if #images == 0 then
    dt.print("Coincide: select photos of the event first")
    return
  end
  if os.execute(M.command(M.folders(images))) then
    dt.print("Coincide opens in the browser; then press “coincide: read times”")
  else
    dt.print("Coincide could not be started: see “coincide: command” in the preferences")
  end
end

--- The time that a sidecar says, as darktable writes times; nil where it says none.
function M.time_in(xmp)
  for _, tag in ipairs(TAGS) do
    local pattern = tag:gsub("%p", "%%%0")
    local said = xmp:match(pattern .. '%s*=%s*"([^"]+)"')
      or xmp:match(pattern .. "%s*=%s*'([^']+)'")
      or xmp:match("<" .. pattern .. ">%s*([^<]-)%s*</")
    if said then
      local year, month, day, hour, minute, second =
        said:match("^(%d%d%d%d)[-:](%d%d)[-:](%d%d)[T ](%d%d):(%d%d):(%d%d)")
      if year then
        local date = table.concat({ year, month, day }, ":")
        return date .. " " .. table.concat({ hour, minute, second }, ":")
      end
    end
  end
  return nil
end

--- Take the times of sidecars; return how many photos have another time than before.
function M.reread(images)
  local changed, without = 0, 0
  for _, image in ipairs(images) do
    local file = io.open(image.sidecar, "rb")
    local time = file and M.time_in(file:read("a"))
    if file then file:close() end
    if not time then
      without = without + 1
    elseif image.exif_datetime_taken:sub(1, #time) ~= time then
      image.exif_datetime_taken = time
      changed = changed + 1
    end
  end
  dt.print(("Coincide: %d photos have another time now, %d have no sidecar with a time")
    :format(changed, without))
  return changed
end

dt.gui.libs.image.register_action(MODULE .. "_open", "coincide: correct times",
  function(_, images) M.open(images) end, "open the folders of the selected photos in Coincide")
dt.gui.libs.image.register_action(MODULE .. "_reread", "coincide: read times",
  function(_, images) M.reread(images) end, "take the times that Coincide wrote into sidecars")

return M
