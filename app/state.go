package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"lectern/backend/library"
)

// Preferences are the settings of the program on this machine.
type Preferences struct {
	StartAtLogin bool `json:"startAtLogin"`
	// KeepRunning keeps the program running after its window was closed, if the desktop shows the tray icon.
	KeepRunning bool `json:"keepRunning"`
	// Language is a BCP 47 tag; empty for the language of the system.
	Language string `json:"language"`
	// Appearance is system, light or dark.
	Appearance string `json:"appearance"`
}

// windowBounds is the position and size of the window, in pixels of the screen.
type windowBounds struct {
	X         int  `json:"x"`
	Y         int  `json:"y"`
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximised bool `json:"maximised"`
}

// The default and the minimum size of the window.
const (
	defaultWidth, defaultHeight = 1180, 800
	minWidth, minHeight         = 640, 480
)

// zooms are the zoom factors of the window, in ascending order.
var zooms = []float64{0.6, 0.7, 0.8, 0.9, actualSize, 1.1, 1.25, 1.5, 1.75, 2}

const actualSize = 1.0

// state contains what is stored between runs of the program.
type state struct {
	Window *windowBounds `json:"window,omitempty"` // nil if unknown, as in the first run
	Zoom   float64       `json:"zoom,omitempty"`   // zoom factor; 0 for the actual size
	// ListView is set if the library was shown as a list last, instead of as cards.
	ListView bool `json:"listView,omitempty"`
	Preferences
}

// storedLanguage returns the BCP 47 tag of the window's language, according to the preferences in a data folder.
func storedLanguage(data string) string { return resolveLanguage(loadState(data).Language) }

// stateFile is the name of the file that holds the state, in the data folder.
const stateFile = library.WindowFile

// loadState reads the state from a data folder. It replaces missing and invalid values by the defaults.
func loadState(data string) state {
	s := state{Preferences: Preferences{Appearance: "system"}}
	text, err := library.ReadOwnFile(data, stateFile)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return state{Preferences: Preferences{Appearance: "system"}}
	}
	if s.Window != nil && (s.Window.Width < minWidth || s.Window.Height < minHeight) {
		s.Window = nil
	}
	if !slices.Contains(zooms, s.Zoom) {
		s.Zoom = 0
	}
	if s.validate() != nil {
		s.Preferences = Preferences{Appearance: "system"}
	}
	return s
}

// save writes the state atomically.
func (s state) save(data string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return library.SaveWindow(data, text)
}

// validate returns an error for values that the page does not offer.
func (p Preferences) validate() error {
	switch p.Appearance {
	case "system", "light", "dark":
	default:
		return fmt.Errorf("the appearance must be system, light or dark, not %q", p.Appearance)
	}
	if _, known := languages()[p.Language]; p.Language != "" && !known {
		return errors.New("this language is not supported")
	}
	return nil
}
