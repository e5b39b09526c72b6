// Package converters_test checks the C files of the converters.
package converters_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestNoCirclesBetweenCFiles checks that the C and C++ files of each folder and the folders below have no circular
// dependencies: no two files need each other, directly or through other files. A header and the source of the same name
// count as one file.
func TestNoCirclesBetweenCFiles(t *testing.T) {
	for _, folder := range []string{"office", "pdf", "sandbox", "libreoffice/extension", "../app"} {
		t.Run(path.Base(folder), func(t *testing.T) {
			needs, err := neededFiles(os.DirFS(folder))
			if err != nil {
				t.Fatal(err)
			}
			if len(needs) == 0 {
				t.Error("got no C file: remove the folder from this test")
			}
			if circle := findCircle(needs); circle != nil {
				t.Errorf("these files need each other in a circle: %s", strings.Join(circle, " -> "))
			}
		})
	}
}

// TestFindCircle checks that includes, calls and functions that are passed as values count as dependencies, and that
// comments, strings and private functions of the same name do not.
func TestFindCircle(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"by calls": {map[string]string{
			"a.c": "int a(int x)\n{\n\treturn b(x);\n}\n",
			"b.c": "int b(int x)\n{\n\treturn c(x);\n}\n",
			"c.c": "char *c(int x,\n\tint y)\n{\n\treturn a(x);\n}\n",
		}, []string{"a", "b", "c", "a"}},
		"by a call and an include": {map[string]string{
			"a.h": "#include \"b.h\"\n",
			"a.c": "void a(void)\n{\n}\n",
			"b.h": "int b;\n",
			"b.c": "#include \"b.h\"\nvoid b(void)\n{\n\ton_event(a);\n}\n",
		}, []string{"a", "b", "a"}},
		"none": {map[string]string{
			"a.c": "#include <b.h>\nvoid a(void)\n{\n\t/* b() and\n\tb() */\n\tputs(\"b()\");\n\tc();\n}\n",
			"b.c": "static void c(void)\n{\n}\nvoid b(void)\n{\n\tc(a);\n}\n",
			"c.c": "void a(void);\nvoid c(void)\n{\n}\n",
		}, nil},
		"by includes in C++": {map[string]string{
			"a.hxx":   "#include \"b/b.hxx\"\n",
			"b/b.hxx": "int b();\n",
			"b/b.cxx": "#include \"c.hxx\"\n",
			"c.hxx":   "#include \"a.hxx\"\n",
		}, []string{"a", "b/b", "c", "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := fstest.MapFS{}
			for name, text := range test.files {
				folder[name] = &fstest.MapFile{Data: []byte(text)}
			}
			needs, err := neededFiles(folder)
			if err != nil {
				t.Fatal(err)
			}
			if got := findCircle(needs); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

var (
	includePattern    = regexp.MustCompile(`(?m)^#include "([\w/]+)\.h(?:xx)?"`)
	ignoredPattern    = regexp.MustCompile(`(?sm)^#include[^\n]*|/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`)
	prototypePattern  = regexp.MustCompile(`(?m)^\w[\w *]*?\b\w+\([^;{}]*\);`)
	definitionPattern = regexp.MustCompile(`(?m)^(\w[\w *]*?)\b(\w+)\([^;{}]*\)\s*\{`)
	wordPattern       = regexp.MustCompile(`\w+`)
)

// cFile is a source and the header of the same name.
type cFile struct {
	includes []string
	private  map[string]bool // static functions
	public   []string        // other functions
	words    []string
}

// neededFiles returns, for each C or C++ file of a folder, the other files that it needs because it includes their
// header or, in C, names a function that they define. The functions of C++ are members of namespaces that several files
// share, so only includes count there.
func neededFiles(folder fs.FS) (map[string][]string, error) {
	files, err := readFiles(folder)
	if err != nil {
		return nil, err
	}
	return filesNeededBy(files), nil
}

// filesNeededBy returns, for each of the files, the other files that it needs.
func filesNeededBy(files map[string]*cFile) map[string][]string {
	definedBy := map[string]string{}
	for name, file := range files {
		for _, function := range file.public {
			definedBy[function] = name
		}
	}
	needs := map[string][]string{}
	for name, file := range files {
		needed := map[string]bool{}
		for _, include := range file.includes {
			needed[resolve(files, name, include)] = true
		}
		for _, word := range file.words {
			if other := definedBy[word]; other != "" && !file.private[word] {
				needed[other] = true
			}
		}
		delete(needed, name)
		delete(needed, "")
		needs[name] = slices.Sorted(maps.Keys(needed))
	}
	return needs
}

// resolve returns the name of the file that an include directive in the file called name refers to. It returns "" if
// that file is not in files. The path in the directive is relative to the root or to the including file.
func resolve(files map[string]*cFile, name, include string) string {
	for _, candidate := range []string{path.Join(path.Dir(name), include), include} {
		if files[candidate] != nil {
			return candidate
		}
	}
	return ""
}

// readFiles returns the C and C++ files of a folder and the folders below by their path without the extension.
func readFiles(folder fs.FS) (map[string]*cFile, error) {
	files := map[string]*cFile{}
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case !slices.Contains([]string{".c", ".h", ".cxx", ".hxx"}, path.Ext(name)):
			return nil
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		base := strings.TrimSuffix(name, path.Ext(name))
		if files[base] == nil {
			files[base] = &cFile{private: map[string]bool{}}
		}
		files[base].addIncludes(string(text))
		if !strings.HasSuffix(name, "xx") {
			files[base].addFunctions(string(text))
		}
		return nil
	})
	return files, err
}

func (f *cFile) addIncludes(text string) {
	for _, include := range includePattern.FindAllStringSubmatch(text, -1) {
		f.includes = append(f.includes, include[1])
	}
}

func (f *cFile) addFunctions(text string) {
	text = prototypePattern.ReplaceAllString(ignoredPattern.ReplaceAllString(text, " "), "")
	for _, definition := range definitionPattern.FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(definition[1], "static ") {
			f.private[definition[2]] = true
		} else {
			f.public = append(f.public, definition[2])
		}
	}
	f.words = append(f.words, wordPattern.FindAllString(text, -1)...)
}

// findCircle returns the names on a cycle, with the first name repeated at the end, or nil if there is none.
func findCircle(needs map[string][]string) []string {
	var way []string
	done := map[string]bool{}
	var visit func(name string) []string
	visit = func(name string) []string {
		if start := slices.Index(way, name); start >= 0 {
			return append(slices.Clone(way[start:]), name)
		}
		if done[name] {
			return nil
		}
		way = append(way, name)
		for _, next := range needs[name] {
			if circle := visit(next); circle != nil {
				return circle
			}
		}
		way = way[:len(way)-1]
		done[name] = true
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(needs)) {
		if circle := visit(name); circle != nil {
			return circle
		}
	}
	return nil
}
