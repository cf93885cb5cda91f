--[[ What both menu items share: the folders of photos, and the command that opens them. ]]
local LrPathUtils = import "LrPathUtils"
local LrPrefs = import "LrPrefs"

local Coincide = {}

--- Return the command that starts Coincide: a preference, with the usual place by default.
function Coincide.program()
  local told = LrPrefs.prefsForPlugin().program
  if told and told ~= "" then return told end
  if WIN_ENV then return "coincide" end
  return "/Applications/Coincide.app/Contents/MacOS/coincide"
end

--- Quote a word for the shell of the system.
function Coincide.quoted(word)
  if WIN_ENV then return '"' .. word:gsub('"', "") .. '"' end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- Return the folders of photos, each once, in order.
function Coincide.folders(photos)
  local seen, found = {}, {}
  for _, photo in ipairs(photos) do
    local folder = LrPathUtils.parent(photo:getRawMetadata("path"))
    if not seen[folder] then
      seen[folder] = true
      found[#found + 1] = folder
    end
  end
  table.sort(found)
  return found
end

--- Return the command line that opens folders in the app and returns at once.
function Coincide.command(folders)
  local words = { Coincide.quoted(Coincide.program()), "app" }
  for _, folder in ipairs(folders) do words[#words + 1] = Coincide.quoted(folder) end
  local line = table.concat(words, " ")
  -- cmd.exe takes the outer quotes away
  if WIN_ENV then return '"start "" ' .. line .. '"' end
  return line .. " > /dev/null 2>&1 &"
end

return Coincide
