package task

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// codes matches the problem codes in the source code of the template engine.
var codes = regexp.MustCompile(
	`\b(?:[pP]roblem|wrong|bad)\((?:[\w.]*line, )?"([a-z-]+)"|\bCode: +"([a-z-]+)"|\bcode(?:[A-Z]\w*)? += +"([a-z-]+)"`)

// TestEveryProblemHasAMessage checks that there is a message for each problem code in the source code of the template
// engine.
func TestEveryProblemHasAMessage(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("../../converters/template", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range codes.FindAllStringSubmatch(string(text), -1) {
			found[match[1]+match[2]+match[3]] = true
		}
		return err
	})
	if err != nil || len(found) < 30 {
		t.Fatalf("%d codes, %v", len(found), err)
	}
	known := messages()
	for code := range found {
		if known[code].IsZero() {
			t.Errorf("%s is reported by its code alone", code)
		}
	}
}
