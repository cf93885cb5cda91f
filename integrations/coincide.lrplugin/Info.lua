--[[ Coincide in Lightroom Classic: selected photos go to the app, corrected times come back. ]]
return {
  LrSdkVersion = 6.0,
  LrSdkMinimumVersion = 6.0,
  LrToolkitIdentifier = "org.coincide.lightroom",
  LrPluginName = "Coincide",
  LrLibraryMenuItems = {
    { title = "Correct times with Coincide", file = "Open.lua", enabledWhen = "photosSelected" },
    { title = "Read the corrected times", file = "Reread.lua", enabledWhen = "photosSelected" },
  },
  LrExportMenuItems = {
    { title = "Correct times with Coincide", file = "Open.lua", enabledWhen = "photosSelected" },
    { title = "Read the corrected times", file = "Reread.lua", enabledWhen = "photosSelected" },
  },
  LrPluginInfoProvider = "Settings.lua",
  VERSION = { major = 0, minor = 1, revision = 0 },
}
