//go:build bindings

package app

// generatesBindings reports whether the wails command runs this program to generate TypeScript bindings.
// The page does not use them.
const generatesBindings = true
