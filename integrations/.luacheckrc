std = "min"
max_line_length = 100
files["coincide.lrplugin"] = { globals = {}, read_globals = { "import", "WIN_ENV", "MAC_ENV" } }
files["darktable"] = { std = "lua54" }
