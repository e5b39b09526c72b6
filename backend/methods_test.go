package backend_test

import (
	"fmt"
	"go/ast"
	"testing"
)

// maxMethods is how many methods a type may have. Methods of embedded fields do not count.
const maxMethods = 45

// TestMethodsOfTypes checks that no type of the project has too many methods.
func TestMethodsOfTypes(t *testing.T) {
	for folder, files := range parseSources(t, "..") {
		for kind, methods := range methodsOf(files) {
			if len(methods) > maxMethods {
				t.Errorf("%s: %s has %d methods: move a group of them to a type of its own", folder, kind, len(methods))
			}
		}
	}
}

// methodsOf returns the names of the methods of each type, including methods for other operating systems.
func methodsOf(files []*ast.File) map[string]map[string]bool {
	methods := make(map[string]map[string]bool)
	for f := range functionsOf(files) {
		if f.Recv == nil {
			continue
		}
		kind := f.Recv.List[0].Type
		if pointer, ok := kind.(*ast.StarExpr); ok {
			kind = pointer.X
		}
		switch generic := kind.(type) {
		case *ast.IndexExpr:
			kind = generic.X
		case *ast.IndexListExpr:
			kind = generic.X
		}
		name := fmt.Sprint(kind)
		if methods[name] == nil {
			methods[name] = make(map[string]bool)
		}
		methods[name][f.Name.Name] = true
	}
	return methods
}
