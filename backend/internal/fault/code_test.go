package fault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
)

// TestCodesAreDocumented checks that the page of error codes lists exactly the existing codes. Clients rely on the
// codes, so a change or a removal must be noticed.
func TestCodesAreDocumented(t *testing.T) {
	documented := documentedCodes(t)
	for _, code := range declaredCodes(t) {
		if !documented[code] {
			t.Errorf("ERRORS.md lacks the code %q", code)
		}
		delete(documented, code)
	}
	if len(documented) > 0 {
		t.Errorf("ERRORS.md has codes that do not exist: %q", slices.Sorted(maps.Keys(documented)))
	}
}

// documentedCodes returns the codes of the table in the page of error codes.
func documentedCodes(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../web/api/ERRORS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "<!-- error codes -->")
	table, _, found := strings.Cut(table, "<!-- end of error codes -->")
	codes := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| [45][0-9]{2} \\|").FindAllStringSubmatch(table, -1) {
		if codes[row[1]] {
			t.Errorf("ERRORS.md has the code %q twice", row[1])
		}
		codes[row[1]] = true
	}
	if !found || len(codes) < 50 {
		t.Fatalf("the table of codes was not found: %v", codes)
	}
	return codes
}

// declaredCodes returns the values of the constants of the type Code.
func declaredCodes(t *testing.T) (codes []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Code" {
			t.Errorf("%s is of another type", spec.Names[0].Name)
			return false
		}
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Error(err)
		}
		codes = append(codes, code)
		return false
	})
	return codes
}

func TestCodes(t *testing.T) {
	for _, test := range []struct {
		err  *fault.Error
		want fault.Code
	}{
		{fault.New(fault.NotFound, "None."), fault.ObjectUnknown},
		{fault.New(fault.NotFound, "None.").WithCode(fault.DocumentUnknown), fault.DocumentUnknown},
		{fault.Field("name", "Wrong."), fault.InvalidParameter},
		{fault.Field("/name", "Wrong."), fault.InvalidField},
		{fault.Fields("Wrong.", []fault.Reason{{Field: "/name"}}), fault.InvalidField},
		{fault.New(fault.Invalid, "Wrong."), fault.InvalidRequest},
	} {
		if got := test.err.Code(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.err, got, test.want)
		}
	}
	for kind := fault.Invalid; kind <= fault.Unsupported; kind++ {
		if code := fault.New(kind, "Wrong.").Code(); code == fault.ServerError || code == "" {
			t.Errorf("the kind %d has the code %q", kind, code)
		}
	}
}
