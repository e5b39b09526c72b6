package core

import (
	"reflect"
)

// Extension returns the state of type T that a document format keeps in a document. The first call creates a zero
// value.
func Extension[T any](d *Document) *T {
	key := reflect.TypeFor[T]()
	if found, ok := d.extensions[key].(*T); ok {
		return found
	}
	if d.extensions == nil {
		d.extensions = make(map[reflect.Type]any)
	}
	made := new(T)
	d.extensions[key] = made
	return made
}
