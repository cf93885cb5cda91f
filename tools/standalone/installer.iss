; Inno Setup: the installer for Windows, of what tools.standalone.build made. Built by the workflow;
; not tried on a Windows so far. /DSIGN=... names a sign tool, without one it is not signed.
#ifndef VERSION
  #error name the version: /DVERSION=1.2.3
#endif
[Setup]
AppId={{6F1D6B0E-6A2E-4B7C-9C07-0D4C6F2C1A55}
AppName=Coincide
AppVersion={#VERSION}
AppPublisher=The Coincide developers
DefaultDirName={autopf}\Coincide
DefaultGroupName=Coincide
PrivilegesRequired=lowest
LicenseFile=..\..\build\standalone\coincide\LICENSES.txt
OutputDir=..\..\dist
OutputBaseFilename=coincide-{#VERSION}-windows-setup
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2
SolidCompression=yes
#ifdef SIGN
SignTool={#SIGN}
#endif
[Files]
Source: "..\..\build\standalone\coincide\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
[Icons]
Name: "{group}\Coincide"; Filename: "{app}\coincide-app.exe"
[Run]
Filename: "{app}\coincide-app.exe"; Description: "Start Coincide"; Flags: postinstall nowait skipifsilent
