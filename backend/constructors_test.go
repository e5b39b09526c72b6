package backend_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxParameters is how many parameters a constructor may have besides its context.
const maxParameters = 3

// configName is the name of the struct that has the dependencies and options of a constructor.
const configName = "Config"

// constructorName matches the names of constructors.
var constructorName = regexp.MustCompile(`^(New|new|Open|Start)([A-Z]|$)`)

// TestConstructors checks the constructors of the server and of the application against the rule in CONTRIBUTING.md.
func TestConstructors(t *testing.T) {
	for _, root := range []string{".", filepath.Join("..", "app")} {
		for folder, files := range parseSources(t, root) {
			for _, broken := range brokenConstructors(files) {
				t.Errorf("%s: %s", folder, broken)
			}
		}
	}
}

// TestConstructorRule checks the rule itself with constructors that it allows and constructors that it forbids.
func TestConstructorRule(t *testing.T) {
	for source, want := range map[string]int{
		`func New(ctx context.Context, store Store, clock Clock, log *slog.Logger) *Service { return nil }`:     0,
		`func New(store Store, clock Clock, onChange func(), log *slog.Logger) *Service { return nil }`:         1,
		`func New(store, other Store, clock Clock, log *slog.Logger) *Service { return nil }`:                   1,
		`func newService(store Store, clock Clock, onChange func(), log *slog.Logger) *Service { return nil }`:  1,
		`func StartService(db *DB, queue *Queue, node Node, log *slog.Logger) (*Service, error) { return nil }`: 1,
		`type Config struct{}; func New(mux *http.ServeMux, config Config) *Service { return nil }`:             0,
		`type Parts struct{}; func New(parts Parts) *Service { return nil }`:                                    1,
		`type Options struct{}; func New(store Store, options *Options) *Service { return nil }`:                1,
		`type Limits struct{}; func New(limits Limits) *Service { return nil }`:                                 1,
		`type Store struct{}; func New(store *Store) *Service { return nil }`:                                   0,
		`type List struct{}; func New(list List) *Service { return nil }`:                                       0,
		`type Folder struct{}; func newRunner(f Folder) *runner { return nil }`:                                 0,
		`func (s *Service) Start(a, b, c, d int) error { return nil }`:                                          0,
		`func newest(a, b, c, d int) int { return 0 }`:                                                          0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package service\n"+source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := brokenConstructors([]*ast.File{file}); len(got) != want {
			t.Errorf("%s: %q", source, got)
		}
	}
}

// optionsName matches the names of structs that probably contain dependencies or options. Their name must be
// configName.
var optionsName = regexp.MustCompile(`(.Config|Parts|Options|Params|Limits|Settings|Dependencies|Deps)$`)

// brokenConstructors returns a message for each violation of the rule by the constructors of a package: a constructor
// that has too many parameters, or an exported constructor that takes dependencies or options in a struct whose name is
// not configName.
func brokenConstructors(files []*ast.File) (broken []string) {
	structs := structNames(files)
	for f := range functionsOf(files) {
		if f.Recv != nil || !constructorName.MatchString(f.Name.Name) {
			continue
		}
		count := 0
		for i, field := range f.Type.Params.List {
			if i == 0 && isContext(field.Type) {
				continue
			}
			count += max(len(field.Names), 1)
			if kind := typeName(field.Type); f.Name.IsExported() && structs[kind] && optionsName.MatchString(kind) {
				broken = append(broken, fmt.Sprintf("%s takes the struct %s: name it %s", f.Name, kind, configName))
			}
		}
		if count > maxParameters {
			broken = append(broken, fmt.Sprintf("%s has %d parameters besides the context: let it take a struct named %s",
				f.Name, count, configName))
		}
	}
	return broken
}

// isContext reports whether a parameter is a [context.Context], or a *testing.T or testing.TB.
func isContext(parameter ast.Expr) bool {
	if pointer, ok := parameter.(*ast.StarExpr); ok {
		parameter = pointer.X
	}
	kind, ok := parameter.(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"Context", "TB", "T"}, kind.Sel.Name)
}

// typeName returns the name of a type that the package itself declares, without the asterisk of a pointer. For other
// types it returns "".
func typeName(parameter ast.Expr) string {
	if pointer, ok := parameter.(*ast.StarExpr); ok {
		parameter = pointer.X
	}
	if kind, ok := parameter.(*ast.Ident); ok {
		return kind.Name
	}
	return ""
}

// structNames returns the names of the structs that a package declares.
func structNames(files []*ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				_, names[spec.Name.Name] = spec.Type.(*ast.StructType)
			}
			return true
		})
	}
	return names
}

// functionsOf iterates over the functions and methods of files.
func functionsOf(files []*ast.File) func(yield func(*ast.FuncDecl) bool) {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, file := range files {
			for _, declaration := range file.Decls {
				if f, ok := declaration.(*ast.FuncDecl); ok && !yield(f) {
					return
				}
			}
		}
	}
}

// parseSources parses the sources of all packages in and below a folder, without tests, and returns them by folder.
func parseSources(t *testing.T, root string) map[string][]*ast.File {
	t.Helper()
	packages := make(map[string][]*ast.File)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "node_modules", "libreoffice"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) == 0 {
		t.Fatalf("no packages in %s", root)
	}
	return packages
}
