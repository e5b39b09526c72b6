//go:build !bindings

package app

// generatesBindings: see bindings.go.
const generatesBindings = false
