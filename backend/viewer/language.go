package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"lectern/backend/fault"
	"lectern/backend/sentence"
	"lectern/backend/session"
	"lectern/frontend"
)

// wording is what the viewer says, in one language.
type wording struct {
	Tag       string            // of BCP 47, such as "de"
	Words     map[string]string // what the page says by itself, by names
	WordsJSON template.JS       // the words for the page's script
	// forms are those of the server's sentences by their codes; none of English, in which
	// they come.
	forms map[string]string
}

// english is the tag of the language in which sentences come.
const english = "en"

// told is a sentence in words.
type told struct {
	Text string `json:"text"`
	Lang string `json:"lang,omitempty"` // the text's language, where it is not the reader's
}

// tell puts a sentence into words: into English where the language lacks it.
func (w wording) tell(s sentence.Sentence) told {
	if w.Tag == english {
		return told{Text: s.String()}
	}
	if text, known := s.In(w.forms); known {
		return told{Text: text}
	}
	return told{s.String(), english}
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
		if w.Tag == english {
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
	if err := readWords(frontend.Languages(), file, &w.Words); err != nil {
		return w, err
	}
	script, err := json.Marshal(w.Words)
	if err != nil {
		return w, err
	}
	w.WordsJSON = template.JS(script) // Marshal leaves nothing in it that could end the element
	if w.Tag == english {
		return w, nil
	}
	return w, readWords(frontend.Sentences(), file, &w.forms)
}

func readWords(folder fs.FS, file string, into *map[string]string) error {
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
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
