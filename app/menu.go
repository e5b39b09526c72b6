package app

import (
	"context"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/menu/keys"
	wails "github.com/wailsapp/wails/v2/pkg/runtime"

	"lectern/backend/convert/filetype"
)

// menuEvent tells the page which item of the menu was chosen, by its name.
const menuEvent = "menu"

// newMenu gives the window's menu, whose items are told to the page. The menu takes its keys before
// the page has them, wherever the focus is: those that a page has a use for by itself are left to
// it, unless it does the same when it is told.
func newMenu(w words, window func() context.Context, quit func()) *menu.Menu {
	tell := func(name string) menu.Callback {
		return func(*menu.CallbackData) { wails.EventsEmit(window(), menuEvent, name) }
	}
	shift := func(key string) *keys.Accelerator { return keys.Combo(key, keys.CmdOrCtrlKey, keys.ShiftKey) }
	all := menu.NewMenu()

	file := all.AddSubmenu(w.file)
	file.AddText(w.openFiles, keys.CmdOrCtrl("o"), tell("open-files"))
	file.AddText(w.openFolder, shift("o"), tell("open-folder"))
	file.AddText(w.openAddress, keys.CmdOrCtrl("u"), tell("open-address"))
	file.AddSeparator()
	file.AddText(w.settings, keys.CmdOrCtrl(","), tell("settings"))
	file.AddSeparator()
	file.AddText(w.closeTab, keys.CmdOrCtrl("w"), tell("close-tab"))
	file.AddText(w.quit, keys.CmdOrCtrl("q"), func(*menu.CallbackData) { quit() })

	library := all.AddSubmenu(w.library)
	library.AddText(w.library, shift("l"), tell("library"))
	library.AddText(w.search, shift("f"), tell("search"))
	library.AddText(w.newCollection, shift("n"), tell("new-collection"))
	library.AddSeparator()
	library.AddText(w.folders, nil, tell("folders"))
	library.AddText(w.activity, nil, tell("activity"))

	view := all.AddSubmenu(w.view)
	view.AddText(w.zoomIn, keys.CmdOrCtrl("+"), tell("zoom-in"))
	view.AddText(w.zoomOut, keys.CmdOrCtrl("-"), tell("zoom-out"))
	view.AddText(w.resetZoom, keys.CmdOrCtrl("0"), tell("reset-zoom"))
	view.AddSeparator()
	view.AddText(w.fullScreen, keys.Key("f11"), func(*menu.CallbackData) { toggleFullScreen(window()) })

	help := all.AddSubmenu(w.help)
	help.AddText(w.documentation, keys.Key("f1"), tell("documentation"))
	help.AddText(w.shortcuts, nil, tell("shortcuts"))
	return all
}

func toggleFullScreen(window context.Context) {
	if wails.WindowIsFullscreen(window) {
		wails.WindowUnfullscreen(window)
	} else {
		wails.WindowFullscreen(window)
	}
}

// documentFilters are the kinds of files that the dialog for files offers.
func documentFilters(w words) []wails.FileFilter {
	var patterns []string
	for _, kind := range filetype.All() {
		patterns = append(patterns, "*."+string(kind), "*."+strings.ToUpper(string(kind)))
	}
	return []wails.FileFilter{{DisplayName: w.documents, Pattern: strings.Join(patterns, ";")}, {DisplayName: w.allFiles, Pattern: "*"}}
}

// backupFilters are those that the dialog for a backup offers.
func backupFilters(w words) []wails.FileFilter {
	return []wails.FileFilter{{DisplayName: w.backups, Pattern: "*.tar"}, {DisplayName: w.allFiles, Pattern: "*"}}
}
