package converters_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const pdfPackage = "lectern/converters/pdf"

// TestCPackagesAreRebuilt checks that the go command compiles a C file again when a header that it includes has
// changed. The go command only knows the headers in the folder of the C file. A package that includes headers of
// another folder must import the package in that folder, which must embed its headers, see package mupdfapi.
func TestCPackagesAreRebuilt(t *testing.T) {
	needs, err := neededFolders(os.DirFS("pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if len(needs) < 2 {
		t.Fatalf("found C files in the folders %v only", slices.Collect(maps.Keys(needs)))
	}
	for folder, needed := range needs {
		imports := importsOf(t, filepath.Join("pdf", folder))
		for _, other := range needed {
			if !slices.Contains(imports, path.Join(pdfPackage, other)) {
				t.Errorf("pdf/%s needs C files of pdf/%s and must import it", folder, other)
			}
			if !embedsHeaders(t, filepath.Join("pdf", other)) {
				t.Errorf("pdf/%s must embed its headers in the variable Headers", other)
			}
		}
	}
}

// TestNeededFolders checks when a folder counts as needed: its headers are included by other headers or in Go, or its
// functions are called.
func TestNeededFolders(t *testing.T) {
	got, err := neededFolders(fstest.MapFS{
		"a/a.c":  {Data: []byte("#include \"b/b.h\"\n")},
		"b/b.h":  {Data: []byte("#include \"c/c.h\"\n")},
		"c/c.h":  {Data: []byte("int c(void);\n")},
		"c/c.c":  {Data: []byte("int c(void)\n{\n\treturn d();\n}\n")},
		"d/d.c":  {Data: []byte("int d(void)\n{\n\treturn 1;\n}\n")},
		"e/e.go": {Data: []byte("package e\n/*\n#include \"c/c.h\"\n*/\nimport \"C\"\n")},
		"f/f.go": {Data: []byte("package f\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {"d"}, "d": nil, "e": {"c"}}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// neededFolders returns, for each folder with C files or includes in Go, the other folders that it needs. A folder is
// needed if its headers are included, directly or through other headers, or if its functions are called.
func neededFolders(root fs.FS) (map[string][]string, error) {
	files, err := readFiles(root)
	if err != nil {
		return nil, err
	}
	if err := addGoIncludes(root, files); err != nil {
		return nil, err
	}
	needs := map[string][]string{}
	for name, others := range filesNeededBy(files) {
		folder := path.Dir(name)
		needed := append(needs[folder], includedFolders(files, name)...)
		for _, other := range others {
			needed = append(needed, path.Dir(other))
		}
		needed = slices.DeleteFunc(needed, func(other string) bool { return other == folder })
		slices.Sort(needed)
		needs[folder] = slices.Compact(needed)
	}
	return needs, nil
}

// addGoIncludes adds the Go files that include headers, by their path without the extension and with a suffix that no C
// file has.
func addGoIncludes(root fs.FS, files map[string]*cFile) error {
	names, err := fs.Glob(root, "*.go")
	if err != nil {
		return err
	}
	below, err := fs.Glob(root, "*/*.go")
	if err != nil {
		return err
	}
	for _, name := range append(names, below...) {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if includes := includePattern.FindAllStringSubmatch(string(text), -1); includes != nil {
			file := &cFile{}
			for _, include := range includes {
				file.includes = append(file.includes, include[1])
			}
			files[name] = file
		}
	}
	return nil
}

// includedFolders returns the folders of the headers that a file includes, directly or through other headers.
func includedFolders(files map[string]*cFile, name string) []string {
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		for _, include := range files[name].includes {
			if other := resolve(files, name, include); other != "" && !seen[other] {
				seen[other] = true
				visit(other)
			}
		}
	}
	visit(name)
	folders := map[string]bool{}
	for other := range seen {
		folders[path.Dir(other)] = true
	}
	return slices.Sorted(maps.Keys(folders))
}

func importsOf(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var imports []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports = append(imports, imported)
		}
	}
	return imports
}

var headersPattern = regexp.MustCompile(`(?m)^//go:embed \*\.h\nvar Headers embed\.FS$`)

// embedsHeaders reports whether the Go files of a folder embed its headers, or it has none.
func embedsHeaders(t *testing.T, folder string) bool {
	t.Helper()
	headers, err := filepath.Glob(filepath.Join(folder, "*.h"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if headersPattern.Match(text) {
			return true
		}
	}
	return len(headers) == 0
}
