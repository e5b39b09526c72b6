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

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/backend/sentence/telling"
	"lectern/backend/session"
	"lectern/frontend"
)

// wording is what the viewer says, in one language.
type wording struct {
	telling.Language
	Words     map[string]string // what the page says by itself, by names
	WordsJSON template.JS       // the words for the page's script
}

// told is a sentence in words.
type told struct {
	Text string `json:"text"`
	Lang string `json:"lang,omitempty"` // the text's language, where it is not the reader's
}

// tell puts a sentence into words: into English where the language lacks it.
func (w wording) tell(s sentence.Sentence) told {
	if w.IsEnglish() || s.IsZero() {
		return told{Text: s.String()}
	}
	if text, known := w.Tell(s); known {
		return told{Text: text}
	}
	return told{s.String(), telling.English}
}

// tellAll tells sentences, each once: what differs in English need not in other languages.
func (w wording) tellAll(sentences []sentence.Sentence) []told {
	all := []told{}
	for _, s := range sentences {
		if said := w.tell(s); !slices.Contains(all, said) {
			all = append(all, said)
		}
	}
	return all
}

// languages are those that the viewer speaks.
type languages struct {
	telling  *telling.Languages
	wordings map[string]wording // by tags
}

func loadLanguages(known *telling.Languages) (*languages, error) {
	l := &languages{known, map[string]wording{}}
	for _, one := range known.All() {
		w, err := loadWording(one)
		if err != nil {
			return nil, fmt.Errorf("load words %s: %w", one.Tag, err)
		}
		l.wordings[one.Tag] = w
	}
	return l, nil
}

func loadWording(l telling.Language) (wording, error) {
	w := wording{Language: l}
	text, err := fs.ReadFile(frontend.Languages(), l.Tag+".json")
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

func (l *languages) english() wording { return l.wordings[telling.English] }

// of gives what to say to who sends a request: in the language that its browser prefers.
func (l *languages) of(r *http.Request) wording {
	return l.wordings[l.telling.For(r.Header.Get("Accept-Language")).Tag]
}

// refusal says why there is nothing to read: a title and a sentence, which is the one given
// where it is about something else than the link.
func (w wording) refusal(err error, otherwise sentence.Sentence) (title string, message told) {
	for end, why := range map[error]sentence.Sentence{
		session.ErrEnded:   sentence.New("link-ended", "The one who shared it has ended it. To go on reading, ask for a new one."),
		session.ErrExpired: sentence.New("link-expired", "Its time is over. To go on reading, ask for a new one."),
		session.ErrDeleted: sentence.New("link-deleted", "The document was deleted."),
	} {
		if errors.Is(err, end) {
			return w.Words["overTitle"], w.tell(why)
		}
	}
	switch {
	case errors.Is(err, session.ErrUsedUp):
		return w.Words["overTitle"], told{Text: w.Words["usedUpMessage"]}
	case fault.Is(err, fault.NotFound):
		return w.tell(sentence.New("link-unknown-title", "This link leads nowhere")).Text,
			w.tell(sentence.New("link-unknown", "Check that the whole address was copied, or ask for a new link."))
	}
	return w.tell(sentence.New("refused-title", "The document cannot be shown")).Text, w.tell(otherwise)
}

// fill puts a value into the place that a sentence has for it.
func (w wording) fill(name, place string, value any) string {
	return strings.ReplaceAll(w.Words[name], "{"+place+"}", fmt.Sprint(value))
}
