package app

import (
	"context"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/menu/keys"
	wails "github.com/wailsapp/wails/v2/pkg/runtime"

	"lectern/backend/convert/filetype"
)

// menuEvent is the event that tells the page the name of the chosen menu item.
const menuEvent = "menu"

// openMenuEvent is sent by the page to open the menu if the window has no menu bar. It carries the position of the
// upper right corner of the menu in pixels of the page.
const openMenuEvent = "open-menu"

// newMenu returns the menu of the window. Each item sends menuEvent to the page. Wherever the focus is, keyboard
// shortcuts of the menu take precedence over those of the page. Therefore the menu may use a shortcut of the page only
// if the page does the same for the menu item.
func newMenu(w texts, window func() context.Context, quit func()) *menu.Menu {
	emit := func(name string) menu.Callback {
		return func(*menu.CallbackData) { wails.EventsEmit(window(), menuEvent, name) }
	}
	shift := func(key string) *keys.Accelerator { return keys.Combo(key, keys.CmdOrCtrlKey, keys.ShiftKey) }
	all := menu.NewMenu()

	file := all.AddSubmenu(w.file)
	file.AddText(w.openFiles, keys.CmdOrCtrl("o"), emit("open-files"))
	file.AddText(w.openFolder, shift("o"), emit("open-folder"))
	file.AddText(w.openAddress, keys.CmdOrCtrl("u"), emit("open-address"))
	file.AddSeparator()
	file.AddText(w.settings, keys.CmdOrCtrl(","), emit("settings"))
	file.AddSeparator()
	file.AddText(w.closeTab, keys.CmdOrCtrl("w"), emit("close-tab"))
	file.AddText(w.quit, keys.CmdOrCtrl("q"), func(*menu.CallbackData) { quit() })

	library := all.AddSubmenu(w.library)
	library.AddText(w.library, shift("l"), emit("library"))
	library.AddText(w.search, shift("f"), emit("search"))
	library.AddText(w.newCollection, shift("n"), emit("new-collection"))
	library.AddSeparator()
	library.AddText(w.folders, nil, emit("folders"))
	library.AddText(w.activity, nil, emit("activity"))

	view := all.AddSubmenu(w.view)
	view.AddText(w.zoomIn, keys.CmdOrCtrl("+"), emit("zoom-in"))
	view.AddText(w.zoomOut, keys.CmdOrCtrl("-"), emit("zoom-out"))
	view.AddText(w.resetZoom, keys.CmdOrCtrl("0"), emit("reset-zoom"))
	view.AddSeparator()
	view.AddText(w.fullScreen, keys.Key("f11"), func(*menu.CallbackData) { toggleFullScreen(window()) })

	help := all.AddSubmenu(w.help)
	help.AddText(w.documentation, keys.Key("f1"), emit("documentation"))
	help.AddText(w.shortcuts, nil, emit("shortcuts"))
	return all
}

func toggleFullScreen(window context.Context) {
	if wails.WindowIsFullscreen(window) {
		wails.WindowUnfullscreen(window)
	} else {
		wails.WindowFullscreen(window)
	}
}

// documentFilters returns the file types of the dialog for documents.
func documentFilters(w texts) []wails.FileFilter {
	var patterns []string
	for _, kind := range filetype.All() {
		patterns = append(patterns, "*."+string(kind), "*."+strings.ToUpper(string(kind)))
	}
	return []wails.FileFilter{{DisplayName: w.documents, Pattern: strings.Join(patterns, ";")}, {DisplayName: w.allFiles, Pattern: "*"}}
}

// backupFilters returns the file types of the dialog for a backup.
func backupFilters(w texts) []wails.FileFilter {
	return []wails.FileFilter{{DisplayName: w.backups, Pattern: "*.tar"}, {DisplayName: w.allFiles, Pattern: "*"}}
}
