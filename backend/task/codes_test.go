package task

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every code that the engine has is told in words of its own: texts of its source that look like a
// code, in a call or a field that takes one.
func TestEveryCodeIsTold(t *testing.T) {
	codes := map[string]string{}
	looks := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	err := filepath.WalkDir("../../converters/template", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "templatetest") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, text := range codesIn(n) {
				if code, err := strconv.Unquote(text); err == nil && looks.MatchString(code) {
					codes[code] = path
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(codes) < 20 {
		t.Fatalf("found %d codes: %v", len(codes), err)
	}
	for code, path := range codes {
		if _, known := told()[code]; !known {
			t.Errorf("%s of %s is not told", code, path)
		}
	}
}

// codesIn gives the texts that are codes by where they stand.
func codesIn(n ast.Node) (texts []string) {
	add := func(e ast.Expr) {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			texts = append(texts, literal.Value)
		}
	}
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
			add(n.Value)
		}
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
		case *ast.Ident:
			name = f.Name
		}
		if (name == "problem" || name == "complain") && len(n.Args) > 0 {
			add(n.Args[0])
		}
		if name == "cmpCode" {
			for _, arg := range n.Args[1:] {
				add(arg)
			}
		}
	case *ast.ReturnStmt: // of what reads a value
		if len(n.Results) > 1 {
			add(n.Results[len(n.Results)-1])
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if strings.HasPrefix(name.Name, "code") && i < len(n.Values) {
				add(n.Values[i])
			}
		}
	}
	return texts
}
