package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/backend/sentence/translation"
	"lectern/backend/session"
	"lectern/frontend"
)

// wording contains the texts of the viewer in one language.
type wording struct {
	translation.Language
	Words     map[string]string // texts of the page, by name
	WordsJSON template.JS       // texts for the page's script
}

// translated is a translated sentence.
type translated struct {
	Text string `json:"text"`
	// "en" for a sentence without a translation; otherwise empty, for the language of the page
	Lang string `json:"lang,omitempty"`
}

// IsRightToLeft reports whether the language is written from right to left.
func (w wording) IsRightToLeft() bool {
	script, _ := language.Make(w.Tag).Script()
	return script.String() == "Arab" || script.String() == "Hebr"
}

// translate returns the translation of a sentence, or its English text if there is no translation.
func (w wording) translate(s sentence.Sentence) translated {
	if w.IsEnglish() || s.IsZero() {
		return translated{Text: s.String()}
	}
	if text, known := w.Translate(s); known {
		return translated{Text: text}
	}
	return translated{s.String(), translation.English}
}

// translateAll translates sentences and removes duplicates: sentences that differ in English may be equal in another
// language.
func (w wording) translateAll(sentences []sentence.Sentence) []translated {
	all := []translated{}
	for _, s := range sentences {
		if one := w.translate(s); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// languages are the languages of the viewer.
type languages struct {
	available *translation.Languages
	wordings  map[string]wording // by language tag
}

func loadLanguages(available *translation.Languages) (*languages, error) {
	l := &languages{available, map[string]wording{}}
	for _, one := range available.All() {
		w, err := loadWording(one)
		if err != nil {
			return nil, fmt.Errorf("load translations %s: %w", one.Tag, err)
		}
		l.wordings[one.Tag] = w
	}
	return l, nil
}

func loadWording(l translation.Language) (wording, error) {
	w := wording{Language: l}
	text, err := fs.ReadFile(frontend.Languages(), l.Tag+".json")
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(text, &w.Words); err != nil {
		return w, err
	}
	script, err := json.Marshal(w.Words)
	w.WordsJSON = template.JS(script) // Marshal escapes every character that could end the script element
	return w, err
}

func (l *languages) english() wording { return l.wordings[translation.English] }

// forRequest returns the texts in the language that the browser of a request prefers.
func (l *languages) forRequest(r *http.Request) wording {
	return l.wordings[l.available.For(r.Header.Get("Accept-Language")).Tag]
}

// refusal returns a title and a message that explain why the document cannot be shown. The argument fallback is the
// message for errors that do not concern the link.
func (w wording) refusal(err error, fallback sentence.Sentence) (title string, message translated) {
	for end, why := range map[error]sentence.Sentence{
		session.ErrEnded: sentence.New("link-ended", "The person who shared the document has revoked this link. Ask for a new "+
			"one."),
		session.ErrExpired: sentence.New("link-expired", "It has expired. Ask the sender for a new one."),
		session.ErrDeleted: sentence.New("link-deleted", "The document was deleted. If you still need it, ask the sender."),
	} {
		if errors.Is(err, end) {
			return w.Words["overTitle"], w.translate(why)
		}
	}
	switch {
	case errors.Is(err, session.ErrUsedUp):
		return w.Words["overTitle"], translated{Text: w.Words["usedUpMessage"]}
	case fault.Is(err, fault.NotFound):
		return w.translate(sentence.New("link-unknown-title", "This link does not exist")).Text,
			w.translate(sentence.New("link-unknown", "Check that the whole address was copied, or ask for a new link."))
	}
	return w.translate(sentence.New("refused-title", "The document cannot be shown")).Text, w.translate(fallback)
}

// fill returns the text with the given name, and replaces the text {placeholder} in the text by a value.
func (w wording) fill(name, placeholder string, value any) string {
	return strings.ReplaceAll(w.Words[name], "{"+placeholder+"}", fmt.Sprint(value))
}
