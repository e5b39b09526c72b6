; The installer for Windows. It installs Lectern for the current user, without administrator rights. makensis requires
; the definitions VERSION, PROGRAMS (the folder of the programs) and OUTPUT (the installer's file name). Lectern is
; listed in "Open with" for the file types below, but does not become their default program.

Unicode true
Name "Lectern"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Lectern"
RequestExecutionLevel user
SetCompressor /SOLID lzma
Icon "lectern.ico"
UninstallIcon "lectern.ico"
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Lectern"
!define OPENS "Software\Classes\Applications\lectern-desktop.exe"

!macro OPENS_TYPE EXTENSION
    WriteRegStr HKCU "${OPENS}\SupportedTypes" ".${EXTENSION}" ""
    WriteRegStr HKCU "Software\Classes\.${EXTENSION}\OpenWithList\lectern-desktop.exe" "" ""
!macroend
!macro OPENS_TYPE_NO_MORE EXTENSION
    DeleteRegKey HKCU "Software\Classes\.${EXTENSION}\OpenWithList\lectern-desktop.exe"
!macroend
!macro EACH_TYPE DO
    !insertmacro ${DO} doc
    !insertmacro ${DO} docx
    !insertmacro ${DO} dotx
    !insertmacro ${DO} ppt
    !insertmacro ${DO} pps
    !insertmacro ${DO} pot
    !insertmacro ${DO} ppa
    !insertmacro ${DO} potx
    !insertmacro ${DO} pptx
    !insertmacro ${DO} ppsx
    !insertmacro ${DO} xls
    !insertmacro ${DO} xlsx
    !insertmacro ${DO} pdf
    !insertmacro ${DO} rtf
!macroend

Section
    SetOutPath "$INSTDIR"
    File "${PROGRAMS}/lectern.exe"
    File "${PROGRAMS}/lectern-converter.exe"
    File "${PROGRAMS}/lectern-desktop.exe"
    File "../../LICENSE"
    File "../../NOTICE.md"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Lectern.lnk" "$INSTDIR\lectern-desktop.exe"
    WriteRegStr HKCU "${OPENS}\shell\open\command" "" '"$INSTDIR\lectern-desktop.exe" "%1"'
    !insertmacro EACH_TYPE OPENS_TYPE
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Lectern"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\lectern-desktop.exe"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
SectionEnd

; The user's library is kept.
Section "Uninstall"
    Delete "$INSTDIR\lectern.exe"
    Delete "$INSTDIR\lectern-converter.exe"
    Delete "$INSTDIR\lectern-desktop.exe"
    Delete "$INSTDIR\LICENSE"
    Delete "$INSTDIR\NOTICE.md"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Lectern.lnk"
    !insertmacro EACH_TYPE OPENS_TYPE_NO_MORE
    DeleteRegKey HKCU "${OPENS}"
    DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
