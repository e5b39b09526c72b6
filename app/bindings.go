//go:build bindings

package app

// generatesBindings reports whether the wails command runs this program to generate TypeScript bindings. The program
// then exits at once, because the page does not use such bindings.
const generatesBindings = true
