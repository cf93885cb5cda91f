--[[
What the plug-in asks of Lightroom Classic, as its SDK documents it, without Lightroom: arguments are
the system, the answer to questions, what starting a program returns, the menu item, then paths.
Prints what was asked for, a line each.
]]
local system, answer, started, item = arg[1], arg[2], tonumber(arg[3]), arg[4]
local photos = {}
for number = 5, #arg do
  local path = arg[number]
  photos[#photos + 1] = {
    getRawMetadata = function(_, key) assert(key == "path") return path end,
    readMetadata = function()
      assert(Writing, "outside of a write access")
      if path:match("gone") then error("no file") end
      print("read " .. path)
    end,
  }
end
WIN_ENV = system == "windows"
local catalog = {
  getTargetPhotos = function() return photos end,
  withWriteAccessDo = function(_, name, act)
    assert(type(name) == "string")
    Writing = true
    act()
    Writing = false
  end,
}
local sdk = {
  LrApplication = { activeCatalog = function() return catalog end },
  LrDialogs = {
    confirm = function(title) print("ask " .. title) return answer end,
    message = function(title, text) print("tell " .. title .. ": " .. text) end,
  },
  LrPathUtils = { parent = function(path) return path:match("^(.*)[/\\][^/\\]*$") end },
  LrPrefs = { prefsForPlugin = function() return {} end },
  LrTasks = {
    startAsyncTask = function(task) task() end,
    execute = function(line) print("run " .. line) return started end,
    pcall = pcall,
  },
}
function import(name) return assert(sdk[name], name) end
dofile(item)
