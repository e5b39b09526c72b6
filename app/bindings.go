//go:build bindings

package app

// generatesBindings reports that the wails command has built this program to have it write code that calls
// the bridge. The page calls it without.
const generatesBindings = true
