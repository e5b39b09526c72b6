//go:build !bindings

package app

// generatesBindings is false except in programs that generate bindings, see bindings.go.
const generatesBindings = false
