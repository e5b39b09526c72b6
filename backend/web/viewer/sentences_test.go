package viewer_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/sentence"
	"lectern/frontend"
)

// forOperators maps codes of sentences to a placeholder that translations omit, because its value is English text for
// the operator of the server.
var forOperators = map[string]string{"part-unread": "{cause}"}

// readerLanguages are languages that only the viewer has. They have translations of the sentences that readers see most
// often.
var readerLanguages = []string{"ar", "he"}

// TestEverySentenceIsInEveryLanguage finds all sentences of the server and the desktop window in the source code. Each
// must have a translation in every language of the desktop window.
func TestEverySentenceIsInEveryLanguage(t *testing.T) {
	sentences := sourceSentences(t)
	if len(sentences) < 200 {
		t.Fatalf("only %d sentences were found", len(sentences))
	}
	for language, forms := range languageForms(t) {
		for code, english := range sentences {
			form, there := forms[code]
			if !there && slices.Contains(readerLanguages, language) {
				continue
			}
			if !there || form == "" {
				t.Errorf("%s lacks %s: %s", language, code, english)
				continue
			}
			if got, want := places(form), places(strings.ReplaceAll(english, forOperators[code], "")); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the places %v, in English %v", language, code, got, want)
			}
		}
		for code := range forms {
			if _, there := sentences[code]; !there {
				t.Errorf("%s has %s, which is not used", language, code)
			}
		}
	}
}

func places(form string) []string { return slices.Sorted(slices.Values(sentence.Placeholders(form))) }

// languageForms returns the translations of the server's sentences, by language.
func languageForms(t *testing.T) map[string]map[string]string {
	t.Helper()
	words, err := fs.Glob(frontend.Languages(), "*.json")
	check(t, err)
	all := map[string]map[string]string{}
	for _, file := range words {
		// There is no translation for English: the sentences in the code are English.
		if language := strings.TrimSuffix(path.Base(file), ".json"); language != "en" {
			text, err := fs.ReadFile(frontend.Sentences(), file)
			check(t, err)
			var forms map[string]string
			check(t, json.Unmarshal(text, &forms))
			all[language] = forms
		}
	}
	return all
}

// sourceSentences returns the English text of every sentence in the source code of the server and the window, by code.
func sourceSentences(t *testing.T) map[string]string {
	t.Helper()
	sentences := map[string]string{}
	for _, folder := range []string{"../..", "../../../app"} {
		check(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			return sentencesOf(path, sentences)
		}))
	}
	return sentences
}

func sentencesOf(path string, into map[string]string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(node ast.Node) bool {
		call, isCall := node.(*ast.CallExpr)
		if !isCall || !makesSentence(call, file.Name.Name) {
			return true
		}
		code, english := literal(call.Args[0]), literal(call.Args[1])
		if before, said := into[code]; code == "" || english == "" || said && before != english {
			err = fmt.Errorf("%s: the sentence %q %q is no literal, or another one has its code", path, code, english)
		}
		into[code] = english
		return true
	})
	return err
}

func makesSentence(call *ast.CallExpr, inPackage string) bool {
	switch called := call.Fun.(type) {
	case *ast.SelectorExpr:
		from, named := called.X.(*ast.Ident)
		return named && from.Name == "sentence" && called.Sel.Name == "New"
	case *ast.Ident:
		return inPackage == "sentence" && called.Name == "New"
	}
	return false
}

// literal returns the text of a string literal, which may have several parts, or "" for other expressions.
func literal(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value) // "" if the literal is not a string
		return text
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}
