package backend_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the path below which all packages of the project lie.
const module = "lectern/"

// domains are the packages that know each other by id or by an interface of their own.
var domains = []string{"account", "audit", "backup", "collection", "crm", "document", "profile", "search", "session", "settings", "task", "template", "theme", "watch", "webhook"}

// homes names, for each library that only one package may know, that package.
var homes = map[string]string{
	"github.com/wailsapp/wails":               "app",
	"github.com/gen2brain/go-fitz":            "converters/pdf",
	"github.com/mattn/go-sqlite3":             "backend/store",
	"github.com/jackc/pgx":                    "backend/store",
	"github.com/fsnotify/fsnotify":            "backend/watch",
	"github.com/riverqueue/river/riverdriver": "backend/store",
	"go.opentelemetry.io":                     "backend/tracing",
	"github.com/aws":                          "backend/bucket",
	"gocloud.dev/blob/s3blob":                 "backend/bucket",
}

// The packages of the house import each other as its rules allow, and nothing else.
func TestImports(t *testing.T) {
	for from, imports := range houseImports(t) {
		for _, to := range imports {
			if reason := broken(from, to); reason != "" {
				t.Errorf("%s imports %s: %s", from, to, reason)
			}
		}
	}
}

// The rules would notice what they forbid.
func TestImportRules(t *testing.T) {
	for _, test := range []struct {
		from, to string
		allowed  bool
	}{
		{"converters/pdf", "lectern/backend/convert", false},
		{"converters/pdf", "lectern/converters/wire", true},
		{"converters/pdf", "lectern/converters/office", false},
		{"converters/cmd/lectern-converter", "lectern/converters/pdf", true},
		{"converters/template", "lectern/converters/template/filter", true},
		{"converters/template/filter", "lectern/converters/template/expression", true},
		{"converters/template/expression", "lectern/converters/template/filter", false},
		{"converters/template/expression", "lectern/converters/pdf", false},
		{"backend/document", "lectern/converters/wire", true},
		{"backend/convert", "lectern/converters/wire", true},
		{"backend/convert", "lectern/converters/pdf", false},
		{"backend/bench", "lectern/converters/pdf/pdftest", true},
		{"backend/bench", "lectern/converters/pdf", false},
		{"backend/document", "lectern/backend/session", false},
		{"backend/document", "lectern/backend/store", false},
		{"backend/document", "lectern/backend/convert", true},
		{"backend/store", "lectern/backend/document", true},
		{"backend/store", "lectern/backend/api", false},
		{"backend/api", "lectern/backend/store", false},
		{"backend", "lectern/backend/store", true},
		{"backend", "lectern/app", false},
		{"backend/cmd/lectern", "github.com/wailsapp/wails/v2/pkg/runtime", false},
		{"app", "github.com/wailsapp/wails/v2/pkg/runtime", true},
		{"backend/watch", "github.com/fsnotify/fsnotify", true},
		{"backend", "github.com/fsnotify/fsnotify", false},
		{"backend/bucket", "gocloud.dev/blob/s3blob", true},
		{"backend/document", "gocloud.dev/blob/s3blob", false},
		{"backend/tracing", "go.opentelemetry.io/otel/trace", true},
		{"backend/observe", "go.opentelemetry.io/otel/trace", false},
		{"backend/watch", "lectern/backend/document", false},
		{"backend/watch", "lectern/backend/store", false},
	} {
		if reason := broken(test.from, test.to); (reason == "") != test.allowed {
			t.Errorf("%s imports %s: %q", test.from, test.to, reason)
		}
	}
}

// broken gives the rule that forbids the import, or "".
func broken(from, to string) string {
	for library, home := range homes {
		if (to == library || strings.HasPrefix(to, library+"/")) && !within(from, home) {
			return "only " + home + " may know this library"
		}
	}
	to, own := strings.CutPrefix(to, module)
	switch {
	case !own:
		return ""
	case to == "app":
		if from != "" {
			return "the application is for the main program only"
		}
	case within(from, "converters"):
		return brokenConverter(from, to)
	case from == "backend/bench" && strings.HasSuffix(to, "test"):
		return "" // it makes documents as the converters' own tests do
	case within(to, "converters") && to != "converters/wire":
		return "converters are reached through backend/convert and converters/wire only"
	}
	return brokenBackend(from, to)
}

func brokenConverter(from, to string) string {
	switch {
	case !within(to, "converters"):
		return "converters know nothing of the rest of the project"
	case within(from, "converters/cmd") || to == "converters/wire" || to == "converters/sandbox" || within(to, from):
		return ""
	}
	if within(from, "converters/template") && within(to, "converters/template") && from != "converters/template/expression" {
		return "" // the parts of the engine, of which the language is below all others
	}
	return "of the project, a converter may know wire and sandbox only"
}

func brokenBackend(from, to string) string {
	target, ok := strings.CutPrefix(to, "backend/")
	switch {
	case !ok:
		return ""
	case domain(from) && (slices.Contains(domains, target) || target == "api" || target == "store"):
		return "domains know each other by id or by an interface declared where it is used"
	case from == "backend/store" && target == "api", from == "backend/api" && target == "store":
		return "store and api do not know each other; backend wires them"
	}
	return ""
}

func domain(from string) bool {
	name, ok := strings.CutPrefix(from, "backend/")
	return ok && slices.Contains(domains, name)
}

// within tells whether a path is the folder or lies below it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// houseImports gives what each package of the project imports, its tests aside;
// the main program at the root has the empty name.
func houseImports(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := make(map[string][]string)
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
		all[strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "lectern"), "/")] = p.Imports
	}
	if len(all) < 10 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}
