package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"golang.org/x/text/language"

	"lectern/backend/fault"
	"lectern/backend/session"
	"lectern/frontend"
)

// wording is what the viewer says, in one language: sentences by their names.
type wording struct {
	Tag       string // of BCP 47, such as "de"
	Words     map[string]string
	WordsJSON template.JS // the words for the page's script
}

// languages are those that the viewer speaks.
type languages struct {
	matcher language.Matcher
	all     []wording // in the matcher's order: English, which stands in for others, is first
}

func loadLanguages() (*languages, error) {
	files, err := fs.Glob(frontend.Languages(), "*.json")
	if err != nil {
		return nil, fmt.Errorf("load languages: %w", err)
	}
	l := &languages{}
	for _, file := range files {
		w, err := loadWording(file)
		if err != nil {
			return nil, fmt.Errorf("load language %s: %w", file, err)
		}
		if w.Tag == "en" {
			l.all = append([]wording{w}, l.all...)
		} else {
			l.all = append(l.all, w)
		}
	}
	tags := make([]language.Tag, len(l.all))
	for i, w := range l.all {
		tags[i] = language.Make(w.Tag)
	}
	l.matcher = language.NewMatcher(tags)
	return l, nil
}

func loadWording(file string) (wording, error) {
	w := wording{Tag: strings.TrimSuffix(path.Base(file), ".json")}
	text, err := fs.ReadFile(frontend.Languages(), file)
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(text, &w.Words); err != nil {
		return w, err
	}
	script, err := json.Marshal(w.Words)
	w.WordsJSON = template.JS(script) // Marshal leaves nothing in it that could end the element
	return w, err
}

func (l *languages) english() wording { return l.all[0] }

// of gives what to say to who sends a request: in the language that its browser prefers.
func (l *languages) of(r *http.Request) wording {
	wanted, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return l.english()
	}
	_, index, _ := l.matcher.Match(wanted...)
	return l.all[index]
}

// refusal says why there is nothing to read: a title and a sentence, which is the one given
// where it is about something else than the link.
func (w wording) refusal(err error, otherwise string) (title, message string) {
	for end, name := range map[error]string{
		session.ErrEnded: "endedMessage", session.ErrExpired: "expiredMessage",
		session.ErrUsedUp: "usedUpMessage", session.ErrDeleted: "deletedMessage",
	} {
		if errors.Is(err, end) {
			return w.Words["overTitle"], w.Words[name]
		}
	}
	if fault.Is(err, fault.NotFound) {
		return w.Words["unknownTitle"], w.Words["unknownMessage"]
	}
	return w.Words["refusedTitle"], otherwise
}

// fill puts a value into the place that a sentence has for it.
func (w wording) fill(name, place string, value any) string {
	return strings.ReplaceAll(w.Words[name], "{"+place+"}", fmt.Sprint(value))
}
