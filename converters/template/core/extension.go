package core

import (
	"reflect"
)

// Extension returns what a format keeps with a document: a value of its own type, which is made when it is first asked for.
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
