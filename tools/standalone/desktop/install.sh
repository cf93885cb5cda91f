#!/bin/sh
# Put Coincide into this user's menu, from the folder that was unpacked; "remove" takes it away.
set -eu
program=$(dirname "$(readlink -f "$0")")
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/coincide.desktop
icon=$share/icons/hicolor/scalable/apps/coincide.svg
if [ "${1:-}" = remove ]; then
    rm -f "$entry" "$icon"
    exit
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")"
cp "$program/coincide.svg" "$icon"
# a path with spaces is quoted as desktop entries want it
sed "s|^Exec=coincide|Exec=\"$program/coincide\"|" "$program/coincide.desktop" > "$entry"
echo "Coincide is in the menu. $0 remove takes it away."
