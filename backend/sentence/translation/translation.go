// Package translation translates sentences into the languages of readers.
package translation

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"lectern/backend/sentence"
	"lectern/frontend"
)

// English is the tag of the language in which sentences are written.
const English = "en"

// Language is a language for sentences. The zero Language is English.
type Language struct {
	Tag string // BCP 47 tag, such as "de"
	// translations are the translated texts by code; nil for English.
	translations map[string]string
}

// IsEnglish reports whether the language is English.
func (l Language) IsEnglish() bool { return l.Tag == "" || l.Tag == English }

// Translate returns the translation of a sentence. It returns false if the sentence is zero, the language is English, or
// there is no translation.
func (l Language) Translate(s sentence.Sentence) (string, bool) {
	if l.IsEnglish() || s.IsZero() {
		return "", false
	}
	return s.Translate(l.Tag, l.translations)
}

// Languages are the available languages.
type Languages struct {
	matcher language.Matcher
	all     []Language // in the order of the matcher; English, the fallback, is first
}

// Load loads the translations of all languages.
func Load() (*Languages, error) {
	files, err := fs.Glob(frontend.Sentences(), "*.json")
	if err != nil {
		return nil, fmt.Errorf("load languages: %w", err)
	}
	l := &Languages{all: []Language{{Tag: English}}}
	for _, file := range files {
		loaded, err := load(file)
		if err != nil {
			return nil, fmt.Errorf("load language %s: %w", file, err)
		}
		l.all = append(l.all, loaded)
	}
	tags := make([]language.Tag, len(l.all))
	for i, one := range l.all {
		tags[i] = language.Make(one.Tag)
	}
	l.matcher = language.NewMatcher(tags)
	return l, nil
}

func load(file string) (Language, error) {
	l := Language{Tag: strings.TrimSuffix(path.Base(file), ".json")}
	text, err := fs.ReadFile(frontend.Sentences(), file)
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal(text, &l.translations)
}

// All returns the languages, English first.
func (l *Languages) All() []Language { return slices.Clone(l.all) }

// For returns the preferred language of an Accept-Language header, or English.
func (l *Languages) For(accepted string) Language {
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil {
		return l.all[0]
	}
	_, index, _ := l.matcher.Match(wanted...)
	return l.all[index]
}

type contextKey struct{}

// client is the client of a request, with the language into which sentences are translated for it. The language is
// determined only when there is a sentence to translate, because most requests succeed and need no sentence.
type client struct {
	languages *Languages
	accepted  string
}

// With returns a context for a client with an Accept-Language header.
func (l *Languages) With(ctx context.Context, accepted string) context.Context {
	return context.WithValue(ctx, contextKey{}, client{l, accepted})
}

// Local returns a sentence in the language of the client in ctx. It returns "" if the sentence must be shown in
// English.
func Local(ctx context.Context, s sentence.Sentence) string {
	a, known := ctx.Value(contextKey{}).(client)
	if !known || s.IsZero() {
		return ""
	}
	text, _ := a.languages.For(a.accepted).Translate(s)
	return text
}
