package backend_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"strings"
	"testing"
)

// maxMethods is how many methods a type may have, including those that are promoted from embedded structs of the same
// package. Promoted methods count because a type does not get simpler if its methods are moved to an embedded struct.
const maxMethods = 45

// TestMethodsOfTypes checks that no type of the project has too many methods.
func TestMethodsOfTypes(t *testing.T) {
	for folder, files := range parseSources(t, "..") {
		for kind, methods := range methodsOf(files) {
			if len(methods) > maxMethods {
				t.Errorf("%s: %s has %d methods with those of embedded structs: move a group of them to a type of its own, "+
					"and do not embed it", folder, kind, len(methods))
			}
		}
	}
}

// TestMethodRule checks the rule itself with types that embed others.
func TestMethodRule(t *testing.T) {
	const service = "package service\n" +
		"type Service struct{}; func (s *Service) Find() {}; func (s Service) List() {}\n"
	for source, want := range map[string]int{
		`type run struct{ service *Service }; func (r *run) save() {}`:                                   1,
		`type run struct{ *Service }; func (r *run) save() {}`:                                           3,
		`type run struct{ Service }; func (r *run) Find() {}`:                                            2,
		`type run struct{ *Service }; type bulk struct { *run }; func (b *bulk) save() {}`:               3,
		`type list[T any] struct{ Service }; func (l *list[T]) save() {}; type run struct { list[int] }`: 3,
		`type run struct{ http.Server }`:                                                                 0,
		`type run struct{ *run; Service }`:                                                               2,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", service+source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		kind := "run"
		if strings.Contains(source, "type bulk") {
			kind = "bulk"
		}
		if got := len(methodsOf([]*ast.File{file})[kind]); got != want {
			t.Errorf("%s: %d methods instead of %d", source, got, want)
		}
	}
}

// methodsOf returns the names of the methods of each type, including methods for other operating systems, and methods
// that are promoted from embedded structs of the same package.
func methodsOf(files []*ast.File) map[string]map[string]bool {
	methods, embedded := declaredMethods(files), embeddedTypes(files)
	all := maps.Clone(methods)
	for kind := range embedded {
		all[kind] = make(map[string]bool)
		for from := range withEmbedded(kind, embedded, make(map[string]bool)) {
			maps.Copy(all[kind], methods[from])
		}
	}
	return all
}

// withEmbedded adds a type to found, and the types that it embeds directly or indirectly. It returns found.
func withEmbedded(kind string, embedded map[string][]string, found map[string]bool) map[string]bool {
	if !found[kind] {
		found[kind] = true
		for _, inner := range embedded[kind] {
			withEmbedded(inner, embedded, found)
		}
	}
	return found
}

// embeddedTypes returns the names of the types of the same package that each struct embeds.
func embeddedTypes(files []*ast.File) map[string][]string {
	embedded := make(map[string][]string)
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if kind, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range kind.Fields.List {
					if len(field.Names) == 0 {
						embedded[spec.Name.Name] = append(embedded[spec.Name.Name], typeName(withoutArguments(field.Type)))
					}
				}
			}
			return true
		})
	}
	return embedded
}

// declaredMethods returns the names of the methods that are declared for each type.
func declaredMethods(files []*ast.File) map[string]map[string]bool {
	methods := make(map[string]map[string]bool)
	for f := range functionsOf(files) {
		if f.Recv == nil {
			continue
		}
		name := typeName(withoutArguments(f.Recv.List[0].Type))
		if methods[name] == nil {
			methods[name] = make(map[string]bool)
		}
		methods[name][f.Name.Name] = true
	}
	return methods
}

// withoutArguments returns a type without the asterisk of a pointer and without its type arguments.
func withoutArguments(kind ast.Expr) ast.Expr {
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	switch generic := kind.(type) {
	case *ast.IndexExpr:
		return generic.X
	case *ast.IndexListExpr:
		return generic.X
	}
	return kind
}
