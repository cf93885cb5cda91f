--[[ The plug-in manager's page: where the program is. ]]
local LrPrefs = import "LrPrefs"
local LrView = import "LrView"

return {
  sectionsForTopOfDialog = function(factory)
    return {
      {
        title = "Coincide",
        bind_to_object = LrPrefs.prefsForPlugin(),
        factory:row {
          factory:static_text { title = "Program" },
          factory:edit_field { value = LrView.bind("program"), width_in_chars = 50 },
        },
      },
    }
  end,
}
