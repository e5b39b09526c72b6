package backend_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// module is the prefix of the import paths of all packages of the project.
const module = "lectern/"

// domains are the packages for the main concepts of the product. They refer to each other by ID, or through an
// interface that is declared in the package that uses it.
var domains = []string{"account", "audit", "collection", "crm", "document", "profile", "search", "session", "settings", "task", "template",
	"theme", "watch", "webhook"}

// programTests is the package that starts the program for its tests. It is no part of the product.
const programTests = "backend/cmd/lectern/test/lecterntest"

// libraryOwners maps a library that only one package may import to that package.
var libraryOwners = map[string]string{
	"github.com/wailsapp/wails":               "app",
	"github.com/gen2brain/go-fitz":            "converters/pdf",
	"github.com/mattn/go-sqlite3":             "backend/store",
	"github.com/jackc/pgx":                    "backend/store",
	"github.com/fsnotify/fsnotify":            "backend/watch",
	"github.com/riverqueue/river/riverdriver": "backend/store",
	"go.opentelemetry.io":                     "backend/internal/tracing",
	"github.com/aws":                          "backend/library/bucket",
	"gocloud.dev/blob/s3blob":                 "backend/library/bucket",
}

// TestImports checks the imports of every package against the rules.
func TestImports(t *testing.T) {
	for from, imports := range listImports(t) {
		for _, to := range imports {
			if rule := brokenRule(from, to); rule != "" {
				t.Errorf("%s imports %s: %s", from, to, rule)
			}
		}
	}
}

// TestImportRules checks the rules themselves with imports that they allow and imports that they forbid.
func TestImportRules(t *testing.T) {
	for _, test := range []struct {
		from, to string
		allowed  bool
	}{
		{"converters/pdf", "lectern/backend/convert", false},
		{"converters/pdf", "lectern/converters/wire", true},
		{"converters/template/expression", "lectern/converters/wire/nearest", true},
		{"backend/cmd/configfile", "lectern/converters/wire/nearest", true},
		{"converters/pdf", "lectern/converters/office", false},
		{"converters/pdf", "lectern/converters/pdf/text", true},
		{"converters/pdf/text", "lectern/converters/pdf/draw", true},
		{"converters/pdf/draw", "lectern/converters/pdf/text", false},
		{"converters/pdf/text", "lectern/converters/pdf", false},
		{"converters/ooxml/facts", "lectern/converters/ooxml/opc", true},
		{"converters/ooxml/opc", "lectern/converters/ooxml/facts", false},
		{"converters/cmd/lectern-converter", "lectern/converters/pdf", true},
		{"converters/template", "lectern/converters/template/filter", true},
		{"converters/template/filter", "lectern/converters/template/expression", true},
		{"converters/template/expression", "lectern/converters/template/filter", false},
		{"converters/template/core", "lectern/converters/template/markup", true},
		{"converters/template/core", "lectern/converters/template/word", false},
		{"converters/template/word", "lectern/converters/template/core", true},
		{"converters/template/word", "lectern/converters/template/slide", false},
		{"converters/template/include", "lectern/converters/template/word", false},
		{"converters/template/word", "lectern/converters/template", false},
		{"converters/template", "lectern/converters/template/word", true},
		{"converters/template/expression", "lectern/converters/pdf", false},
		{"backend/document", "lectern/converters/wire", true},
		{"backend/convert", "lectern/converters/wire", true},
		{"backend/convert", "lectern/converters/pdf", false},
		{"backend/lab/bench", "lectern/converters/pdf/pdftest", true},
		{"backend/lab/bench", "lectern/converters/pdf", false},
		{"backend/document", "lectern/backend/session", false},
		{"backend/document", "lectern/backend/store", false},
		{"backend/document", "lectern/backend/convert", true},
		{"backend/document", "lectern/backend/library/backup", false},
		{"backend/document", "lectern/backend/web/problem", false},
		{"backend/document/intake", "lectern/backend/document", true},
		{"backend/document/intake", "lectern/backend/session", false},
		{"backend/store", "lectern/backend/document", true},
		{"backend/store", "lectern/backend/web/api", false},
		{"backend/web/api", "lectern/backend/store", false},
		{"backend/web/api", "lectern/backend/library/backup", true},
		{"backend/library/backup", "lectern/backend/web/api", false},
		{"backend/library", "lectern/backend/web/problem", false},
		{"backend/library", "lectern/backend/document", true},
		{"backend/library", "lectern/backend/store", true},
		{"backend/library", "lectern/backend/library/backup", true},
		{"backend/library/backup", "lectern/backend/library", false},
		{"backend/library", "lectern/backend/library/secrets", true},
		{"backend/library/secrets", "lectern/backend/library/bucket", true},
		{"backend/library/marker", "lectern/backend/library", false},
		{"backend/library", "lectern/backend", false},
		{"backend/web/router", "lectern/backend", false},
		{"backend/web/router", "lectern/backend/store", false},
		{"backend/web/metrics", "lectern/backend/document", true},
		{"backend/document", "lectern/backend/library", false},
		{"backend/store", "lectern/backend/library", false},
		{"backend/cmd/lectern", "lectern/backend/library", true},
		{"backend/lab/bench", "lectern/backend", true},
		{"backend/internal/seal", "lectern/backend/sentence", true},
		{"backend/internal/seal", "lectern/backend/document", false},
		{"backend/sentence", "lectern/backend/internal/fault", false},
		{"backend/lab/chaos", "lectern/backend/lab/trial", true},
		{"backend/samples", "lectern/backend/lab/trial", false},
		{"backend/cmd/lectern", "lectern/backend/lab/engines", false},
		{"backend/cmd/lectern/test/lecterntest", "lectern/backend/lab/engines", true},
		{"backend/cmd/lectern/test/lecterntest", "lectern/converters/pdf/pdftest", true},
		{"backend/cmd/lectern/test/lecterntest", "lectern/converters/pdf", false},
		{"backend", "lectern/backend/store", true},
		{"backend", "lectern/app", false},
		{"backend/cmd/lectern", "github.com/wailsapp/wails/v2/pkg/runtime", false},
		{"app", "github.com/wailsapp/wails/v2/pkg/runtime", true},
		{"backend/watch", "github.com/fsnotify/fsnotify", true},
		{"backend", "github.com/fsnotify/fsnotify", false},
		{"backend/library/bucket", "gocloud.dev/blob/s3blob", true},
		{"backend/document", "gocloud.dev/blob/s3blob", false},
		{"backend/internal/tracing", "go.opentelemetry.io/otel/trace", true},
		{"backend/internal/observe", "go.opentelemetry.io/otel/trace", false},
		{"backend/watch", "lectern/backend/document", false},
		{"backend/watch", "lectern/backend/store", false},
	} {
		if rule := brokenRule(test.from, test.to); (rule == "") != test.allowed {
			t.Errorf("%s imports %s: %q", test.from, test.to, rule)
		}
	}
}

// brokenRule returns the rule that forbids the package named from to import the package named to. It returns "" if the
// import is allowed.
func brokenRule(from, to string) string {
	for library, owner := range libraryOwners {
		if within(to, library) && !within(from, owner) {
			return "only " + owner + " may import this library"
		}
	}
	to, own := strings.CutPrefix(to, module)
	switch {
	case !own:
		return ""
	case to == "app" && from != "":
		return "only the main program may import the application"
	case within(from, "converters"):
		return brokenConverterRule(from, to)
	case (from == "backend/lab/bench" || from == programTests) && strings.HasSuffix(to, "test"):
		return "" // it creates the same test documents as the converters' tests
	case within(to, "converters") && !within(to, "converters/wire"):
		return "converters are reached through backend/convert and converters/wire"
	}
	return brokenBackendRule(from, to)
}

// converterLayers are the packages below a converter that import each other, from the lowest to the highest.
var converterLayers = map[string][]string{
	"converters/pdf":   {"mupdfapi", "png", "document", "details", "fonts", "images", "draw", "text"},
	"converters/ooxml": {"opc", "imagecheck", "cut", "facts", "nesting"},
}

// isLowerLayer reports whether both packages are below the same converter, and the package named to is in a lower layer
// than the package named from.
func isLowerLayer(from, to string) bool {
	layers := converterLayers[path.Dir(from)]
	lower := slices.Index(layers, path.Base(to))
	return path.Dir(from) == path.Dir(to) && lower >= 0 && lower < slices.Index(layers, path.Base(from))
}

func brokenConverterRule(from, to string) string {
	switch {
	case !within(to, "converters"):
		return "converters import nothing of the rest of the project"
	case within(from, "converters/cmd") || within(to, "converters/wire") || to == "converters/sandbox" || within(to, from):
		return ""
	case within(from, "converters/template") && within(to, "converters/template"):
		return brokenTemplateRule(from, to)
	case isLowerLayer(from, to) || from == "converters/pdf/server" && within(to, "converters/pdf"):
		return ""
	}
	return "of the project, a converter may import wire and sandbox"
}

// templateFloors are the layers of the template engine, from the lowest to the highest.
var templateFloors = [][]string{
	{"cells", "expression", "markup", "picture"},
	{"filter", "opc", "richtext"},
	{"core", "rows"},
	{"objects", "schema"},
	{"word", "slide", "sheet", "include"},
	{"templatetest"},
}

// brokenTemplateRule checks the layers of the template engine: a package may import only packages of lower layers, so
// that the packages of file formats do not import each other.
func brokenTemplateRule(from, to string) string {
	floor := func(name string) int {
		part := strings.TrimPrefix(name, "converters/template/")
		return slices.IndexFunc(templateFloors, func(parts []string) bool { return slices.Contains(parts, part) })
	}
	switch {
	case floor(to) < 0:
		return "name the floor of this package in templateFloors"
	case floor(from) <= floor(to):
		return "a package of the template engine imports packages of lower floors only"
	}
	return ""
}

// brokenBackendRule checks the layers of the server, from the lowest to the highest: sentence; internal; convert; the
// domains; store; library; web; the root package; cmd and lab.
func brokenBackendRule(from, to string) string {
	switch {
	case within(from, "backend/sentence") && within(to, "backend") && !within(to, "backend/sentence"):
		return "sentence is the ground floor"
	case within(from, "backend/internal") && within(to, "backend") && !within(to, "backend/internal") && !within(to, "backend/sentence"):
		return "the packages in internal have no knowledge of the domains"
	case within(to, "backend/lab") && !within(from, "backend/lab") && from != programTests:
		return "nothing that is shipped imports lab"
	case to == "backend" && !isProgram(from):
		return "the root package is above all other packages of the server"
	case within(from, "backend/store") && within(to, "backend/web"), within(from, "backend/web") && within(to, "backend/store"):
		return "store and web do not know each other; backend connects them"
	case within(from, "backend/store") && within(to, "backend/library"):
		return "library is above store"
	case strings.HasPrefix(from, "backend/library/") && to == "backend/library":
		return "library is above its parts"
	case within(from, "backend/library") && within(to, "backend/web"):
		return "web is above library"
	case isDomain(from) && domainOf(to) != domainOf(from) && (isDomain(to) || isAboveDomains(to)):
		return "domains refer to each other by id, or through an interface that is declared where it is used"
	}
	return ""
}

// domainOf returns the domain that a package belongs to, or "".
func domainOf(path string) string {
	name, _ := strings.CutPrefix(path, "backend/")
	name, _, _ = strings.Cut(name, "/")
	if slices.Contains(domains, name) {
		return name
	}
	return ""
}

// isProgram reports whether a package runs servers, and so may import the root package.
func isProgram(path string) bool {
	return path == "app" || path == "" || within(path, "backend/cmd") || within(path, "backend/lab")
}

func isDomain(path string) bool { return domainOf(path) != "" }

func isAboveDomains(path string) bool {
	return within(path, "backend/store") || within(path, "backend/library") || within(path, "backend/web")
}

// within reports whether a path is the given folder or lies below it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// listImports returns the imports of each package of the project, without those of its tests. The main program at the
// root has the name "".
func listImports(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	imports := make(map[string][]string)
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		imports[strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "lectern"), "/")] = p.Imports
	}
	if len(imports) < 10 {
		t.Fatalf("go list found only %d packages", len(imports))
	}
	return imports
}
