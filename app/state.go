package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"lectern/backend/library"
)

// Preferences are what the person has chosen for the program on this machine.
type Preferences struct {
	StartAtLogin bool `json:"startAtLogin"`
	// KeepRunning has the program go on when its window is closed, where there is a place that
	// shows so.
	KeepRunning bool `json:"keepRunning"`
	// Language is a tag of BCP 47; empty for the system's.
	Language string `json:"language"`
	// Appearance is system, light or dark.
	Appearance string `json:"appearance"`
}

// place is where the window is on the screens, in their pixels.
type place struct {
	X         int  `json:"x"`
	Y         int  `json:"y"`
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximised bool `json:"maximised"`
}

// The window's size where nobody has chosen another, and its least.
const (
	usualWidth, usualHeight = 1180, 800
	leastWidth, leastHeight = 640, 480
)

// zooms are the sizes at which the window shows all that is in it.
var zooms = []float64{0.6, 0.7, 0.8, 0.9, actualSize, 1.1, 1.25, 1.5, 1.75, 2}

const actualSize = 1.0

// state is what the window keeps from one start to the next.
type state struct {
	Window *place  `json:"window,omitempty"` // nil before the first end
	Zoom   float64 `json:"zoom,omitempty"`   // how large all in the window is shown; 0 for its actual size
	Preferences
}

// languageIn gives the tag of the language of the window over a data folder.
func languageIn(data string) string { return languageOf(loadState(data).Language) }

// stateFile is where it is kept, in the data folder.
const stateFile = library.WindowFile

// loadState reads the state. What is missing or cannot be read is as at the first start.
func loadState(data string) state {
	s := state{Preferences: Preferences{Appearance: "system"}}
	text, err := library.ReadOwnFile(data, stateFile)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return state{Preferences: Preferences{Appearance: "system"}}
	}
	if s.Window != nil && (s.Window.Width < leastWidth || s.Window.Height < leastHeight) {
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

// save writes the state, whole or not at all.
func (s state) save(data string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	path := filepath.Join(data, stateFile)
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// validate refuses what no page of ours sends.
func (p Preferences) validate() error {
	switch p.Appearance {
	case "system", "light", "dark":
	default:
		return fmt.Errorf("the appearance is system, light or dark, not %q", p.Appearance)
	}
	if _, known := languages()[p.Language]; p.Language != "" && !known {
		return errors.New("this language is not spoken here")
	}
	return nil
}
