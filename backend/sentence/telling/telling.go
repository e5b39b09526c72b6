// Package telling puts sentences into the languages of those who ask.
package telling

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

// English is the tag of the language in which sentences come.
const English = "en"

// Language is one in which sentences are told. The zero Language is English.
type Language struct {
	Tag string // of BCP 47, such as "de"
	// forms are those of the sentences by their codes; none of English.
	forms map[string]string
}

// IsEnglish says whether it is the language in which sentences come.
func (l Language) IsEnglish() bool { return l.Tag == "" || l.Tag == English }

// Tell gives a sentence in the language; false where it is to be told in English: it is nothing,
// the language lacks it, or is English.
func (l Language) Tell(s sentence.Sentence) (string, bool) {
	if l.IsEnglish() || s.IsZero() {
		return "", false
	}
	return s.In(l.Tag, l.forms)
}

// Languages are those in which sentences are told.
type Languages struct {
	matcher language.Matcher
	all     []Language // in the matcher's order: English, which stands in for others, is first
}

// Load loads the languages.
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
	return l, json.Unmarshal(text, &l.forms)
}

// All gives the languages, English first.
func (l *Languages) All() []Language { return slices.Clone(l.all) }

// For gives the language that an Accept-Language header prefers, or English.
func (l *Languages) For(accepted string) Language {
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil {
		return l.all[0]
	}
	_, index, _ := l.matcher.Match(wanted...)
	return l.all[index]
}

type contextKey struct{}

// asker is somebody who may be told something. In which language is found out only when there is
// something to tell: most requests end well.
type asker struct {
	languages *Languages
	accepted  string
}

// With gives a context of who asks with an Accept-Language header.
func (l *Languages) With(ctx context.Context, accepted string) context.Context {
	return context.WithValue(ctx, contextKey{}, asker{l, accepted})
}

// Local tells a sentence in the language of who asks, which ctx has; empty where it is to be told
// in English.
func Local(ctx context.Context, s sentence.Sentence) string {
	a, known := ctx.Value(contextKey{}).(asker)
	if !known || s.IsZero() {
		return ""
	}
	text, _ := a.languages.For(a.accepted).Tell(s)
	return text
}
